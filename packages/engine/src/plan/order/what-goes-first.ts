import type { Providers } from '../../providers/providers.ts'
import { isEnding, oldKey, type PlanStep } from '../shape/plan.ts'
import { identityScope } from '../../spec/identity.ts'

/**
 * If a type asks for it (`replacedWith`), what is replaced or goes is destroyed before anything that it reads makes room: a service may
 * refuse to remove what is in use. Call this before the steps are put in order, and `waitForUsers` after that.
 */
export function usersGoFirst(steps: readonly PlanStep[], providers: Providers): readonly PlanStep[] {
  const room = steps.flatMap((step) => (isReplacedFirst(step) ? (step.current?.id ?? []) : []))
  if (room.length === 0) return steps
  const users = byWhatTheyRead(steps.filter((step) => mayGoFirst(step, providers)))
  const found = new Set<PlanStep>()
  // Each one that is found makes room in turn: what reads it goes before it.
  for (const id of room) {
    for (const step of users.get(id) ?? []) {
      if (found.has(step)) continue
      found.add(step)
      if (step.current !== undefined) room.push(step.current.id)
    }
  }
  return steps.map((step) => (found.has(step) && isEnding(step) ? { ...step, destroyFirst: true } : step))
}

/**
 * Tells whether a step ends something that must be gone before one of some names can make room: because it reads that, or something
 * that must itself be gone before that.
 *
 * @returns a function; its last argument is a step that does not count, since both go at the same time anyway
 */
export function makingWay(
  steps: readonly PlanStep[],
  providers: Providers,
): (step: PlanStep, names: ReadonlySet<string>, except: PlanStep) => boolean {
  /** Found when somebody asks: few plans have containers that make room. */
  let room: ReadonlyMap<string, PlanStep> | undefined
  return (step, names, except) => {
    if (!isOfUsers(step, providers)) return false
    room ??= makingRoomById(usersGoFirst(steps, providers))
    const read = new Set(step.current?.reads)
    for (const id of read) {
      const next = room.get(id)
      if (next === undefined || id === except.current?.id) continue
      if (names.has(next.name)) return true
      if (isOfUsers(next, providers)) for (const other of next.current?.reads ?? []) read.add(other)
    }
    return false
  }
}

function makingRoomById(steps: readonly PlanStep[]): ReadonlyMap<string, PlanStep> {
  return new Map(steps.flatMap((step) => (step.destroyFirst === true && step.current ? [[step.current.id, step]] : [])))
}

/** Lets what makes room wait for the end of what reads it and goes first. */
export function waitForUsers(steps: readonly PlanStep[], providers: Providers): readonly PlanStep[] {
  const users = byWhatTheyRead(steps.filter((step) => step.destroyFirst === true && isOfUsers(step, providers)))
  if (users.size === 0) return steps
  return steps.map((step) => {
    const ends = step.destroyFirst === true ? (users.get(step.current?.id ?? '') ?? []).map(endKey) : []
    // Its members go at the same time.
    const keys = ends.filter((key) => key !== endKey(step))
    if (keys.length === 0) return step
    const after = [...new Set([...step.after, ...keys])]
    return step.wish === undefined
      ? { ...step, after }
      : { ...step, after, oldAfter: [...(step.oldAfter ?? []), ...keys] }
  })
}

/** By id of a record: the steps that end something which reads it. */
function byWhatTheyRead(steps: readonly PlanStep[]): ReadonlyMap<string, readonly PlanStep[]> {
  const users = new Map<string, PlanStep[]>()
  for (const step of steps) {
    for (const id of step.current?.reads ?? []) {
      const known = users.get(id)
      if (known === undefined) users.set(id, [step])
      else known.push(step)
    }
  }
  return users
}

function mayGoFirst(step: PlanStep, providers: Providers): boolean {
  const { action, blocked, destroyFirst, goesWith } = step
  if (blocked !== undefined || destroyFirst === true || goesWith !== undefined) return false
  return (action === 'replace' || action === 'delete') && isOfUsers(step, providers)
}

function isOfUsers({ type }: PlanStep, providers: Providers): boolean {
  return providers.type(type)?.replacedWith !== undefined
}

function isReplacedFirst({ action, blocked, destroyFirst }: PlanStep): boolean {
  return action === 'replace' && blocked === undefined && destroyFirst === true
}

/** The key of what ends the old one: its own, or that of what it goes with. */
function endKey({ action, key, goesWith }: PlanStep): string {
  return goesWith ?? (action === 'replace' ? oldKey(key) : key)
}

export interface ReadersFirst {
  /** By key of a step that makes something: the keys of the removals that make room for it. */
  readonly taken: ReadonlyMap<string, readonly string[]>
  /** By key of a removal: the keys of those that come before it. */
  readonly before: ReadonlyMap<string, readonly string[]>
}

/**
 * Finds what must be destroyed before something else can make room: a directory cannot become a file as long as its own files are in it. These
 * are the resources that nobody wants any more and that read what makes room, in the same scope (`identity`). They make room as well, unless
 * something that stays, or is replaced, still reads them. Resources of other scopes are elsewhere, and go last as always: a process that
 * reads a file is not in its way.
 *
 * @param taken by key of a step that makes something: the keys of the removals that free its slot
 */
export function readersGoFirst(
  steps: readonly PlanStep[],
  taken: ReadonlyMap<string, readonly string[]>,
  providers: Providers,
): ReadersFirst {
  const room = makingRoom(steps, taken)
  if (room.size === 0) return { taken, before: new Map() }
  const readers = byWhatTheyRead(steps)
  const scopeOf = (type: string): string | undefined => identityScope(providers.type(type))
  const all = new Map<string, readonly string[]>(taken)
  const before = new Map<string, readonly string[]>()
  for (const [id, { maker, key, type }] of room) {
    const scope = scopeOf(type)
    if (scope === undefined) continue
    const free = new Set([...(taken.get(maker) ?? []), key])
    const mayGo = (step: PlanStep): boolean =>
      isJustRemoved(step) && !free.has(step.key) && scopeOf(step.type) === scope
    const going = goingReaders(id, readers, mayGo)
    const keysOf = (read: string): readonly string[] =>
      (readers.get(read) ?? []).filter(({ current }) => going.has(current?.id ?? '')).map((step) => step.key)
    addTo(
      all,
      maker,
      Array.from(going.values(), (step) => step.key),
    )
    addTo(before, key, keysOf(id))
    for (const [read, step] of going) addTo(before, step.key, keysOf(read))
  }
  return { taken: all, before }
}

function addTo(known: Map<string, readonly string[]>, key: string, more: readonly string[]): void {
  if (more.length > 0) known.set(key, [...new Set([...(known.get(key) ?? []), ...more])])
}

/** By id of what makes room: its type, the key of its removal, and of the step that makes something in its place. */
function makingRoom(
  steps: readonly PlanStep[],
  taken: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, { readonly maker: string; readonly key: string; readonly type: string }> {
  const makers = new Map(Array.from(taken).flatMap(([maker, keys]) => keys.map((key) => [key, maker] as const)))
  return new Map(
    steps.flatMap(({ action, key, current, destroyFirst, blocked, goesWith }) => {
      if (current === undefined || blocked !== undefined || goesWith !== undefined) return []
      const isFirst = action === 'replace' && destroyFirst === true
      const removal = isFirst ? oldKey(key) : key
      const maker = isFirst ? key : makers.get(key)
      return maker === undefined ? [] : [[current.id, { maker, key: removal, type: current.type }] as const]
    }),
  )
}

/** By id: the steps that destroy what reads something, from afar too, and is itself read by nothing that stays. */
function goingReaders(
  id: string,
  readers: ReadonlyMap<string, readonly PlanStep[]>,
  mayGo: (step: PlanStep) => boolean,
): Map<string, PlanStep> {
  const going = new Map<string, PlanStep>()
  const read = new Set([id])
  for (const each of read) {
    for (const step of readers.get(each) ?? []) {
      if (step.current === undefined || !mayGo(step)) continue
      going.set(step.current.id, step)
      read.add(step.current.id)
    }
  }
  const isReadByOthers = (each: string): boolean =>
    (readers.get(each) ?? []).some((step) => !going.has(step.current?.id ?? '') && !isJustRemoved(step))
  let size: number
  // A resource that is left out may read others.
  do {
    size = going.size
    for (const each of going.keys()) if (isReadByOthers(each)) going.delete(each)
  } while (going.size < size)
  return going
}

function isJustRemoved({ action, blocked, goesWith, oldStays, destroyFirst }: PlanStep): boolean {
  return (
    action === 'delete' &&
    blocked === undefined &&
    goesWith === undefined &&
    oldStays === undefined &&
    destroyFirst !== true
  )
}
