import { wantedOf } from '../moves/draft.ts'
import { kindOf } from '../services/kinds.ts'
import { type Asked, destroyingStep, readsOf, type Run, type Violation } from './facts.ts'

/**
 * A thing that only left the blueprint is destroyed after all creates, and stays while a create of its type failed in that run: it may have
 * been a rename. Things that free a slot go before, and so do readers of a thing that is destroyed first. Asked of each call as it is sent.
 */
export function leavesLast(asked: Asked, run: Run): Violation | undefined {
  if (run.command.do !== 'up') return undefined
  const others = run.asked.filter((other) => other !== asked && other.type === asked.type)
  if (isCreate(asked, run)) {
    const gone = others.find((other) => onlyLeft(other, run))
    return gone === undefined || canFreeAPlace(asked) || readsWhatGoesFirst(gone, run)
      ? undefined
      : early(gone, `before ${asked.name} is made`)
  }
  if (!onlyLeft(asked, run)) return undefined
  const open = others.find((other) => isCreate(other, run) && other.end === 'open')
  if (readsWhatGoesFirst(asked, run)) return undefined
  if (open !== undefined && !canFreeAPlace(asked)) return early(asked, `while ${open.name} is being made`)
  const failed = others.find((other) => isCreate(other, run) && hasFailed(other, run))
  return failed === undefined ? undefined : early(asked, `although ${failed.name} could not be made`)
}

function early({ name }: Asked, why: string): Violation {
  return { rule: 'leaves last', message: `${name}, which only left the blueprint, is destroyed ${why}` }
}

/** Whether the last attempt failed. */
function hasFailed({ name, end }: Asked, { asked }: Run): boolean {
  return end === 'failed' && asked.findLast((other) => other.name === name && other.kind === 'make')?.end === 'failed'
}

/** Whether something is made where nothing was before, unlike a successor. */
function isCreate({ kind, name }: Asked, { plan }: Run): boolean {
  return kind === 'make' && plan?.steps.some((step) => step.name === name && step.action === 'create') === true
}

function onlyLeft({ kind, thing, name, resourceId }: Asked, { draft, plan, condemned }: Run): boolean {
  if (kind !== 'destroy' || thing === undefined || wantedOf(draft).some((wanted) => wanted.name === name)) return false
  const step = destroyingStep(plan, resourceId)
  // An earlier run has begun to destroy it.
  if (condemned.has(resourceId) || step?.current?.status === 'destroy-failed') return false
  // A thing that makes room, as shown, has not only left: something comes in its place. Nor has one about which others decide.
  return step?.current?.replaced !== true && step?.destroyFirst !== true && step?.wish?.conditionUntil === undefined
}

/** Also what goes, without a call, with something that makes room. */
function readsWhatGoesFirst({ resourceId }: Asked, { plan }: Run): boolean {
  const reads = readsOf(destroyingStep(plan, resourceId)?.current)
  const first = plan?.steps.filter(({ destroyFirst }) => destroyFirst === true) ?? []
  const keys = new Set(first.flatMap(({ key }) => [key, `${key} (old)`]))
  const along = plan?.steps.filter(({ goesWith }) => goesWith !== undefined && keys.has(goesWith)) ?? []
  return [...first, ...along].some(({ current }) => reads.includes(current?.id ?? ''))
}

function canFreeAPlace({ type }: Asked): boolean {
  const { identity, destroyBeforeCreate } = kindOf(type).definition
  return destroyBeforeCreate || identity !== undefined
}

/** Something was to make room as well, and nothing was asked to destroy it: its provider could not tell what else it may be. */
function couldNotTell(
  { name, action }: { readonly name: string; readonly action: string },
  { asked, plan }: Run,
): boolean {
  const step = plan?.steps.find((one) => one.name === name && one.destroyFirst === true)
  const { id } = step?.current ?? {}
  return (
    action === 'delete' &&
    id !== undefined &&
    !asked.some(({ kind, resourceId }) => kind === 'destroy' && resourceId === id)
  )
}

/** An older generation, which was to go after its successor was made, has stayed: it turned out to be what is wanted, and is that successor. */
function hasOlderInPlace({ name }: { readonly name: string }, { asked, plan, ending }: Run): boolean {
  if (ending?.how !== 'ran' || ending.result.outcome !== 'succeeded') return false
  const isLeft = (id: string): boolean => !asked.some(({ kind, resourceId }) => kind === 'destroy' && resourceId === id)
  return (plan?.steps ?? []).some(
    (older) => older.name === name && older.action === 'delete' && older.current.replaced && isLeft(older.current.id),
  )
}

/**
 * A thing that is destroyed first goes only when its successor can start at once. Where it reads what is destroyed first, too, it
 * must go before that, and its successor waits for that one's.
 */
export function successorStarts(run: Run): Violation | undefined {
  const { asked, plan, draft, ending, isCutShort, condemned } = run
  // If two resources make room for each other, one of them may turn out to stay.
  if (isCutShort || asked.some(({ kind, end }) => kind === 'destroy' && end === 'failed')) return undefined
  if (ending?.how === 'ran' && ending.result.failures.some((failed) => couldNotTell(failed, run))) return undefined
  for (const one of asked) {
    if (one.kind !== 'destroy' || one.thing === undefined || one.end !== 'done') continue
    const step = destroyingStep(plan, one.resourceId)
    if (step?.action !== 'replace' || step.destroyFirst !== true) continue
    // A destruction that an earlier run has begun waits for no successor.
    if (condemned.has(one.resourceId) || readsWhatGoesFirst(one, run)) continue
    // Another resource has decided that this one is not wanted any more.
    if (step.wish.conditionUntil !== undefined && !wantedOf(draft).some(({ name }) => name === step.name)) continue
    if (hasOlderInPlace(step, run)) continue
    const makers = plan?.steps.filter(({ after }) => after.includes(`${step.key} (old)`)) ?? []
    if (asked.some(({ kind, name }) => kind === 'make' && makers.some((maker) => maker.name === name))) continue
    return { rule: 'destroyed first', message: `${one.name} is destroyed first, and its successor never starts` }
  }
  return undefined
}
