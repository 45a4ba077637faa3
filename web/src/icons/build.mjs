// Writes sprite.svg: the icons that the page uses, the marks of the players and the loot tokens of every edition.
// Icons come from game-icons.net (CC BY 3.0); CREDITS.md names who drew them.
//     node src/icons/build.mjs
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const here = new URL('.', import.meta.url)
const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
const { icons } = createRequire(import.meta.url)('@iconify-json/game-icons/icons.json')

const folders = new URL('../editions/', here)
const editions = readdirSync(folders)
  .map((name) => new URL(`${name}/figures.json`, folders))
  .filter((file) => existsSync(file))
  .map(read)

const characterIcons = editions.flatMap(({ characters }) => Object.values(characters))
const tokenIcons = editions.flatMap(({ tokens }) => Object.values(tokens).map(({ icon }) => icon))
const used = new Set([...read(new URL('page.json', here)), ...characterIcons, ...tokenIcons])
const missing = [...used].filter((name) => !(name in icons))
if (missing.length) throw new Error(`No such icon: ${missing.join(', ')}`)
const symbols = [...used].sort().map((name) => `<symbol id="i-${name}" viewBox="0 0 512 512">${icons[name].body}</symbol>`)

const marks = {
  star: '<path d="M12 1.8l3 6.6 7.2.8-5.4 4.9 1.5 7.1L12 17.6l-6.3 3.6 1.5-7.1L1.8 9.2 9 8.4z"/>',
  triangle: '<path d="M12 2.3L22.3 20.7H1.7z"/>',
  diamond: '<path d="M12 1.3L21.5 12 12 22.7 2.5 12z"/>',
  square: '<rect x="3" y="3" width="18" height="18" rx="2.5"/>',
  hexagon: '<path d="M7 3h10l5.3 9L17 21H7L1.7 12z"/>',
  circle: '<circle cx="12" cy="12" r="9.6"/>',
}
for (const [shape, body] of Object.entries(marks)) symbols.push(`<symbol id="mark-${shape}" viewBox="0 0 24 24">${body}</symbol>`)

// Every kind of loot has an outline of its own, so that colour is never the only difference.
const outlines = {
  arch: 'M8 56V27C8 13 18 6 32 6s24 7 24 21v29z',
  diamond: 'M32 2L62 32 32 62 2 32z',
  crate: 'M7 7h50v50H7z',
  shield: 'M6 8c10 0 18-2 26-6 8 4 16 6 26 6v24c0 15-11 24-26 30C17 56 6 47 6 32z',
  hexagon: 'M32 2l26 15v30L32 62 6 47V17z',
  sheet: 'M3 12c6-5 10 3 16 0s8-5 13-2 8 4 13 1 10-4 16 1v40c-6-5-10 3-16 0s-8-5-13-2-8 4-13 1-10-4-16 1z',
  burst:
    'M32 2l7.5 9.3 11.8-2.3-.2 12 10.4 5.800-7.800 9L58 47l-11.9 1.900-3.800 11.3L32 54l-10.3 6.200-3.8-11.3L6 47l4.3-11.2' +
    '-7.800-9L12.900 21l-.2-12 11.8 2.300z',
  barrel: 'M14 4h36c9 17 9 39 0 56H14C5 43 5 21 14 4z',
  round: 'M32 2c17 0 28 12 28 29 0 18-12 31-28 31S4 49 4 31C4 14 15 2 32 2z',
}
const drawn = new Map()
for (const [kind, token] of editions.flatMap(({ tokens }) => Object.entries(tokens))) {
  const { icon, outline, fill, ink, at = [13, 13, 38] } = token
  const before = drawn.get(kind)
  if (before && JSON.stringify(before) !== JSON.stringify(token)) throw new Error(`Two editions draw ${kind} differently.`)
  if (before) continue
  drawn.set(kind, token)
  const d = outlines[outline]
  const [x, y, size] = at
  symbols.push(
    `<symbol id="t-${kind}" viewBox="0 0 64 64">` +
      `<path d="${d}" fill="${fill}" stroke="${ink}" stroke-width="3" stroke-linejoin="round"/>` +
      `<path d="${d}" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="2" stroke-linejoin="round" ` +
      `transform="translate(4.16 4.16) scale(.87)"/>` +
      `<g color="${ink}"><use href="#i-${icon}" x="${x}" y="${y}" width="${size}" height="${size}"/></g></symbol>`,
  )
}

writeFileSync(new URL('sprite.svg', here), `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`)
