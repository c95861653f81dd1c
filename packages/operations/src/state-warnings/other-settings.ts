import type { Gathered } from '@slipway/engine'
import { type Diagnostic, namespaceOf } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/** Compares ids of settings. */
export interface Differences {
  areOther(before: string, now: string): boolean
  settingsBetween(before: string, now: string): string
  placesBetween(before: string, now: string): string | undefined
}

/**
 * Returns warnings about providers whose settings have changed since things were last seen, if things were found with the new settings. These are
 * usually the same things, but could be others if only a name identifies them.
 */
export function otherSettings(
  { state, seenWith }: Pick<Gathered, 'state' | 'seenWith'>,
  differences: Differences,
): readonly Diagnostic[] {
  const found = new Map<string, ResourceRecord[]>()
  const places = new Map<string, ResourceRecord[]>()
  for (const record of state?.resources ?? []) {
    const now = seenWith?.get(record.id)
    const { seenWith: before } = record
    if (now === undefined || before === undefined || !differences.areOther(before, now)) continue
    const place = differences.placesBetween(before, now)
    const which =
      place ?? `${namespaceOf(record.type)} has other settings than before${differences.settingsBetween(before, now)}`
    const group = place === undefined ? found : places
    group.set(which, [...(group.get(which) ?? []), record])
  }
  const otherwise = Array.from(found, ([which, records]) =>
    warning(
      `${which}; Slipway assumes that they still lead to ${namesOf(records)}`,
      'if the new settings lead to something else, restore the old ones',
    ),
  )
  const elsewhere = Array.from(places, ([where, records]) =>
    warning(
      `${namesOf(records)}: ${where}; Slipway assumes that it finds the same resources now`,
      'if these are other resources, continue there',
    ),
  )
  return [...otherwise, ...elsewhere]
}

function warning(message: string, hint: string): Diagnostic {
  return { code: 'cli/other-settings', severity: 'warning', message, hint }
}

const mostNames = 5

/** Returns the first names, and the number of the other records. */
export function namesOf(records: readonly ResourceRecord[]): string {
  const names = records.slice(0, mostNames).map(({ name }) => name)
  return `${names.join(', ')}${records.length > mostNames ? ` and ${records.length - mostNames} more` : ''}`
}
