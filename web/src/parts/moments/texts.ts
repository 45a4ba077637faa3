/** The words of bad moments on a device, loaded when there is one. */

import { fill, inLanguage, type Params } from '../../lib/names'
import { en } from './texts.en'
import { fr } from './texts.fr'

const texts = inLanguage({ en, fr })

export function m(key: keyof typeof en, params: Params = {}): string {
  return fill(texts()[key], params)
}
