import type { Gathered } from '@slipway/engine'
import { type Diagnostic, namespaceOf } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/**
 * Told where a provider has other settings than when things were seen last, and something is found with these. Mostly they are the same
 * things, and where a name is all that tells them apart they may be others.
 *
 * @param between how settings differ
 */
export function otherSettings(
  { state, seenWith }: Pick<Gathered, 'state' | 'seenWith'>,
  between: (before: string, now: string) => string,
): readonly Diagnostic[] {
  const found = new Map<string, ResourceRecord[]>()
  for (const record of state?.resources ?? []) {
    const now = seenWith?.get(record.id)
    if (now === undefined || record.seenWith === undefined) continue
    const which = `${namespaceOf(record.type)} has other settings than before${between(record.seenWith, now)}`
    found.set(which, [...(found.get(which) ?? []), record])
  }
  return Array.from(found, ([which, records]) => ({
    code: 'cli/other-settings',
    severity: 'warning',
    message: `${which}; Slipway assumes that what it finds with them is still ${namesOf(records)}`,
    hint: 'if they lead to something else, change them back',
  }))
}

const mostNames = 5

/** The first ones, and how many more. */
export function namesOf(records: readonly ResourceRecord[]): string {
  const names = records.slice(0, mostNames).map(({ name }) => name)
  return `${names.join(', ')}${records.length > mostNames ? ` and ${records.length - mostNames} more` : ''}`
}
