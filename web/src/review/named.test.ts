import { expect, test } from 'vitest'
import { parted } from './named'

const NAMES = [
  { slug: 'mate', name: 'Mate' },
  { slug: 'first-mate', name: 'First Mate' },
]

test('names are found, the longest first, with the marks round them', () => {
  expect(parted('After “First Mate”, a Mate gains 3 (Mate).', NAMES)).toEqual([
    { text: 'After ' },
    { text: '“First Mate”', slug: 'first-mate' },
    { text: ', a ' },
    { text: 'Mate', slug: 'mate' },
    { text: ' gains 3 ' },
    { text: '(Mate)', slug: 'mate' },
    { text: '.' },
  ])
})

test('a part of a word is no name', () => {
  expect(parted('Mates and checkMate', NAMES)).toEqual([{ text: 'Mates and checkMate' }])
})
