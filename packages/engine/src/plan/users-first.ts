import type { Providers } from '../providers/providers.ts'
import { oldKey, type PlanStep } from './plan.ts'

/**
 * If a type asks for it (`replacedWith`), what is replaced or goes is destroyed before anything that it reads makes room: a service may
 * refuse to remove what is in use. Call this before the steps are put in order, and `waitForUsers` after that.
 */
export function usersFirst(steps: readonly PlanStep[], providers: Providers): readonly PlanStep[] {
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
  return steps.map((step) => (found.has(step) ? { ...step, destroyFirst: true } : step))
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
    room ??= makingRoomById(usersFirst(steps, providers))
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
    // What goes with it goes at the same time.
    const keys = ends.filter((key) => key !== endKey(step))
    if (keys.length === 0) return step
    const after = [...new Set([...step.after, ...keys])]
    return isRemoval(step) ? { ...step, after } : { ...step, after, oldAfter: [...(step.oldAfter ?? []), ...keys] }
  })
}

/** By id of a record: the steps that end something which reads it. */
export function byWhatTheyRead(steps: readonly PlanStep[]): ReadonlyMap<string, readonly PlanStep[]> {
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

function isRemoval({ action }: PlanStep): boolean {
  return action === 'delete'
}

/** The key of what ends the old one: its own, or that of what it goes with. */
function endKey({ action, key, goesWith }: PlanStep): string {
  return goesWith ?? (action === 'replace' ? oldKey(key) : key)
}
