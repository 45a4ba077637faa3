/** A review that is being made: asked for, then fetched again and again until all of it is there. */

import { SvelteMap } from 'svelte/reactivity'
import { api, type ApiError } from '../lib/api'
import type { Judgement, Question, ReviewSoFar } from '../lib/answers/review'

/** Milliseconds between two looks at a review that is not finished. */
const BETWEEN = 1500
/** Milliseconds after which it takes longer than usual. */
const LONG = 60_000
/** So many looks in a row may fail before the reader is told. */
const TRIES = 3

export class ReviewReading {
  found = $state.raw<ReviewSoFar | null>(null)
  /** All decisions of the game, also those that are not judged yet. */
  questions = $state.raw<Question[]>([])
  /** By number: what is judged. Mostly in order, but what somebody looks at comes first. */
  judged = new SvelteMap<number, Judgement>()
  problem = $state<'none' | 'failed' | null>(null)
  /** Milliseconds since it was asked for, and how many decisions were judged then. */
  elapsed = $state(0)
  #before = 0
  #stopped = false

  constructor(
    private table: string,
    private seat: number | null,
  ) {}

  get done(): boolean {
    return this.found !== null && this.found.done === this.found.decisions
  }

  get slow(): boolean {
    return this.elapsed > LONG
  }

  /** How many seconds it will still take, by how long it took so far. */
  get secondsLeft(): number | null {
    const read = (this.found?.done ?? 0) - this.#before
    if (!this.found || read < 5) return null
    return Math.ceil((this.elapsed / read) * (this.found.decisions - this.found.done) * 0.001)
  }

  async read() {
    this.problem = null
    try {
      const asked = Date.now()
      this.questions = (await api.askForReview(this.table)).questions
      for (let failures = 0; !this.#stopped;) {
        try {
          this.#hear(await api.review(this.table, this.seat, this.#firstMissing()))
          failures = 0
        } catch (error) {
          if (++failures === TRIES) throw error
        }
        this.elapsed = Date.now() - asked
        if (this.done) return
        await new Promise((later) => setTimeout(later, BETWEEN))
      }
    } catch (error) {
      this.problem = (error as ApiError).key === 'review.none' ? 'none' : 'failed'
    }
  }

  /** Somebody looks at a decision: it is judged next. */
  want(number: number) {
    if (!this.done && !this.judged.has(number)) void api.judgeNext(this.table, number).catch(() => {}) // it comes anyway
  }

  stop() {
    this.#stopped = true
  }

  #hear(news: ReviewSoFar) {
    if (!this.found) this.#before = news.done
    for (const one of news.judgements) this.judged.set(one.number, one)
    this.found = news
  }

  #firstMissing(): number {
    let number = 0
    while (this.judged.has(number)) number += 1
    return number
  }
}
