import type { Plan, PlanStep } from '@slipway/engine'
import { otherActs } from '../change/saved-plan/planned-acts.ts'

/** Returns the names of steps that differ from the previous plan, including steps that are gone. */
export function changedSteps(before: Plan | undefined, now: Plan): ReadonlySet<string> {
  if (before === undefined) return new Set()
  const [old, next] = [textsOf(before), textsOf(now)]
  const names = [...new Set([...old.keys(), ...next.keys()])].filter((name) => old.get(name) !== next.get(name))
  return new Set(names)
}

function textsOf({ steps }: Plan): ReadonlyMap<string, string> {
  return new Map(steps.filter(({ action }) => action !== 'none').map((step) => [step.key, textOf(step)]))
}

function textOf(step: PlanStep): string {
  const { action, changes } = step
  const wanted = action === 'create' ? step.wish.spec : undefined
  return JSON.stringify([action, changes, wanted], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
}

/** Returns processes that a plan leaves unchanged although one of their dependencies or sources changes. */
export function processesToRestart({ steps }: Plan, sources: ReadonlySet<string>): readonly string[] {
  const changing = new Set(steps.filter(({ action }) => action !== 'none').map(({ name }) => name))
  return steps.flatMap(({ name, type, action, current }) => {
    if (type !== 'local/process' || action !== 'none' || current === undefined) return []
    return sources.has(name) || current.dependsOn.some((other) => changing.has(other)) ? [name] : []
  })
}

/** True if a plan does nothing but what the shown plan does, and restarts the processes that were named with it. */
export function isAsShown(shown: Plan, restart: readonly string[], now: Plan): boolean {
  return otherActs(shown, now).every(({ key, act }) => restart.includes(key) && act.startsWith('replace'))
}
