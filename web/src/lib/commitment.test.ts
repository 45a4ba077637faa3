import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { commitmentOf } from './commitment'

it('is the hash that the server publishes', async () => {
  const hash = createHash('sha256').update('libertalia f3XkQ 12345678901234567890').digest('hex')
  expect(await commitmentOf('f3XkQ', '12345678901234567890')).toBe(hash)
})
