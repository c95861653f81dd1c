import { wantedOf } from '../draft.ts'
import { type Asked, destroyingStep, type Run, type Violation } from './facts.ts'

/**
 * What only left the blueprint stays while a create of its type failed in that run: it may have been a rename.
 */
export function staysAfterFailure({ asked, draft, plan, command }: Run): Violation | undefined {
  if (command.do !== 'up') return undefined
  const names = new Set(wantedOf(draft).map(({ name }) => name))
  for (const [index, one] of asked.entries()) {
    if (one.kind !== 'destroy' || one.thing === undefined || names.has(one.name)) continue
    if (destroyingStep(plan, one.resourceId)?.current?.replaced === true) continue
    const failed = asked.slice(0, index).find((other) => isFailedMake(other) && other.type === one.type)
    if (failed === undefined) continue
    return { rule: 'stays', message: `${one.name} is destroyed although ${failed.name} of its type was not made` }
  }
  return undefined
}

function isFailedMake({ kind, hasFailed }: Asked): boolean {
  return kind === 'make' && hasFailed
}

/** What is destroyed first goes only when its successor can start at once. */
export function successorStarts({ asked, plan, isCutShort }: Run): Violation | undefined {
  if (isCutShort) return undefined
  for (const one of asked) {
    if (one.kind !== 'destroy' || one.thing === undefined || one.hasFailed) continue
    const step = destroyingStep(plan, one.resourceId)
    if (step?.action !== 'replace' || step.destroyFirst !== true) continue
    if (asked.some(({ kind, name }) => kind === 'make' && name === step.name)) continue
    return { rule: 'destroyed first', message: `${one.name} is destroyed first, and its successor never starts` }
  }
  return undefined
}
