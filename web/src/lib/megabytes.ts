import { lang } from './words'

/** Bytes in megabytes, as people read them: 7.5. */
export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toLocaleString(lang.current, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}
