import { isPlainObject } from '../captured.ts'
import type { InlineOptions, Named } from '../inline-program.ts'

/** Selects the resources to link to: those with all these labels, except the excluded ones. */
export interface LinksTo {
  readonly byLabel: Readonly<Record<string, string>>
  readonly exclude: readonly string[]
}

/** @throws TypeError for an invalid selector */
export function linksTo(selector: NonNullable<InlineOptions['linkSelector']>, name: string): LinksTo {
  const { byLabel, exclude = [] } = selector
  const labels: readonly unknown[] = isPlainObject(byLabel) ? Object.values(byLabel) : []
  if (labels.length === 0 || labels.some((label) => typeof label !== 'string') || !Array.isArray(exclude))
    throw new TypeError(
      `the linkSelector of ${name} has labels, and may have names: { byLabel: { app: 'shop' }, exclude: ['archive'] }`,
    )
  return { byLabel: { ...byLabel }, exclude: exclude.map(nameOf) }
}

function nameOf(other: Named): string {
  return typeof other === 'string' ? other : other.name
}
