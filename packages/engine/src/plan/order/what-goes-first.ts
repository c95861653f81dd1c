import { byEach, reached } from '@slipway/graph'
import type { Providers } from '../../providers/providers.ts'
import { endKey, isEnding, isReplacedFirst, oldKey, type PlanStep } from '../shape/plan.ts'
import type { Edge } from './waits.ts'
import { identityScope } from '../../spec/identity.ts'

/**
 * Lets resources of types with `replacedWith` that are replaced or go be destroyed before a resource that they read makes room. A service
 * may refuse to remove a thing that is in use. Call this before the steps are put in order.
 */
export function usersGoFirst(steps: readonly PlanStep[], providers: Providers): readonly PlanStep[] {
  const room = steps.flatMap((step) => (isReplacedFirst(step) ? (step.current?.id ?? []) : []))
  if (room.length === 0) return steps
  const users = byWhatTheyRead(steps.filter((step) => mayGoFirst(step, providers)))
  // Each found resource makes room as well, so its own readers go before it.
  const found = reached(
    room.flatMap((id) => users.get(id) ?? []),
    ({ current }) => users.get(current?.id ?? ''),
  )
  return steps.map((step) => (found.has(step) && isEnding(step) ? { ...step, destroyFirst: true } : step))
}

/**
 * Makes a test for steps that end a resource which must be gone before a resource with one of these names can make room. The resource reads that
 * one, directly or through others that must be gone as well.
 *
 * @returns the test; its last argument is a step that does not count, because both go at the same time anyway
 */
export function makingWay(
  steps: readonly PlanStep[],
  providers: Providers,
): (step: PlanStep, names: ReadonlySet<string>, except: PlanStep) => boolean {
  /** Found on demand, because few plans have containers that make room. */
  let room: ReadonlyMap<string, PlanStep> | undefined
  return (step, names, except) => {
    if (!isOfUsers(step, providers)) return false
    room ??= makingRoomById(usersGoFirst(steps, providers))
    const makesRoom = ({ current }: PlanStep): readonly PlanStep[] =>
      (current?.reads ?? []).flatMap((id) => (id === except.current?.id ? [] : (room?.get(id) ?? [])))
    const before = reached(makesRoom(step), (next) => (isOfUsers(next, providers) ? makesRoom(next) : []))
    return before.values().some(({ name }) => names.has(name))
  }
}

function makingRoomById(steps: readonly PlanStep[]): ReadonlyMap<string, PlanStep> {
  return new Map(steps.flatMap((step) => (step.destroyFirst === true && step.current ? [[step.current.id, step]] : [])))
}

/** Edges between a resource that makes room and its readers that make room as well: the readers go first. */
export function* usersFirst(steps: readonly PlanStep[], providers: Providers): Iterable<Edge> {
  const users = byWhatTheyRead(steps.filter((step) => step.destroyFirst === true && isOfUsers(step, providers)))
  if (users.size === 0) return
  for (const step of steps) {
    for (const user of step.destroyFirst === true ? (users.get(step.current?.id ?? '') ?? []) : []) {
      // The members of a step's resource go at the same time.
      if (goneWith(user) === goneWith(step)) continue
      yield [step.key, goneWith(user), 'goes first']
      if (step.action !== 'delete') yield [oldKey(step.key), goneWith(user), 'goes first']
    }
  }
}

/** The steps that end a reader of a record, by id of the record. */
function byWhatTheyRead(steps: readonly PlanStep[]): ReadonlyMap<string, readonly PlanStep[]> {
  return byEach(steps, ({ current }) => current?.reads ?? [])
}

function mayGoFirst(step: PlanStep, providers: Providers): boolean {
  const { action, blocked, destroyFirst, goesWith } = step
  if (blocked !== undefined || destroyFirst === true || goesWith !== undefined) return false
  return (action === 'replace' || action === 'delete') && isOfUsers(step, providers)
}

function isOfUsers({ type }: PlanStep, providers: Providers): boolean {
  return providers.type(type)?.replacedWith !== undefined
}

/** The key of the step that ends the old resource: either its own step, or the step of the container with which it goes. */
function goneWith(step: PlanStep): string {
  return step.goesWith ?? endKey(step)
}

export interface ReadersFirst {
  /** The keys of the removals that make room for a step, by key of the step. */
  readonly taken: ReadonlyMap<string, readonly string[]>
  /** Steps that go before other steps that make room. */
  readonly before: readonly Edge[]
}

/**
 * Finds the resources that must be destroyed before another can make room. A directory, for example, cannot become a file while its own
 * files are in it. These are unwanted resources that read the one that makes room, in the same scope (`identity`). They make room as well,
 * unless a resource that stays, or is replaced, still reads them. Resources of other scopes go last as always: a process that reads a file
 * is not in its way.
 *
 * @param taken the keys of the removals that free the slot of a step, by key of the step
 */
export function readersGoFirst(
  steps: readonly PlanStep[],
  taken: ReadonlyMap<string, readonly string[]>,
  providers: Providers,
): ReadersFirst {
  const room = whatMakesRoom(steps, taken)
  if (room.size === 0) return { taken, before: [] }
  const readers = byWhatTheyRead(steps)
  const scopeOf = (type: string): string | undefined => identityScope(providers.type(type))
  const all = new Map<string, readonly string[]>(taken)
  const before: Edge[] = []
  for (const [id, { maker, key, type }] of room) {
    const scope = scopeOf(type)
    if (scope === undefined) continue
    const free = new Set([...(taken.get(maker) ?? []), key])
    const mayGo = (step: PlanStep): boolean =>
      isJustRemoved(step) && !free.has(step.key) && scopeOf(step.type) === scope
    const going = goingReaders(id, readers, mayGo)
    const goBefore = (read: string, end: string): void => {
      for (const { key: first, current } of readers.get(read) ?? [])
        if (going.has(current?.id ?? '')) before.push([end, first, 'goes first'])
    }
    const more = Array.from(going.values(), (step) => step.key)
    if (more.length > 0) all.set(maker, [...new Set([...(all.get(maker) ?? []), ...more])])
    goBefore(id, key)
    for (const [read, step] of going) goBefore(read, step.key)
  }
  return { taken: all, before }
}

/** Marks removals that make room for something else. */
export function makingRoom(
  steps: readonly PlanStep[],
  taken: ReadonlyMap<string, readonly string[]>,
): readonly PlanStep[] {
  const makers = new Map(Array.from(taken).flatMap(([maker, keys]) => keys.map((key) => [key, maker] as const)))
  return steps.map((step) => {
    const maker = step.action === 'delete' ? makers.get(step.key) : undefined
    if (maker === undefined || !isEnding(step)) return step
    const reason = `makes room for ${maker}`
    return { ...step, destroyFirst: true, reason: step.reason === undefined ? reason : `${step.reason}, ${reason}` }
  })
}

/** The resources that make room, by id: the type, the key of the removal, and the key of the step that makes something in the place. */
function whatMakesRoom(
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

/** The steps that destroy direct and indirect readers of a resource, by id, if nothing that stays reads these. */
function goingReaders(
  id: string,
  readers: ReadonlyMap<string, readonly PlanStep[]>,
  mayGo: (step: PlanStep) => boolean,
): Map<string, PlanStep> {
  const goingBefore = (each: string): readonly PlanStep[] => (readers.get(each) ?? []).filter(mayGo)
  const found = reached(goingBefore(id), ({ current }) => goingBefore(current?.id ?? ''))
  const going = new Map(Array.from(found, (step) => [step.current?.id ?? '', step]))
  const isReadByOthers = (each: string): boolean =>
    (readers.get(each) ?? []).some((step) => !going.has(step.current?.id ?? '') && !isJustRemoved(step))
  let size: number
  // A resource that was just left out may read others.
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
