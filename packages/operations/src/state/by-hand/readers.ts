import { Failure } from '@slipway/model'
import { packageOfProvider } from '@slipway/programs'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import { recordsOf } from '../open-calls.ts'

/** True for a resource that configures a plugin and has no thing outside. */
export function isProvider({ type }: Pick<ResourceRecord, 'type'>): boolean {
  return packageOfProvider(type) !== undefined
}

/** Returns the names of records that read a forgotten resource and are not forgotten themselves. */
export function readersOf(state: InstanceState, forgotten: readonly ResourceRecord[]): readonly string[] {
  return namesOf(readers(state, forgotten))
}

/**
 * Refuses to forget a provider that configures other resources: without its settings they could not be changed or destroyed.
 *
 * @throws Failure `state/configures-others`
 */
export function refuseConfiguring(state: InstanceState, forgotten: readonly ResourceRecord[]): void {
  for (const provider of forgotten.filter(isProvider)) {
    const names = namesOf(readers(state, forgotten).filter((reader) => isConfiguredWith(reader, provider)))
    if (names.length === 0) continue
    throw new Failure('state/configures-others', `${provider.name} (${provider.type}) configures ${shown(names)}`, {
      hint: 'first destroy them or give them another configuration (slipway up), or forget them: slipway state rm NAME',
    })
  }
}

function readers(state: InstanceState, forgotten: readonly ResourceRecord[]): readonly ResourceRecord[] {
  const ids = new Set(forgotten.map(({ id }) => id))
  return recordsOf(state, false).filter(({ id, reads }) => !ids.has(id) && reads.some((each) => ids.has(each)))
}

/** True if a resource is configured with a provider, which a blueprint names and a program refers to by URN and id. */
function isConfiguredWith({ reads, options, spec }: ResourceRecord, provider: ResourceRecord): boolean {
  const { provider: reference } = spec
  const { urn } = provider.spec
  const isByUrn = typeof reference === 'string' && typeof urn === 'string' && reference.startsWith(`${urn}::`)
  return reads.includes(provider.id) && (isByUrn || options?.provider === `resources.${provider.name}`)
}

function namesOf(records: readonly ResourceRecord[]): readonly string[] {
  return [...new Set(records.map(({ name }) => name))]
}

/** Maximum number of names in a message. */
const mostNames = 5

function shown(names: readonly string[]): string {
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return names.slice(0, mostNames).join(', ') + more
}
