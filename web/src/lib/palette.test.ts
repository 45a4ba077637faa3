import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const joined = (css: string) => css.replace(/,\n/g, ', ')
const editions = new URL('../editions/', import.meta.url)
const styles = readdirSync(editions)
  .filter((name) => existsSync(new URL(`${name}/style.css`, editions)))
  .map((name): [string, string] => [name, read(`../editions/${name}/style.css`)])

/** The colours that a block of a style sheet sets; none where there is no such block. */
function block(css: string, selector: string): Record<string, string> {
  const start = joined(css).indexOf(`\n${selector} {`)
  const text = start < 0 ? '' : joined(css).slice(start, joined(css).indexOf('}', start))
  return Object.fromEntries([...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]))
}

/** The plain palette, and what each edition lays over it. */
const plain = read('../styles/palette.css')
const LIGHT = block(plain, ":root, :root:not([data-theme='dark']) [data-edition]")
const DARK = block(plain, ":root[data-theme='dark'], :root[data-theme='dark'] [data-edition]")
const PALETTES = Object.fromEntries(
  styles.flatMap(([name, css]) => {
    const here = `[data-edition='${name}']`
    const light = block(css, `:root${here}, :root:not([data-theme='dark']) ${here}`)
    const dark = block(css, `:root[data-theme='dark']${here}, :root[data-theme='dark'] ${here}`)
    return [
      [`${name} light`, { ...LIGHT, ...light }],
      [`${name} dark`, { ...DARK, ...dark }],
    ]
  }),
)

it('reads the palettes', () => {
  expect(Object.keys(LIGHT).length).toBeGreaterThan(20)
  expect(Object.keys(DARK).length).toBeGreaterThan(20)
  expect(Object.values(PALETTES).some((palette) => palette.paper !== LIGHT.paper && palette.paper !== DARK.paper)).toBe(true)
})

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
  expect(read('../styles/card.css') + styles.join()).toContain(ground)
  expect(Math.round(contrast(front, ground) * 10) / 10).toBeGreaterThanOrEqual(4.5)
})
