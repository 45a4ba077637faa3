import { tick } from 'svelte'

/** Resolves when the table has shown all that happened, so that nothing is given away before it was seen. */
export async function settled() {
  await tick() // the news that made one wait is not on the table yet
  while (document.querySelector<HTMLElement>('.table')?.dataset.settled === 'false') {
    await new Promise((later) => setTimeout(later, 30))
  }
}
