/** Which keys are the page's own. */

export function withModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey
}

/** Somebody writes or chooses something in a field. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return /^(INPUT|TEXTAREA|SELECT)$/.test((target as Element).tagName)
}
