import { t } from './names'

/** A number of seconds in the largest unit that says it whole. */
export function duration(seconds: number): string {
  if (seconds % 86_400 === 0) return t('make.days', { count: seconds / 86_400 })
  if (seconds % 3600 === 0) return t('make.hours', { count: seconds / 3600 })
  if (seconds % 60 === 0) return t('make.minutes', { count: seconds / 60 })
  return t('make.seconds', { count: seconds })
}
