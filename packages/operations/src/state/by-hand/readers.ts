import { Failure } from '@slipway/model'
import { packageOfProvider } from '@slipway/programs'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import { recordsOf } from '../open-calls.ts'

/** True for what configures a plugin: nothing outside stands behind it. */
export function isProvider({ type }: Pick<ResourceRecord, 'type'>): boolean {
  return packageOfProvider(type) !== undefined
}

/** Names of what reads a resource, and is not forgotten with it. */
export function readersOf(state: InstanceState, forgotten: readonly ResourceRecord[]): readonly string[] {
  return namesOf(readers(state, forgotten))
}

/**
 * Refuses to forget a provider that others are configured with: nobody could change or destroy them with its settings.
 *
 * @throws Failure `state/configures-others`
 */
export function refuseConfiguring(state: InstanceState, forgotten: readonly ResourceRecord[]): void {
  for (const provider of forgotten.filter(isProvider)) {
    const names = namesOf(readers(state, forgotten).filter((reader) => isConfiguredWith(reader, provider)))
    if (names.length === 0) continue
    throw new Failure('state/configures-others', `${provider.name} (${provider.type}) configures ${shown(names)}`, {
      hint: 'have those destroyed or configured by another one first (slipway up), or forget them first: slipway state rm NAME',
    })
  }
}

function readers(state: InstanceState, forgotten: readonly ResourceRecord[]): readonly ResourceRecord[] {
  const ids = new Set(forgotten.map(({ id }) => id))
  return recordsOf(state, false).filter(({ id, reads }) => !ids.has(id) && reads.some((each) => ids.has(each)))
}

/** In a blueprint by its name, in a program by its URN and its id. */
function isConfiguredWith({ reads, options, spec }: ResourceRecord, provider: ResourceRecord): boolean {
  const { provider: reference } = spec
  const { urn } = provider.spec
  const isByUrn = typeof reference === 'string' && typeof urn === 'string' && reference.startsWith(`${urn}::`)
  return reads.includes(provider.id) && (isByUrn || options?.provider === `resources.${provider.name}`)
}

function namesOf(records: readonly ResourceRecord[]): readonly string[] {
  return [...new Set(records.map(({ name }) => name))]
}

/** Names in one sentence. */
const mostNames = 5

function shown(names: readonly string[]): string {
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return names.slice(0, mostNames).join(', ') + more
}
