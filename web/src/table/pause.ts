/** A wait that can be stopped for a while, and ended early. */
export class Pause {
  #left = 0
  #since = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #done: (() => void) | null = null

  /** Waits so many milliseconds, not counting the time while it is stopped. */
  wait(time: number, stopped: boolean): Promise<void> {
    this.end()
    return new Promise((done) => {
      this.#done = done
      this.#left = time
      if (!stopped) this.go()
    })
  }

  stop() {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#left -= Date.now() - this.#since
  }

  go() {
    if (!this.#done || this.#timer !== undefined) return
    this.#since = Date.now()
    this.#timer = setTimeout(() => this.end(), Math.max(0, this.#left))
  }

  end() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const done = this.#done
    this.#done = null
    done?.()
  }
}
