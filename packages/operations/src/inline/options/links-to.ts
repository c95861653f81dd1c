import { isPlainObject } from '../captured.ts'
import type { InlineOptions } from '../inline-program.ts'
import { refuseUnknownKeys } from './known-keys.ts'
import { listOfNames, nameIn } from './named.ts'

/** Selects the resources to link to: those with all these labels, except the excluded ones. */
export interface LinksTo {
  readonly byLabel: Readonly<Record<string, string>>
  readonly exclude: readonly string[]
}

/** @throws TypeError for an invalid selector */
export function linksTo(selector: NonNullable<InlineOptions['linkSelector']>, name: string): LinksTo {
  refuseUnknownKeys(selector, ['byLabel', 'exclude'], `the linkSelector of ${name}`)
  const { byLabel, exclude } = selector
  const labels: readonly unknown[] = isPlainObject(byLabel) ? Object.values(byLabel) : []
  const excluded = listOfNames(exclude).flatMap((other) => nameIn(other) ?? [])
  const isWrong = labels.length === 0 || labels.some((label) => typeof label !== 'string')
  if (isWrong || excluded.length < listOfNames(exclude).length)
    throw new TypeError(
      `the linkSelector of ${name} has labels, and may have names: { byLabel: { app: 'shop' }, exclude: ['archive'] }`,
    )
  return { byLabel: { ...byLabel }, exclude: excluded }
}
