import { table } from '../table/texts.fr'
import type { Ui } from './ui.en'
import { shell } from './ui.shell.fr'

export const fr: Ui = { ...shell, table }
