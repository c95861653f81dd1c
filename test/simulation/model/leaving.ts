import type { PlanStep } from '@slipway/engine'
import { wantedOf } from '../draft.ts'
import { kindOf } from '../kinds.ts'
import { type Asked, destroyingStep, type Run, type Violation } from './facts.ts'

/**
 * What only left the blueprint is destroyed after all creates, and stays while a create of its type failed in that run: it
 * may have been a rename. What frees a place goes before. Asked of each call as it is sent.
 */
export function leavesLast(asked: Asked, run: Run): Violation | undefined {
  if (run.command.do !== 'up') return undefined
  const others = run.asked.filter((other) => other !== asked && other.type === asked.type)
  if (asked.kind === 'make') {
    const gone = others.find((other) => onlyLeft(other, run) && !isGoing(other, run))
    return gone === undefined || canFreeAPlace(asked) ? undefined : early(gone, `before ${asked.name} is made`)
  }
  const step = destroyingStep(run.plan, asked.resourceId)
  // What an earlier run has begun to destroy is no renamed one.
  const makesRoom = step?.destroyFirst === true || isGoing(asked, run)
  if (makesRoom || !onlyLeft(asked, run)) return undefined
  const open = others.find(({ kind, end }) => kind === 'make' && end === 'open')
  if (open !== undefined && !canFreeAPlace(asked)) return early(asked, `while ${open.name} is being made`)
  // What was made in the end is made, however often it failed before.
  const failed = others.findLast(({ kind, end, name }, at) => {
    const isMadeLater = others.slice(at + 1).some((later) => later.name === name && later.end === 'done')
    return kind === 'make' && end === 'failed' && !isMadeLater
  })
  return failed === undefined ? undefined : early(asked, `although ${failed.name} could not be made`)
}

/** Its successor waits for something that takes its very place: it cannot but go before. */
function goesRound({ key, after }: PlanStep, plan: Run['plan']): boolean {
  return plan?.steps.some((other) => after.includes(other.key) && other.after.includes(`${key} (old)`)) === true
}

function isGoing({ resourceId }: Asked, { plan }: Run): boolean {
  return destroyingStep(plan, resourceId)?.current?.status.startsWith('destroy') === true
}

function early({ name }: Asked, why: string): Violation {
  return { rule: 'leaves last', message: `${name}, which only left the blueprint, is destroyed ${why}` }
}

function onlyLeft({ kind, thing, name, resourceId }: Asked, { draft, plan }: Run): boolean {
  if (kind !== 'destroy' || thing === undefined || wantedOf(draft).some((wanted) => wanted.name === name)) return false
  return destroyingStep(plan, resourceId)?.current?.replaced !== true
}

function canFreeAPlace({ type }: Asked): boolean {
  const { identity, destroyBeforeCreate } = kindOf(type).definition
  return destroyBeforeCreate || identity !== undefined
}

/** What is destroyed first goes only when its successor can start at once. */
export function successorStarts({ asked, plan, isCutShort }: Run): Violation | undefined {
  // Where a destruction fails, what it was to make room for cannot start; nobody could know before.
  if (isCutShort || asked.some(({ kind, end }) => kind === 'destroy' && end === 'failed')) return undefined
  for (const one of asked) {
    if (one.kind !== 'destroy' || one.thing === undefined || one.end !== 'done') continue
    const step = destroyingStep(plan, one.resourceId)
    if (step?.action !== 'replace' || step.destroyFirst !== true) continue
    if (asked.some(({ kind, name }) => kind === 'make' && name === step.name) || goesRound(step, plan)) continue
    return { rule: 'destroyed first', message: `${one.name} is destroyed first, and its successor never starts` }
  }
  return undefined
}
