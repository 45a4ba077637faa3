/** The commitment that belongs to a seed; null where the browser can't compute it, which takes a secure address. */
export async function commitmentOf(table: string, seed: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`libertalia ${table} ${seed}`))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
