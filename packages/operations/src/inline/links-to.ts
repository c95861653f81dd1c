import { isPlainObject } from './captured.ts'
import type { InlineOptions, Named } from './inline-program.ts'

/** The resources that one is linked to: those that have all these labels, but for those named. */
export interface LinksTo {
  readonly byLabel: Readonly<Record<string, string>>
  readonly exclude: readonly string[]
}

/** @throws TypeError for what selects nothing that a label can be */
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
