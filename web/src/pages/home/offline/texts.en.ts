export const en = {
  offered: 'Play offline',
  offeredText: 'Kept on this device, the whole game opens and plays without a network.',
  keep: 'Keep for offline ({size} MB)',
  failed: 'The network broke off. What has come is kept; try again.',
  loading: 'Keeping it for offline',
  loadingText: '{loaded} of {size} MB',
  kept: 'Kept for offline',
  keptText: 'The game opens and plays without a network.',
  remove: 'Remove ({size} MB)',
}
