/** What was asked for on the home page about the table that opens next. */

export interface Intent {
  /** Deal at once, without waiting in the lobby. */
  start?: boolean
  /** The link to the table is in the clipboard. */
  copied?: boolean
}

let next: { table: string; intent: Intent } | null = null

export function intend(table: string, intent: Intent) {
  next = { table, intent }
}

/** The wish for a table; it is good for one visit. */
export function takeIntent(table: string): Intent {
  const intent = next?.table === table ? next.intent : {}
  next = null
  return intent
}
