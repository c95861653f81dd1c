import type { IdentityRule, PropertySchema, ResourceTypeDefinition, Settlement } from '@slipway/model'

/** The behaviour of a resource type outside: the nature of its service, and the claims of its provider, which may be lies. */
export interface Kind {
  readonly definition: ResourceTypeDefinition
  /** `natural`: two things cannot have the same `key`. `generated`: every create makes a thing with an id of its own. */
  readonly things: 'generated' | 'natural'
  /**
   * A provider that is asked for a thing looks for one made under this resource id, whatever has its key, or the id that
   * its service gave it; without that one it makes another when it is asked for a change, and has nothing to destroy.
   */
  readonly finds: 'resource id' | 'key' | 'id'
  /** A create with a resource id that was used before returns the existing thing, and makes no second one. */
  readonly adopts: boolean
  /** The answer of a create when something else has its key, or its container is gone. */
  readonly conflict: 'refused' | 'unexpected'
  /** The space within which natural keys are unique. */
  readonly space: string
  /** How long after the end of its plugin a call may still take effect, in milliseconds. 0: calls of a dead plugin have no later effect. */
  readonly lateMs: number
  /** How long a new thing cannot be found, in milliseconds. */
  readonly unseenMs: number
  /** Properties that a provider leaves out of its answers: many report less than they know. */
  readonly untold: readonly string[]
  /** How many times a changed thing reports that it is not stable yet. */
  readonly polls: number
  /** Which things share an id: none, all of the kind, or all made with the same value. */
  readonly ids: 'own' | 'constant' | 'content'
  /** True if a create takes over the thing with its key, and gives it the requested properties; each change gets a new `lamp`. */
  readonly upserts: boolean
}

/** The schema of every type: `key` names a thing outside, `needs` lists the values that it uses of others, `within` names its container. */
const schema: PropertySchema = {
  type: 'object',
  attributes: {
    value: { type: 'string' },
    pinned: { type: 'string', mustRecreate: true },
    within: { type: 'string', mustRecreate: true },
    key: { type: 'string', mustRecreate: true },
    secret: { type: 'string', sensitive: true },
    needs: { type: 'array', items: { type: 'string' } },
    id: { type: 'string', computed: true },
    endpoint: { type: 'string', computed: true },
    login: { type: 'string', computed: true },
    lamp: { type: 'string', computed: true },
  },
}

interface Traits extends Partial<Omit<Kind, 'definition'>> {
  readonly settlement: Settlement
  readonly idField?: 'id' | 'key'
  readonly identity?: IdentityRule
  readonly destroyFirst?: true
  readonly settlesWithinMs?: number
  /** A thing that is pinned to another one goes before that one makes room. */
  readonly goesWithPin?: true
  /** Absent: the provider is asked about each thing. */
  readonly unstableWith?: readonly string[]
}

function kind(name: string, traits: Traits): readonly [string, Kind] {
  const { settlement, idField, identity, destroyFirst = false, settlesWithinMs, goesWithPin, unstableWith } = traits
  const definition: ResourceTypeDefinition = {
    type: `sim/${name}`,
    label: name,
    schema,
    destroyBeforeCreate: destroyFirst,
    settlement,
    stabilisedDependencies: [],
    ...(idField !== undefined && { idField }),
    ...(identity !== undefined && { identity }),
    ...(settlesWithinMs !== undefined && { settlesWithinMs }),
    ...(unstableWith !== undefined && { unstableWith }),
    ...(goesWithPin === true && { replacedWith: 'provider' }),
  }
  return [
    name,
    {
      definition,
      things: traits.things ?? 'generated',
      finds: traits.finds ?? 'resource id',
      adopts: traits.adopts ?? traits.finds !== 'key',
      conflict: traits.conflict ?? 'refused',
      space: traits.space ?? name,
      lateMs: traits.lateMs ?? 0,
      unseenMs: traits.unseenMs ?? 0,
      untold: traits.untold ?? [],
      polls: traits.polls ?? 0,
      ids: traits.ids ?? 'own',
      upserts: traits.upserts ?? false,
    },
  ]
}

const natural = { things: 'natural' } as const
const byKeyOnly = { things: 'natural', finds: 'key' } as const
const byKey: IdentityRule = { fields: ['key'] }
const onDisk: IdentityRule = { fields: ['key'], scope: 'disk' }

/** All kinds by name. Kinds that promise `find` and look for the key lie: they find anything that has it. */
export const kinds: ReadonlyMap<string, Kind> = new Map([
  kind('vm', { settlement: 'find', idField: 'id', lateMs: 3_000, goesWithPin: true, unstableWith: ['pinned'] }),
  kind('db', { settlement: 'find', idField: 'id', settlesWithinMs: 2_000, lateMs: 2_000, polls: 2 }),
  kind('cert', { settlement: 'find', untold: ['secret', 'needs'], lateMs: 1_500, goesWithPin: true }),
  kind('disk', { settlement: 'ask', idField: 'id', adopts: false, lateMs: 2_000, unseenMs: 2_000, goesWithPin: true }),
  kind('volume', { settlement: 'ask', idField: 'id', finds: 'id', adopts: false, lateMs: 1_000 }),
  kind('task', { settlement: 'repeatable', unstableWith: [] }),
  kind('server', { settlement: 'find', destroyFirst: true, polls: 1, goesWithPin: true }),
  // Not late: what comes after all is settled and destroyed, under no id, nobody can know of.
  kind('bucket', { ...byKeyOnly, settlement: 'find', untold: ['pinned'], conflict: 'unexpected' }),
  kind('topic', { ...byKeyOnly, settlement: 'find', untold: ['pinned'], idField: 'id' }),
  kind('slot', { ...byKeyOnly, settlement: 'find', destroyFirst: true }),
  kind('table', { ...natural, settlement: 'find', idField: 'id', identity: byKey, polls: 1, goesWithPin: true }),
  kind('zone', { ...natural, settlement: 'find', identity: byKey, conflict: 'unexpected', lateMs: 2_500 }),
  kind('queue', {
    ...byKeyOnly,
    settlement: 'ask',
    idField: 'key',
    untold: ['pinned'],
    conflict: 'unexpected',
    lateMs: 1_000,
  }),
  kind('role', { ...byKeyOnly, settlement: 'ask', identity: byKey, idField: 'id' }),
  kind('file', { ...natural, settlement: 'find', identity: onDisk, destroyFirst: true, space: 'disk' }),
  kind('link', { ...natural, settlement: 'repeatable', identity: onDisk, destroyFirst: true, space: 'disk' }),
  kind('pass', { settlement: 'ask', idField: 'id', adopts: false, ids: 'constant' }),
  kind('blob', { ...byKeyOnly, settlement: 'ask', idField: 'id', ids: 'content' }),
  kind('record', { ...byKeyOnly, settlement: 'ask', idField: 'id', upserts: true }),
  kind('page', { ...byKeyOnly, settlement: 'ask', idField: 'key', untold: ['secret'], upserts: true }),
])

export function kindOf(type: string): Kind {
  const found = kinds.get(type.slice('sim/'.length))
  if (found === undefined) throw new Error(`there is no kind ${type}`)
  return found
}

/** Whether a type of another owner has ids that say less about its things than they seem to. */
export function sharesIds({ ids, upserts }: Kind): boolean {
  return ids !== 'own' || upserts
}

/** Whether a type promises `find` although it would find things of somebody else. */
export function isLiar({ definition: { settlement }, finds }: Kind): boolean {
  return settlement === 'find' && finds === 'key'
}
