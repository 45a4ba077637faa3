/** What the study is about, beside the edition: the address keeps it. */

const FOUR = 4

export class Choice {
  players = $state(FOUR)
  board = $state('')

  constructor() {
    this.read()
  }

  /** What the address says. */
  read() {
    const asked = new URLSearchParams(location.search)
    this.players = Number(asked.get('players')) || FOUR
    this.board = asked.get('board') ?? ''
  }

  get query(): string {
    const asked = new URLSearchParams()
    if (this.players !== FOUR) asked.set('players', String(this.players))
    if (this.board) asked.set('board', this.board)
    return asked.size ? `?${asked}` : ''
  }

  set({ players, board }: { players?: number; board?: string }) {
    if (players !== undefined) this.players = players
    if (board !== undefined) this.board = board
    history.replaceState(null, '', location.pathname + this.query)
  }
}
