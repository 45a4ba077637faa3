/** What a table has to know of handing the device on. */

export interface Handing {
  /** The name of the one who decides next. */
  next: string | null
  /** Covers the table, for the next one. */
  go: () => void
}
