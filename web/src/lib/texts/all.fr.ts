import { table } from './table.fr'
import type { Ui } from './all.en'
import { shell } from './shell.fr'

export const fr: Ui = { ...shell, table }
