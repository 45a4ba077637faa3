/** The faces of the bots: our own drawings. */

import type { Level } from '../lib/types'
import bilge from './faces/bilge.svg'
import fathom from './faces/fathom.svg'
import mango from './faces/mango.svg'
import pepper from './faces/pepper.svg'
import skerry from './faces/skerry.svg'

export const FACES: Record<Level, string> = { bilge, mango, skerry, pepper, fathom }
