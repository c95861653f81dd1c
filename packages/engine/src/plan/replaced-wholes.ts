import type { ResourceRecord } from '@slipway/stores'
import type { Providers } from '../providers/providers.ts'
import { oldKey, type PlanStep } from './plan.ts'

/** Records of what is made of others, and makes room for a successor that has others of its own. */
export function replacedWholes(steps: Iterable<PlanStep>, providers: Providers): readonly ResourceRecord[] {
  return Array.from(steps).flatMap(({ action, current }) =>
    action === 'replace' && current !== undefined && providers.type(current.type)?.isComposed === true ? [current] : [],
  )
}

/** Steps in which parts of such wholes go, also of those that an earlier run has left: the parts of the successor have their names. */
export function withPartsAside(steps: readonly PlanStep[], wholes: readonly { readonly id: string }[]): PlanStep[] {
  const ids = new Set(wholes.map(({ id }) => id))
  return steps.map((step) =>
    ids.has(step.current?.madeFor?.id ?? '') ? { ...step, key: oldKey(`${step.name} ${step.current?.id}`) } : step,
  )
}
