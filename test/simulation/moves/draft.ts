/** The parts of a user's blueprint that matter here. Immutable: every edit makes a new draft. */
export interface Draft {
  /** In the order of the text; each refers only to earlier ones. */
  readonly resources: readonly Wanted[]
}

export interface Wanted {
  /** Identifies the user's resource, whatever its present name. */
  readonly slot: number
  readonly name: string
  readonly kind: string
  readonly value: string
  readonly pinned?: string
  readonly key?: string
  /** The option `import`: a thing that somebody has made by hand under its key becomes the resource. */
  readonly imports?: true
  readonly secret?: string
  readonly reads: readonly Reading[]
  /** The resource is in the text, but its condition is false. */
  readonly isOff?: true
  /** The slot of the resource whose lamp decides whether this one is wanted. */
  readonly when?: number
  /** Slots of earlier resources in the same blueprint to which it links. */
  readonly linksTo?: readonly number[]
  /** In a replacement, the old thing is destroyed first, although its type does not need that. */
  readonly goesFirst?: boolean
  /** The option `protect`; absent: the blueprint does not have it. */
  readonly protect?: boolean
  /** `removalPolicy`: the thing stays outside when its resource is removed. */
  readonly retain?: boolean
  /** `deletedWith`: the slot of an earlier resource that is its container, with which it is removed. */
  readonly within?: number
  /** Properties whose changes are ignored. */
  readonly ignores?: readonly IgnoredProperty[]
  /** Former names, according to the blueprint. */
  readonly former?: readonly FormerName[]
}

/** A former name, in an entry of `moved` or as an alias of the resource. */
export interface FormerName {
  readonly name: string
  readonly by: 'moved' | 'alias'
}

/** A reference to a value of another resource. */
export interface Reading {
  readonly slot: number
  readonly output: 'id' | 'endpoint' | 'login' | 'secret'
  /** The property into which the value goes. */
  readonly into: 'needs' | 'value' | 'pinned'
}

export type IgnoredProperty = 'pinned' | 'secret'

export type EditedProperty = 'value' | 'pinned' | 'key' | 'secret'

export const emptyDraft: Draft = { resources: [] }

/** The wanted resources. Leaves out references to unwanted ones. */
export function wantedOf(draft: Draft): readonly Wanted[] {
  let on = wantedNow.get(draft)
  if (on === undefined) wantedNow.set(draft, (on = filtered(writtenOf(draft), isDecidedFor)))
  return on
}

/** The resources in the text, whatever other resources decide about them. A resource that is no longer in the text decides nothing. */
export function writtenOf(draft: Draft): readonly Wanted[] {
  let written = writtenNow.get(draft)
  if (written === undefined) writtenNow.set(draft, (written = filtered(draft.resources, isOn).map(undecided)))
  return written
}

const wantedNow = new WeakMap<Draft, readonly Wanted[]>()
const writtenNow = new WeakMap<Draft, readonly Wanted[]>()

type Earlier = ReadonlyMap<number, Wanted>

function filtered(
  resources: readonly Wanted[],
  isThere: (wanted: Wanted, earlier: Earlier) => boolean,
): readonly Wanted[] {
  const there: Wanted[] = []
  const earlier = new Map<number, Wanted>()
  for (const wanted of resources) {
    if (!isThere(wanted, earlier)) continue
    const reads = wanted.reads.filter((read) => canRead(read, earlier.get(read.slot)))
    const { within, ...rest } = wanted
    const isIn = within !== undefined && earlier.has(within)
    there.push({ ...rest, ...(isIn && { within }), reads })
    earlier.set(wanted.slot, wanted)
  }
  return there
}

function isOn({ isOff }: Wanted): boolean {
  return isOff !== true
}

function isDecidedFor({ when }: Wanted, earlier: Earlier): boolean {
  if (when === undefined) return true
  const decides = earlier.get(when)
  return decides !== undefined && hasLampOn(decides.value)
}

function undecided(wanted: Wanted, at: number, all: readonly Wanted[]): Wanted {
  const { when, ...rest } = wanted
  return when === undefined || all.slice(0, at).some(({ slot }) => slot === when) ? wanted : rest
}

/** Whether a value turns on the lamp of its thing, as every second version does: `v2`, `v4`. */
export function hasLampOn(value: string): boolean {
  return Number(/^v(\d+)/.exec(value)?.[1] ?? 1) % 2 === 0
}

function canRead({ output }: Reading, from: Wanted | undefined): boolean {
  if (from === undefined) return false
  return output === 'id' || output === 'endpoint' || from.secret !== undefined
}

export function named(draft: Draft, name: string): Wanted | undefined {
  return draft.resources.find((wanted) => wanted.name === name)
}

export function added(draft: Draft, wanted: Wanted): Draft {
  if (named(draft, wanted.name) !== undefined) return draft
  return { resources: [...withoutFormer(draft, wanted.name).resources, wanted] }
}

export function without(draft: Draft, name: string): Draft {
  return { resources: draft.resources.filter((wanted) => wanted.name !== name) }
}

export function edited(draft: Draft, name: string, change: Partial<Wanted>): Draft {
  return {
    resources: draft.resources.map((wanted) => (wanted.name === name ? { ...wanted, ...change } : wanted)),
  }
}

/** @param says how the blueprint tells the former name; absent: it does not */
export function renamed(draft: Draft, name: string, to: string, says?: FormerName['by']): Draft {
  if (named(draft, to) !== undefined) return draft
  const { former = [] } = named(draft, name) ?? {}
  const said = says === undefined ? {} : { former: [...former, { name, by: says }] }
  return edited(withoutFormer(draft, to), name, { name: to, ...said })
}

/** A former name no longer counts once another resource gets it. */
function withoutFormer({ resources }: Draft, name: string): Draft {
  return {
    resources: resources.map((wanted) => {
      const { former, ...rest } = wanted
      const left = former?.filter((one) => one.name !== name) ?? []
      return left.length === 0 ? rest : { ...rest, former: left }
    }),
  }
}

export function swapped(draft: Draft, one: string, other: string): Draft {
  const names = new Map([
    [one, other],
    [other, one],
  ])
  if (named(draft, one) === undefined || named(draft, other) === undefined) return draft
  return { resources: draft.resources.map((wanted) => ({ ...wanted, name: names.get(wanted.name) ?? wanted.name })) }
}

/** Sets the option that protects a resource, or removes the option. */
export function guarded(draft: Draft, name: string, protect: boolean | undefined): Draft {
  return {
    resources: draft.resources.map((wanted) => {
      if (wanted.name !== name) return wanted
      const { protect: _, ...rest } = wanted
      return protect === undefined ? rest : { ...rest, protect }
    }),
  }
}

/** Turns a resource on or off, as a condition does. */
export function toggled(draft: Draft, name: string): Draft {
  const { isOff, ...rest } = named(draft, name) ?? { isOff: undefined }
  if (!('slot' in rest)) return draft
  const change: Wanted = isOff === true ? rest : { ...rest, isOff: true }
  return { resources: draft.resources.map((wanted) => (wanted.name === name ? change : wanted)) }
}
