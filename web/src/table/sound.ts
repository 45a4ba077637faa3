/** The sounds of the table, made on the spot. They are silent until the reader has touched the page, and never the only sign. */

import type { EditionLook } from '../editions/look'
import { settings } from '../lib/settings.svelte'
import type { GameEvent } from '../lib/types'

class Sounds {
  #context: AudioContext | null = null
  #out: GainNode | null = null
  #noise: AudioBuffer | null = null

  /** Browsers allow sound only after a touch, a click or a key. */
  wake() {
    if (settings.muted || typeof AudioContext === 'undefined') return
    if (!this.#context) {
      this.#context = new AudioContext()
      this.#out = this.#context.createGain()
      this.#out.connect(this.#context.destination)
      this.#noise = this.#context.createBuffer(1, this.#context.sampleRate, this.#context.sampleRate)
      const data = this.#noise.getChannelData(0)
      for (let at = 0; at < data.length; at++) data[at] = Math.random() * 2 - 1
    }
    void this.#context.resume()
  }

  /** The sound of what happened. */
  of(event: GameEvent, me: number | null, special: EditionLook['sounds']) {
    if (!this.#ready()) return
    switch (event.event) {
      case 'picked':
        return this.card()
      case 'moved':
        if (event.target !== 'graveyard') return this.card()
        return special[event.cause ?? ''] === 'cannon' ? this.cannon() : this.thud()
      case 'gained':
      case 'paid':
      case 'earned':
      case 'lost':
        return this.coins(Math.min(6, Math.abs(event.amount)))
      case 'scored':
        return this.coins(6)
      case 'took':
      case 'drew':
        return special[event.token] === 'blades' ? this.blades() : this.card()
      case 'hour-strikes':
        return event.hour === 'day' ? this.roll() : event.hour === 'night' ? this.crickets() : this.card()
      case 'day-begins':
        return this.gulls()
      case 'game-ends':
        return this.chord(event.winners.includes(me ?? -1))
    }
  }

  bell() {
    if (!this.#ready()) return
    for (const [pitch, level, length] of [
      [880, 0.22, 0.9],
      [1320, 0.12, 0.7],
      [2217, 0.06, 0.4],
    ])
      this.#tone(pitch, level, length)
  }

  card() {
    this.#burst(1800, 0.12, 0.06)
    this.#tone(160, 0.1, 0.08, 'triangle')
  }

  thud() {
    this.#tone(90, 0.3, 0.25, 'sine', 0, 45)
    this.#burst(300, 0.15, 0.15)
  }

  cannon() {
    this.#burst(220, 0.5, 0.6)
    this.#tone(70, 0.4, 0.5, 'sine', 0, 30)
  }

  blades() {
    for (const delay of [0, 0.09]) {
      this.#tone(3100, 0.05, 0.3, 'square', delay, 2600)
      this.#burst(5200, 0.09, 0.12, delay)
    }
  }

  coins(count: number) {
    for (let at = 0; at < count; at++) {
      this.#tone(2100 + (at % 3) * 180, 0.06, 0.12, 'triangle', at * 0.06)
      this.#tone(3150 + (at % 2) * 210, 0.04, 0.18, 'sine', at * 0.06 + 0.01)
    }
  }

  roll() {
    for (let at = 0; at < 9; at++) this.#burst(420, 0.05 + at * 0.008, 0.05, at * 0.05)
    this.#burst(2400, 0.2, 0.07, 0.5)
  }

  gulls() {
    for (const delay of [0, 0.35, 0.6]) this.#tone(1500, 0.035, 0.22, 'sawtooth', delay, 1050)
  }

  crickets() {
    for (let at = 0; at < 12; at++) this.#tone(4300, 0.015, 0.05, 'sine', at * 0.13)
  }

  chord(won: boolean) {
    for (const [index, pitch] of (won ? [392, 494, 587, 784] : [330, 392, 494]).entries())
      this.#tone(pitch, 0.12, 1.4, 'triangle', index * 0.09)
  }

  #ready(): boolean {
    if (settings.muted || !this.#context || !this.#out) return false
    this.#out.gain.value = settings.sound * 0.7
    return this.#context.state === 'running'
  }

  #tone(pitch: number, level: number, length: number, shape: OscillatorType = 'sine', delay = 0, slide = pitch) {
    const context = this.#context
    if (!context) return
    const start = context.currentTime + delay
    const voice = context.createOscillator()
    voice.type = shape
    voice.frequency.setValueAtTime(pitch, start)
    voice.frequency.exponentialRampToValueAtTime(slide, start + length)
    voice.connect(this.#fade(level, start, length))
    voice.start(start)
    voice.stop(start + length)
  }

  #burst(pitch: number, level: number, length: number, delay = 0) {
    const context = this.#context
    if (!context) return
    const start = context.currentTime + delay
    const noise = context.createBufferSource()
    const filter = context.createBiquadFilter()
    noise.buffer = this.#noise
    filter.type = 'bandpass'
    filter.frequency.value = pitch
    noise.connect(filter).connect(this.#fade(level, start, length))
    noise.start(start)
    noise.stop(start + length)
  }

  #fade(level: number, start: number, length: number): GainNode {
    const gain = this.#context!.createGain()
    gain.gain.setValueAtTime(level, start)
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length)
    gain.connect(this.#out!)
    return gain
  }
}

export const sounds = new Sounds()
