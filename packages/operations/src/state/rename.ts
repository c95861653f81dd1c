import { called, mayExist } from '@slipway/engine'
import { Failure } from '@slipway/model'
import { type InstanceState, linkEnds, type LinkRecord, type ResourceRecord, type StateChange } from '@slipway/stores'
import { ignore } from '../events.ts'
import type { Slipway } from '../slipway.ts'
import { changeState, type StateChangeRequest } from './change-state.ts'
import { nextVersion } from './next-version.ts'
import { recordNamed } from './record-named.ts'

export interface Renamed {
  readonly resource: ResourceRecord
  readonly to: string
}

/**
 * Gives a recorded resource another name; nothing happens to what it stands for. For a resource that the blueprint calls
 * otherwise now, where its type does not tell by what its things are the same.
 *
 * @throws Failure `cli/no-such-resource`, `state/name-taken`, `state/bad-name`
 */
export function renameResource(
  slipway: Slipway,
  from: string,
  to: string,
  request: Omit<StateChangeRequest<never>, 'agree'> = {},
  observe = ignore,
): Promise<Renamed> {
  return changeState(slipway, request, 'slipway state mv', observe, async ({ store, lease, load }) => {
    const state = await load()
    const resource = recordNamed(state, from)
    checkName(to)
    const changes = renaming(state, resource.name, to)
    await store.commit(lease, [...changes, nextVersion(state, Date.now())])
    return { resource, to }
  })
}

/** All generations of a name get the new one, and who depends on it by name follows. */
function renaming(state: InstanceState, from: string, to: string): StateChange[] {
  const { resources, intents, links = [] } = state
  const renamed = (name: string): string => (name === from ? to : name)
  const inNewNames = (record: ResourceRecord): ResourceRecord => ({
    ...called(record, renamed(record.name)),
    dependsOn: record.dependsOn.map(renamed),
  })
  const isConcerned = ({ name, dependsOn }: ResourceRecord): boolean => name === from || dependsOn.includes(from)
  return [
    ...emptied(state, from, to),
    ...resources.filter(isConcerned).map((record) => ({ kind: 'resource', resource: inNewNames(record) }) as const),
    ...links
      .filter((link) => linkEnds(link).some(({ name }) => name === from))
      .map((link) => ({ kind: 'link', link: linkInNewNames(link, renamed) }) as const),
    ...intents
      .filter(({ resource }) => isConcerned(resource))
      .flatMap((intent): StateChange[] => [
        { kind: 'end', intentId: intent.id },
        { kind: 'begin', intent: { ...intent, resource: inNewNames(intent.resource) } },
      ]),
  ]
}

function linkInNewNames(link: LinkRecord, renamed: (name: string) => string): LinkRecord {
  const [a, b] = [renamed(link.a.name), renamed(link.b.name)]
  const former = link.former?.map((end) => ({ ...end, name: renamed(end.name) }))
  const beside = former === undefined ? {} : { former }
  return { ...link, name: `${a}::${b}`, a: { ...link.a, name: a }, b: { ...link.b, name: b }, ...beside }
}

/** Makes the new name free: what only failed to be made, as its provider says, has nothing to lose. */
function emptied({ instance, resources, intents }: InstanceState, from: string, to: string): StateChange[] {
  const holders = resources.filter(({ name }) => name === to)
  const isOpen = intents.some(({ resource }) => resource.name === to)
  const mayBeThere = holders.find(mayExist)
  if (from === to || isOpen || mayBeThere !== undefined) {
    throw new Failure('state/name-taken', `${instance.name} has a resource ${to} already`, {
      hint:
        mayBeThere?.doubtSince === undefined
          ? `slipway state show ${to} shows it; choose another name`
          : `nobody knows whether it was made: look for it, and say slipway up --settle ${to}=missing if it was not`,
    })
  }
  return holders.map(({ id }) => ({ kind: 'forget', resourceId: id }))
}

/** A name as blueprints have them; instances of a template and resources of children included. */
function checkName(name: string): void {
  if (/^[A-Za-z_][\w.-]*(\/[A-Za-z_][\w.-]*)*$/.test(name) && name.length <= 512) return
  throw new Failure('state/bad-name', `${JSON.stringify(name.slice(0, 80))} cannot be the name of a resource`, {
    hint: 'names have letters, digits, "_", "-" and ".", and begin with a letter or "_"',
  })
}
