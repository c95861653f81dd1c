import { identities, isOnlyRead, mayExist, type Providers } from '@slipway/engine'
import { Failure, namespaceOf, shellWord } from '@slipway/model'
import type { InstanceRecord, ResourceRecord, StateStore } from '@slipway/stores'
import type { ConfiguredProviders } from '../provider-settings/configured-providers.ts'
import { KnownSettings } from '../provider-settings/known-settings.ts'
import type { SeenSettings } from '../provider-settings/seen-settings.ts'

type ReadStore = Pick<StateStore, 'instances' | 'load'>

interface Around {
  readonly store: ReadStore
  readonly catalog: Pick<ConfiguredProviders, 'context'>
  readonly seen: Pick<SeenSettings, 'known'>
}

/** An instance, and the definitions of its providers. */
interface Importing {
  readonly instance: string
  readonly providers: Pick<Providers, 'byNamespace' | 'type'>
}

/**
 * Refuses to import things that another instance of this state has recorded, because destroying either instance would destroy a shared thing. Reads
 * all instances; imports are rare.
 *
 * @param records the records of the imported things
 * @throws Failure `cli/recorded-elsewhere`
 */
export async function refuseRecordedElsewhere(
  { instance, providers }: Importing,
  records: readonly ResourceRecord[],
  { store, catalog, seen }: Around,
): Promise<void> {
  const taken = new Map(
    records.flatMap((record) => identities(providers.type(record.type), record).map((each) => [each, record] as const)),
  )
  if (taken.size === 0) return
  await refuseShared({ store, instance }, (theirs, other) => {
    const definition = providers.type(theirs.type)
    if (isOnlyRead(definition, theirs)) return undefined
    const mine = identities(definition, theirs).flatMap((each) => taken.get(each) ?? [])[0]
    return mine !== undefined && isSeenAlike(mine, theirs, other) ? mine : undefined
  })

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

/**
 * Refuses records that another instance of this state has, too. Only an export has such records. Two records with one id stand for one thing, so no
 * provider needs to be asked.
 *
 * @throws Failure `cli/recorded-elsewhere`
 */
export async function refuseCopiedRecords(where: Where, records: readonly ResourceRecord[]): Promise<void> {
  const byId = new Map(records.filter(mayExist).map((record) => [record.id, record]))
  await refuseShared(where, ({ id }) => byId.get(id))
}

/** Returns the types of things that other instances of this state have recorded. */
export async function typesElsewhere(where: Where): Promise<ReadonlySet<string>> {
  const types = new Set<string>()
  for await (const { things } of othersThan(where)) for (const { type } of things) types.add(type)
  return types
}

/** A state, and the instance that the import is for. */
interface Where {
  readonly store: ReadStore
  readonly instance: string
}

/** Refuses the import if another instance shares things with it. @param mineOf returns the imported record of a thing of another instance */
async function refuseShared(
  where: Where,
  mineOf: (theirs: ResourceRecord, other: InstanceRecord) => ResourceRecord | undefined,
): Promise<void> {
  for await (const { name, record, things } of othersThan(where)) {
    const shared = things.flatMap((theirs) => {
      const mine = mineOf(theirs, record)
      return mine === undefined ? [] : [{ mine, theirs }]
    })
    const [first, ...more] = shared
    if (first !== undefined) throw recordedElsewhere(name, first, more.length)
  }
}

interface Shared {
  readonly mine: ResourceRecord
  readonly theirs: ResourceRecord
}

function recordedElsewhere(name: string, { mine, theirs }: Shared, more: number): Failure {
  const [it, others] = more === 0 ? ['it', ''] : ['them', `, and ${more} more ${more === 1 ? 'is' : 'are'} there, too`]
  const forget = `slipway state rm ${more === 0 ? shellWord(theirs.name) : 'NAME'} --instance ${shellWord(name)}`
  return new Failure(
    'cli/recorded-elsewhere',
    `${mine.name} is already ${theirs.name} of the instance ${name}${others}`,
    {
      hint: `destroying ${it} in one instance destroys ${it} for both; to hand ${it} over: ${forget}`,
    },
  )
}

interface Other {
  readonly name: string
  readonly record: InstanceRecord
  /** Records of things that exist or may exist. */
  readonly things: readonly ResourceRecord[]
}

/** Reads the other readable instances, one after the other. */
async function* othersThan({ store, instance }: Where): AsyncGenerator<Other> {
  for (const { name, damage } of await store.instances()) {
    if (name === instance || damage !== undefined) continue
    const other = await store.load(name, { skipDamaged: true })
    if (other !== undefined) yield { name, record: other.instance, things: other.resources.filter(mayExist) }
  }
}
