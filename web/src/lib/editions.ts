/** The names of all editions, as the engine lists them. */

import names from '../data/editions.json'
import type { Edition } from './types'

export const EDITIONS: Edition[] = names
