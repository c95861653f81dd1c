import type { ResourceRecord } from '@slipway/stores'
import { oldKey, type PlanStep } from './plan.ts'

/** Records of what a successor comes for: those that are made of others, or have others made for them, have a successor with others of its own. */
export function replacedWholes(steps: Iterable<PlanStep>): readonly ResourceRecord[] {
  return Array.from(steps).flatMap(({ action, current }) => (action === 'replace' && current ? [current] : []))
}

/** Steps in which parts of such wholes go, also of those that an earlier run has left: the parts of the successor have their names. */
export function withPartsAside(steps: readonly PlanStep[], wholes: readonly { readonly id: string }[]): PlanStep[] {
  const ids = new Set(wholes.map(({ id }) => id))
  return steps.map((step) =>
    ids.has(step.current?.madeFor?.id ?? '') ? { ...step, key: oldKey(`${step.name} ${step.current?.id}`) } : step,
  )
}
