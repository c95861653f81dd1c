import { type Gathered, identities, isOnlyRead, mayExist } from '@slipway/engine'
import { Failure, namespaceOf, shellWord } from '@slipway/model'
import type { InstanceRecord, ResourceRecord, StateStore } from '@slipway/stores'
import type { ConfiguredProviders } from '../provider-settings/configured-providers.ts'
import { KnownSettings } from '../provider-settings/known-settings.ts'
import type { SeenSettings } from '../provider-settings/seen-settings.ts'

interface Around {
  readonly store: Pick<StateStore, 'instances' | 'load'>
  readonly catalog: Pick<ConfiguredProviders, 'context'>
  readonly seen: Pick<SeenSettings, 'known'>
}

/**
 * Refuses to import things that another instance of this state has recorded, because destroying either instance would destroy a shared thing. Reads
 * all instances; imports are rare.
 *
 * @param records the records of the imported things
 * @throws Failure `cli/recorded-elsewhere`
 */
export async function refuseRecordedElsewhere(
  { instance, providers }: Pick<Gathered, 'instance' | 'providers'>,
  records: readonly ResourceRecord[],
  { store, catalog, seen }: Around,
): Promise<void> {
  const taken = new Map(
    records.flatMap((record) => identities(providers.type(record.type), record).map((each) => [each, record] as const)),
  )
  if (taken.size === 0) return
  for (const { name, damage } of await store.instances()) {
    const other = name === instance || damage !== undefined ? undefined : await store.load(name, { skipDamaged: true })
    for (const record of other?.resources ?? []) {
      const definition = providers.type(record.type)
      if (!mayExist(record) || isOnlyRead(definition, record)) continue
      const mine = identities(definition, record).flatMap((each) => taken.get(each) ?? [])[0]
      if (other === undefined || mine === undefined || !isSeenAlike(mine, record, other.instance)) continue
      throw new Failure('cli/recorded-elsewhere', `${mine.name} is already ${record.name} of the instance ${name}`, {
        hint: `destroying it in one instance destroys it for both; to hand it over: slipway state rm ${shellWord(record.name)} --instance ${shellWord(name)}`,
      })
    }
  }

  /**
   * True if both records were seen with the same provider settings. Other settings mean another thing; unknown settings count as the same.
   */
  function isSeenAlike(mine: ResourceRecord, { seenWith }: ResourceRecord, other: InstanceRecord): boolean {
    const namespace = namespaceOf(mine.type)
    const definition = providers.byNamespace.get(namespace)
    if (mine.seenWith === undefined || seenWith === undefined || definition === undefined) return true
    const known = new KnownSettings()
    known.recall(other.providerSettings)
    const place = seen.known.placeOf(mine.seenWith)
    return known.id(catalog.context(namespace, mine.options?.provider).config, definition.config, place) === seenWith
  }
}
