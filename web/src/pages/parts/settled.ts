import { tick } from 'svelte'

const LONGEST = 30_000

/** Resolves when the table has shown all that happened, so that nothing is given away before it was seen. */
export async function settled() {
  const until = Date.now() + LONGEST
  await tick() // the news that made one wait is not on the table yet
  while (Date.now() < until && document.querySelector<HTMLElement>('.table')?.dataset.settled === 'false') {
    await new Promise((later) => setTimeout(later, 30))
  }
}
