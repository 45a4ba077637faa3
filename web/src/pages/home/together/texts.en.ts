export const en = {
  title: 'Who plays on this device?',
  text: 'It is handed on, and covered in between: nobody sees another’s cards.',
  name: 'Name of player {number}',
  more: 'One more',
  less: 'Without {name}',
  bots: 'Bots besides',
  none: 'none',
  deal: 'Deal the cards',
}
