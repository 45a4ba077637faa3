/** The words of the engine's arrival on a device, loaded with it. */

import { fill, inLanguage, type Params } from '../../lib/names'
import { en } from './texts.en'
import { fr } from './texts.fr'

const texts = inLanguage({ en, fr })

export function a(key: keyof typeof en, params: Params = {}): string {
  return fill(texts()[key], params)
}
