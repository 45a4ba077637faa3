/** The words of the people round one device, loaded with them. */

import { fill, inLanguage, type Params } from '../../../lib/names'
import { en } from './texts.en'
import { fr } from './texts.fr'

const texts = inLanguage({ en, fr })

export function p(key: keyof typeof en, params: Params = {}): string {
  return fill(texts()[key], params)
}
