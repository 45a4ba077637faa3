export const en = {
  memory: 'Nothing is kept here',
  memoryText: 'This browser stores nothing, as in a private window. Play on; the game is gone when the tab is closed.',
  full: 'The device is full',
  fullText: 'The game goes on, but from now on nothing more of it is kept. Make room, and open it again.',
  update: 'A new version is here',
  updateText: 'It comes by itself when no game is open. Taken now, this game goes on where it is.',
  take: 'Take it now',
  plain: 'The bots think with less force here',
  plainText: 'This browser plays without the compiled engine: the strong bots take two seconds, and are weaker.',
  understood: 'I see',
}
