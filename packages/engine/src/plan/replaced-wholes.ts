import type { ResourceRecord } from '@slipway/stores'
import { oldKey, type PlanStep } from './plan.ts'

/** Records that are replaced: if parts were made for one of them, its successor has parts of its own. */
export function replacedWholes(steps: Iterable<PlanStep>): readonly ResourceRecord[] {
  return Array.from(steps).flatMap(({ action, current }) => (action === 'replace' && current ? [current] : []))
}

/** Gives other keys to steps of old parts, also of those that an earlier run has left: the successor's parts have the same names. */
export function withPartsAside(steps: readonly PlanStep[], wholes: readonly { readonly id: string }[]): PlanStep[] {
  const ids = new Set(wholes.map(({ id }) => id))
  return steps.map((step) =>
    ids.has(step.current?.madeFor?.id ?? '') ? { ...step, key: oldKey(`${step.name} ${step.current?.id}`) } : step,
  )
}
