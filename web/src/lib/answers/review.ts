/** A review of a finished game, as the server tells it; docs/review.md explains it. */

export type Verdict = 'great' | 'mistake' | 'blunder' | ''

export interface ReviewOption {
  answer: string
  chance: number
  chance_error: number
  margin: number
  margin_error: number
  share: number
  loss: number
  loss_error: number
}

/** A decision that somebody had to make. `move` is the same for all picks of a morning. */
export interface Question {
  number: number
  move: number
  seat: number
  kind: string
  voyage: number
  day: number
  played: string
  options: string[]
}

export interface ReviewAsked {
  decisions: number
  finished: boolean
  questions: Question[]
}

export interface Judgement extends Omit<Question, 'options'> {
  options: ReviewOption[]
  verdict: Verdict
  worlds: number
  others: Record<string, Record<string, number>>
  why: string[]
}

export interface Point {
  move: number
  voyage: number
  day: number
  hour: 'sunrise' | 'day' | 'over'
  chances: number[]
}

export interface Account {
  result: number
  even: number
  skill: number
  picks: number
  answers: number
  chance: number
  accuracy: number
  loss: number
  decisions: number
}

export interface Turn {
  seat: number
  voyage: number
  day: number
  move: number
  swing: number
  decision: number | null
  line: string
}

export interface ReviewSoFar {
  done: number
  decisions: number
  judgements: Judgement[]
  curve: Point[]
  accounts: Account[]
  turns: Turn[][]
}
