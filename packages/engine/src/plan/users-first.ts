import type { Providers } from '../providers/providers.ts'
import { oldKey, type PlanStep } from './plan.ts'

/**
 * Has what is replaced, or goes, be destroyed before what it reads makes room, where its type asks for that (`replacedWith`): a service
 * may refuse to remove what is in use. To be called before the steps are put in order; `waitForUsers` comes after that.
 */
export function usersFirst(steps: readonly PlanStep[], providers: Providers): readonly PlanStep[] {
  const room = new Set(steps.flatMap((step) => (isReplacedFirst(step) ? (step.current?.id ?? []) : [])))
  if (room.size === 0) return steps
  const found = new Set<PlanStep>()
  // Of a chain each makes room in turn.
  for (let known = -1; known !== found.size;) {
    known = found.size
    for (const step of steps) {
      if (found.has(step) || !isUser(step, room, providers)) continue
      found.add(step)
      if (step.current !== undefined) room.add(step.current.id)
    }
  }
  return steps.map((step) => (found.has(step) ? { ...step, destroyFirst: true } : step))
}

/** Has what makes room wait for the end of what reads it and goes first. */
export function waitForUsers(steps: readonly PlanStep[], providers: Providers): readonly PlanStep[] {
  const users = new Map<string, string[]>()
  for (const step of steps) {
    if (step.destroyFirst !== true || !isOfUsers(step, providers)) continue
    for (const id of step.current?.reads ?? []) {
      const known = users.get(id)
      if (known === undefined) users.set(id, [removalKey(step)])
      else known.push(removalKey(step))
    }
  }
  if (users.size === 0) return steps
  return steps.map((step) => {
    const keys = step.destroyFirst === true ? users.get(step.current?.id ?? '') : undefined
    if (keys === undefined) return step
    const after = [...new Set([...step.after, ...keys])]
    return isRemoval(step) ? { ...step, after } : { ...step, after, oldAfter: [...(step.oldAfter ?? []), ...keys] }
  })
}

function isUser(step: PlanStep, room: ReadonlySet<string>, providers: Providers): boolean {
  const { action, blocked, destroyFirst, goesWith, current } = step
  if (blocked !== undefined || destroyFirst === true || goesWith !== undefined) return false
  if (action !== 'replace' && action !== 'delete') return false
  return isOfUsers(step, providers) && current?.reads.some((id) => room.has(id)) === true
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

function removalKey({ action, key }: PlanStep): string {
  return action === 'replace' ? oldKey(key) : key
}
