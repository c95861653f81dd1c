import { byEach, reached } from '@slipway/graph'
import type { Providers } from '../../providers/providers.ts'
import { endKey, isEnding, isReplacedFirst, oldKey, type PlanStep } from '../shape/plan.ts'
import type { Edge } from './waits.ts'
import { identityScope } from '../../spec/identity.ts'

/**
 * If a type asks for it (`replacedWith`), what is replaced or goes is destroyed before anything that it reads makes room: a service may
 * refuse to remove what is in use. Call this before the steps are put in order.
 */
export function usersGoFirst(steps: readonly PlanStep[], providers: Providers): readonly PlanStep[] {
  const room = steps.flatMap((step) => (isReplacedFirst(step) ? (step.current?.id ?? []) : []))
  if (room.length === 0) return steps
  const users = byWhatTheyRead(steps.filter((step) => mayGoFirst(step, providers)))
  // Each one that is found makes room in turn: what reads it goes before it.
  const found = reached(
    room.flatMap((id) => users.get(id) ?? []),
    ({ current }) => users.get(current?.id ?? ''),
  )
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
    const makesRoom = ({ current }: PlanStep): readonly PlanStep[] =>
      (current?.reads ?? []).flatMap((id) => (id === except.current?.id ? [] : (room?.get(id) ?? [])))
    const before = reached(makesRoom(step), (next) => (isOfUsers(next, providers) ? makesRoom(next) : []))
    return before.values().some(({ name }) => names.has(name))
  }
}

function makingRoomById(steps: readonly PlanStep[]): ReadonlyMap<string, PlanStep> {
  return new Map(steps.flatMap((step) => (step.destroyFirst === true && step.current ? [[step.current.id, step]] : [])))
}

/** A resource that makes room ends after those of its readers that make room as well. */
export function* usersFirst(steps: readonly PlanStep[], providers: Providers): Iterable<Edge> {
  const users = byWhatTheyRead(steps.filter((step) => step.destroyFirst === true && isOfUsers(step, providers)))
  if (users.size === 0) return
  for (const step of steps) {
    for (const user of step.destroyFirst === true ? (users.get(step.current?.id ?? '') ?? []) : []) {
      // Its members go at the same time.
      if (goneWith(user) === goneWith(step)) continue
      yield [step.key, goneWith(user), 'goes first']
      if (step.action !== 'delete') yield [oldKey(step.key), goneWith(user), 'goes first']
    }
  }
}

/** By id of a record: the steps that end something which reads it. */
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

/** The key of what ends the old one: its own, or that of what it goes with. */
function goneWith(step: PlanStep): string {
  return step.goesWith ?? endKey(step)
}

export interface ReadersFirst {
  /** By key of a step that makes something: the keys of the removals that make room for it. */
  readonly taken: ReadonlyMap<string, readonly string[]>
  /** Steps that go before other steps that make room. */
  readonly before: readonly Edge[]
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

/** Shows removals as what they are: they make room for something else. */
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

/** By id of what makes room: its type, the key of its removal, and of the step that makes something in its place. */
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

/** By id: the steps that destroy what reads something, from afar too, and is itself read by nothing that stays. */
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
