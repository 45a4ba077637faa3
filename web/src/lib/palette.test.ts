import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../styles/palette.css', import.meta.url), 'utf8').replace(/,\n/g, ', ')

/** The palette of an edition in a theme: the original's is the ground on which Galecrest's lies. */
function palette(...selectors: string[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const selector of selectors) {
    const start = css.indexOf(`\n${selector} {`)
    expect(start, selector).toBeGreaterThan(-1)
    const block = css.slice(start, css.indexOf('}', start))
    for (const [, name, value] of block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)) found[name] = value
  }
  return found
}

const LIGHT = ":root, :root:not([data-theme='dark']) [data-edition='original']"
const DARK = ":root[data-theme='dark'], :root[data-theme='dark'] [data-edition='original']"
const PALETTES = {
  'original light': palette(LIGHT),
  'original dark': palette(DARK),
  'galecrest light': palette(":root[data-edition='galecrest'], :root:not([data-theme='dark']) [data-edition='galecrest']"),
  'galecrest dark': palette(
    ":root[data-theme='dark'][data-edition='galecrest'], :root[data-theme='dark'] [data-edition='galecrest']",
  ),
}

/** Text needs 4.5, signs need 3 (WCAG 2.2). */
const PAIRS: [string, string, number][] = [
  ['ink', 'paper', 4.5],
  ['ink', 'paper-2', 4.5],
  ['ink-2', 'paper', 4.5],
  ['ink-2', 'paper-2', 4.5],
  ['accent', 'paper', 4.5],
  ['good', 'paper', 4.5],
  ['bad', 'paper', 4.5],
  ['on-btn', 'btn', 4.5],
  ['on-shelf', 'shelf', 4.5],
  ['on-shelf-2', 'shelf', 4.5],
  ['on-shelf-2', 'shelf-2', 4.5],
  ['card-ink', 'card', 4.5],
  ['card-ink', 'card-2', 4.5],
  ['card-ink-2', 'card-2', 4.5],
  ['gold', 'paper', 3],
  ['lit', 'paper', 3],
  ['lit', 'shelf', 3],
  ['btn', 'paper', 3],
]

const CHIPS: Record<string, [string, string]> = {
  day: ['#4a2c00', '#ffd35c'],
  dusk: ['#fff4dc', '#c14a22'],
  night: ['#fff4cf', '#1d2a63'],
  rest: ['#f3ffe9', '#2d7a55'],
  anchor: ['#eafffb', '#136f66'],
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(Object.entries(PALETTES))('%s', (_, colours) => {
  it.each(PAIRS)('%s stands out from %s', (front, ground, needed) => {
    expect(Math.round(contrast(colours[front], colours[ground]) * 10) / 10).toBeGreaterThanOrEqual(needed)
  })
})

it.each(Object.entries(CHIPS))('the chip of the hour %s can be read', (_, [front, ground]) => {
  expect(css + readFileSync(new URL('../styles/card.css', import.meta.url), 'utf8')).toContain(ground)
  expect(Math.round(contrast(front, ground) * 10) / 10).toBeGreaterThanOrEqual(4.5)
})
