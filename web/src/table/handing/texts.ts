/** The words of handing the device on, loaded with it. */

import { fill, inLanguage, type Params } from '../../lib/names'
import { en } from './texts.en'
import { fr } from './texts.fr'

const texts = inLanguage({ en, fr })

export function h(key: keyof typeof en, params: Params = {}): string {
  return fill(texts()[key], params)
}
