import type { DamagedRecord, InstanceState, LinkRecord, ResourceRecord } from '../records.ts'
import { linkEnds } from '../link-ends.ts'
import { plainLink, plainResource, type StoredRow } from './state-rows.ts'

/** Rows, some of which do not open. */
interface Rows {
  readonly resources: readonly StoredRow[]
  readonly intents: readonly StoredRow[]
  readonly links: readonly StoredRow[]
}

/**
 * Removes from a state everything that must stay untouched because some secrets do not open: resources that such a record reads, directly
 * or indirectly, and its calls in doubt. Lists each in `damaged`.
 */
export function heldBack(state: InstanceState, rows: Rows): InstanceState {
  const { damaged = [], links = [] } = state
  if (damaged.length === 0) return { ...state, links, damaged }
  const sealed = [
    ...sealedResources('resource', rows.resources, damaged),
    ...sealedResources('intent', rows.intents, damaged),
  ]
  const held = needsOf(sealed, sealedLinks(rows.links, damaged), state.resources)
  const left = new Set([...held.keys(), ...sealed.map(({ id }) => id)])
  return {
    ...state,
    resources: state.resources.filter(({ id }) => !left.has(id)),
    intents: state.intents.filter(({ resource }) => !left.has(resource.id)),
    links: links.filter((link) => linkEnds(link).every(({ resourceId }) => !left.has(resourceId))),
    damaged: [...damaged, ...held.values()],
  }
}

function sealedResources(
  kind: 'resource' | 'intent',
  rows: readonly StoredRow[],
  damaged: readonly DamagedRecord[],
): readonly Partial<ResourceRecord>[] {
  const ids = new Set(damaged.filter((record) => record.kind === kind).map(({ id }) => id))
  return rows.filter(({ id }) => ids.has(id)).map((row) => plainResource(kind, row) ?? {})
}

/** Links that do not open. A link goes before its ends, so the ends stay while its effects are unknown. */
function sealedLinks(rows: readonly StoredRow[], damaged: readonly DamagedRecord[]): readonly Partial<LinkRecord>[] {
  const ids = new Set(damaged.filter(({ kind }) => kind === 'link').map(({ id }) => id))
  return rows.filter(({ id }) => ids.has(id)).map((row) => plainLink(row) ?? {})
}

/** Records to hold back, by id: those that sealed records need, and readable records whose call in doubt does not open. */
function needsOf(
  sealed: readonly Partial<ResourceRecord>[],
  links: readonly Partial<LinkRecord>[],
  readable: readonly ResourceRecord[],
): ReadonlyMap<string, DamagedRecord> {
  const byId = new Map(readable.map((record) => [record.id, record]))
  const byName = new Map(readable.filter(({ replaced }) => !replaced).map((record) => [record.name, record]))
  const held = new Map<string, DamagedRecord>()
  const hold = (record: ResourceRecord | undefined, reason: string): void => {
    if (record === undefined || held.has(record.id)) return
    held.set(record.id, { kind: 'resource', id: record.id, name: record.name, reason })
    holdNeeds(record)
  }
  const holdNeeds = ({ name = '', reads = [], dependsOn = [] }: Partial<ResourceRecord>): void => {
    for (const id of reads) hold(byId.get(id), `${name} needs it`)
    for (const other of dependsOn) hold(byName.get(other), `${name} needs it`)
  }
  for (const record of sealed) {
    hold(byId.get(record.id ?? ''), 'a call in doubt of it does not open')
    holdNeeds(record)
  }
  for (const { name = 'a link', a, b, former = [] } of links)
    for (const end of [a, b, ...former]) hold(byId.get(end?.resourceId ?? ''), `the link ${name} does not open`)
  return held
}
