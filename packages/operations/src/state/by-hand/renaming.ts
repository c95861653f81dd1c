import { called, inNewNames, mayExist } from '@slipway/engine'
import { Failure, shellWord } from '@slipway/model'
import {
  allLinkEnds,
  type InstanceState,
  type LinkRecord,
  type ResourceRecord,
  type StateChange,
} from '@slipway/stores'

/**
 * Renames all generations of a resource, and the parts named after it. References by name follow.
 *
 * @throws Failure `state/name-taken`
 */
export function renaming(state: InstanceState, from: string, to: string): StateChange[] {
  const { resources, intents, links = [] } = state
  const parts = partNames(state, from)
  const renamed = (name: string): string =>
    name === from ? to : parts.has(name) ? `${to}${name.slice(from.length)}` : name
  const moved = (record: ResourceRecord): ResourceRecord => inNewNames(called(record, renamed(record.name)), renamed)
  const gone = emptied(state, from, to)
  return [
    ...gone.map((resourceId): StateChange => ({ kind: 'forget', resourceId })),
    ...resources.flatMap((record): StateChange[] => {
      // A forgotten resource may have read the renamed one. If its references were renamed, its record would come back.
      if (gone.includes(record.id)) return []
      const resource = moved(record)
      return resource === record ? [] : [{ kind: 'resource', resource }]
    }),
    ...links
      .filter((link) => allLinkEnds(link).some(({ name }) => name === from))
      .map((link) => ({ kind: 'link', link: linkInNewNames(link, renamed) }) as const),
    ...intents.flatMap((intent): StateChange[] => {
      const resource = moved(intent.resource)
      if (resource === intent.resource) return []
      return [
        { kind: 'end', intentId: intent.id },
        { kind: 'begin', intent: { ...intent, resource } },
      ]
    }),
  ]
}

/** Returns the names of a component's parts. */
function partNames({ resources, intents }: InstanceState, whole: string): ReadonlySet<string> {
  const records = [...resources, ...intents.map(({ resource }) => resource)]
  const ids = new Set(records.flatMap(({ id, name }) => (name === whole ? [id] : [])))
  const parts = records.filter(({ name, madeFor }) => ids.has(madeFor?.id ?? '') && name.startsWith(`${whole}:`))
  return new Set(parts.map(({ name }) => name))
}

function linkInNewNames(link: LinkRecord, renamed: (name: string) => string): LinkRecord {
  const [a, b] = [renamed(link.a.name), renamed(link.b.name)]
  const former = link.former?.map((end) => ({ ...end, name: renamed(end.name) }))
  const beside = former === undefined ? {} : { former }
  return { ...link, name: `${a}::${b}`, a: { ...link.a, name: a }, b: { ...link.b, name: b }, ...beside }
}

/** Frees the new name. Returns the ids of records to forget, all from failed creates that made nothing according to their provider. */
function emptied({ instance, resources, intents }: InstanceState, from: string, to: string): readonly string[] {
  const holders = resources.filter(({ name }) => name === to)
  const isOpen = intents.some(({ resource }) => resource.name === to)
  const mayBeThere = holders.find(mayExist)
  if (from === to || isOpen || mayBeThere !== undefined) throw nameTaken(instance.name, mayBeThere ?? { name: to })
  return holders.map(({ id }) => id)
}

export function nameTaken(
  instance: string,
  { name, doubtSince }: Pick<ResourceRecord, 'name'> & Partial<ResourceRecord>,
): Failure {
  return new Failure('state/name-taken', `${instance} already has a resource ${name}`, {
    hint:
      doubtSince === undefined
        ? `slipway state show ${shellWord(name)} shows it; choose another name`
        : `Slipway does not know whether it was created: look for it, and run slipway up --settle ${shellWord(`${name}=missing`)} if it does not exist`,
  })
}
