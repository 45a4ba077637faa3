import type { ApiError } from '../lib/api'
import { t } from '../lib/words'

/** What to say about a call that failed. */
export function failureText(error: ApiError): string {
  return error.message || t('trouble.downText')
}
