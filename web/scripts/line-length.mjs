// Fails where a line of the page is longer than prettier could make it: in texts, comments and drawings.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const LONGEST = 130
const DRAWN = /\.(svg|jpg|png|webp)$|^package-lock\.json$|^src\/pages\/study\/figures\// // made by programs

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
const found = files
  .filter((file) => file && !DRAWN.test(file))
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => ([...line].length > LONGEST ? [`${file}:${index + 1}: ${[...line].length} characters`] : [])),
  )
if (found.length) {
  console.error(found.join('\n'))
  console.error(`No line has more than ${LONGEST} characters: break these.`)
  process.exit(1)
}
