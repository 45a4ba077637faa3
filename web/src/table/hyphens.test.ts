import { expect, test } from 'vitest'
import { hyphenated } from './hyphens'

const shown = (text: string) => hyphenated(text).replaceAll('\u00ad', '-')

test('long words may be broken between syllables', () => {
  expect(shown('Quartermaster')).toBe('Quar-ter-mas-ter')
  expect(shown('Midshipman')).toBe('Mid-ship-man')
  expect(shown('Aristocrate')).toBe('Aris-to-crate')
})

test('short words stay whole', () => {
  expect(shown('Governor’s Daughter')).toBe('Governor’s Daughter')
  expect(shown('Vieux Loup')).toBe('Vieux Loup')
})
