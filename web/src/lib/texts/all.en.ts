/** All words of the page in English. The French ones are typed after these, so none can be missing. */

import { table } from './table.en'
import { shell } from './shell.en'

export const en = { ...shell, table }

export type Ui = typeof en

/** The keys of all texts, with dots. */
export type Leaves<T> = {
  [Key in keyof T & string]: T[Key] extends string | string[] ? Key : `${Key}.${Leaves<T[Key]>}`
}[keyof T & string]
