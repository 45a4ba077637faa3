/** The browser's storage, which may be forbidden or hold nonsense; then the page goes on without it. */

const PREFIX = 'libertalia.'

export function load<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key)
    return text === null ? otherwise : (JSON.parse(text) as T)
  } catch {
    return otherwise
  }
}

export function save(key: string, value: unknown) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // a full or forbidden storage only means that the page forgets
  }
}
