import type { ResourceRecord } from '@slipway/stores'
import { saysItExists } from '../command/committed.ts'
import { named, type Wanted, wantedOf, writtenOf } from '../moves/draft.ts'
import { isLiar, kindOf, kinds } from '../services/kinds.ts'
import { byHand, describeThing, type Thing, type World } from '../services/world.ts'
import { guardedThing, inside } from './options.ts'
import { retainedThing } from './retained.ts'
import { isAskedForTwice } from './programs.ts'
import {
  type Asked,
  destroyingStep,
  type Facts,
  goesFirst,
  hasItsKey,
  idInPlan,
  type Run,
  sharesKey,
  thingOf,
  type Violation,
} from './facts.ts'

/** The rules for a call that destroys a thing. */
export function destroyingRules(asked: Asked, thing: Thing, run: Run, facts: Facts): Violation | undefined {
  return (
    shown(asked, thing, run, facts) ??
    ofNobodyElse(asked, thing, run, facts) ??
    ofAStranger(asked, thing, run, facts) ??
    stillWanted(asked, thing, run, facts) ??
    identityWanted(asked, thing, run, facts) ??
    calledOtherwise(asked, thing, run) ??
    movedByHand(asked, thing, run, facts) ??
    stillUsed(asked, thing, run, facts) ??
    guardedThing(asked, thing, run, facts) ??
    retainedThing(asked, thing, run, facts) ??
    inside(asked, thing, run, facts)
  )
}

/** A run destroys only what its plan showed as destroyed, and nothing that the plan showed as replaced and left outside. */
function shown(asked: Asked, thing: Thing, run: Run, { committed }: Facts): Violation | undefined {
  const { resourceId } = asked
  const step = destroyingStep(run.plan, idInPlan(asked, thing, run.plan))
  if (step !== undefined && step.retainsOld !== true) return undefined
  const row = committed.rows.get(resourceId)
  if (row !== undefined && goesForItsTwin(row, run)) return undefined
  if (isAskedForTwice(thing, run)) return undefined
  return { rule: 'shown', message: `${describeThing(thing)} is destroyed, which the plan does not show` }
}

/** A program that was shown says all again: of two generations of a name the failed one may turn out not to be the one that is kept. */
function goesForItsTwin({ id, name, status, replaced }: ResourceRecord, { plan, program }: Run): boolean {
  if (program === undefined || !replaced || status !== 'create-failed') return false
  return (plan?.steps ?? []).some(
    (step) => step.name === name && step.action === 'delete' && step.current !== undefined && step.current.id !== id,
  )
}

/**
 * The engine never destroys a thing that another living record is. A record whose own thing was deleted by hand does not live: what
 * has its key by now was made for somebody else.
 */
function ofNobodyElse({ resourceId }: Asked, thing: Thing, { plan }: Run, facts: Facts): Violation | undefined {
  const { committed } = facts
  if (isGoneByHand(resourceId, facts)) return undefined
  const isOther = (row: ResourceRecord): boolean =>
    row.id !== resourceId && isRecordOf(row, thing) && (row.id === thing.owner || !isGoneByHand(row.id, facts))
  const others = [...committed.rows.values()].filter(isOther)
  const spared = others.find((row) => destroyingStep(plan, row.id) === undefined)
  if (spared === undefined) return undefined
  const message = `${describeThing(thing)} is destroyed for ${resourceId}, and it is what ${nameOf(spared)} stands for`
  return { rule: 'another record', message }
}

/**
 * Other people's things are left alone: what is found after a call that failed is named, not adopted. It cannot be told
 * from one's own after a call that was cut short, when a destruction is made again, nor where a type promises wrongly that it can.
 */
function ofAStranger({ resourceId, name }: Asked, thing: Thing, run: Run, { cut }: Facts): Violation | undefined {
  if (thing.owner !== byHand || run.condemned.has(resourceId) || cut.has(resourceId) || isLiar(kindOf(thing.type)))
    return undefined
  return { rule: 'stranger', message: `${describeThing(thing)}, which was made by hand, is destroyed for ${name}` }
}

function isRecordOf(row: ResourceRecord, thing: Thing): boolean {
  return saysItExists(row) && (row.id === thing.owner || sharesKey(row, thing))
}

/** The thing it stood for was deleted by hand: one with its key now came later, and nobody has asked about it yet. */
function isGoneByHand(resourceId: string, { lost }: Facts): boolean {
  return [...lost].some(({ owner }) => owner === resourceId)
}

function nameOf({ name, id, replaced }: ResourceRecord): string {
  return `${name} (${id}${replaced ? ', replaced' : ''})`
}

/** Nothing is destroyed that the blueprint wants and that has no living successor; destroyed first, as shown, excepted. */
function stillWanted(asked: Asked, thing: Thing, run: Run, facts: Facts): Violation | undefined {
  const { committed, world } = facts
  if (isGoneByHand(asked.resourceId, facts) || isAskedForTwice(thing, run)) return undefined
  if (run.command.do !== 'up' || goesFirst(run.plan, idInPlan(asked, thing, run.plan))) return undefined
  if (goesOnFirst(asked, facts)) return undefined
  const wanted = wantedOf(run.draft)
  const owner = committed.known(thing.owner)
  const names = new Set([asked.name, owner?.name])
  for (const { name } of wanted.filter((one) => names.has(one.name))) {
    // The resource with this name is itself shown as destroyed first.
    if (run.plan?.steps.some((step) => step.name === name && step.destroyFirst === true)) continue
    const successor = committed.named(name)
    const other = successor === undefined ? undefined : thingOf(successor, world)
    const isThere = other !== undefined && other !== thing
    const isLost = successor !== undefined && isGoneByHand(successor.id, facts)
    if (successor !== undefined && saysItExists(successor) && (isThere || isLost)) continue
    // If things are found by their keys alone, one made by a call in doubt cannot be told from one that was there before.
    if (isLiar(kindOf(thing.type)) && owner !== undefined && committed.isInDoubt(owner)) continue
    return { rule: 'wanted', message: `${describeThing(thing)} is destroyed: ${name} is wanted and has nothing else` }
  }
  return undefined
}

/**
 * Before something makes room, a destruction goes on that has begun before, and what is pinned to it goes: the resource of a name, as the
 * plan shows, or an older generation, whatever has become of its successor.
 */
function goesOnFirst({ resourceId, goneFor = [] }: Asked, { committed }: Facts): boolean {
  const row = committed.rows.get(resourceId)
  return goneFor.length > 0 && (row?.replaced === true || row?.status.startsWith('destroy') === true)
}

/** Wanted resources match records by declared identity first: what is only called something else stays. */
function identityWanted(asked: Asked, thing: Thing, run: Run, { cut }: Facts): Violation | undefined {
  // Records alone do not say what was read of others, and is another text by now.
  if (run.wayBack === 'guessed') return undefined
  // A thing found after an interrupted call counts as that call's result, with all its intended values.
  if (thing.owner === byHand && cut.has(asked.resourceId)) return undefined
  // Nobody knows how much is left of what an earlier run has begun to destroy, or whose it is that has its key by now.
  const isBegun = [thing.owner, asked.resourceId].some((id) => run.condemned.has(id))
  if (run.command.do !== 'up' || isBegun) return undefined
  if (isAskedForTwice(thing, run)) return undefined
  const same = wantedOf(run.draft).find((one) => isSame(one, thing, run))
  if (
    same === undefined ||
    destroyingStep(run.plan, idInPlan(asked, thing, run.plan))?.replaceBecause.includes('requested') === true
  )
    return undefined
  if (isLeftOpen(same, thing, run)) return undefined
  return { rule: 'identity', message: `${describeThing(thing)} is destroyed, and it is what ${same.name} wants` }
}

/** Of two with one key, one is left out, and others decide about it: nobody can know then whether both will be there, which is refused. */
function isLeftOpen({ name, when }: Wanted, thing: Thing, { plan, draft }: Run): boolean {
  const isPlanned = plan?.steps.some((step) => step.name === name) === true
  return when !== undefined && !isPlanned && wantedOf(draft).filter((one) => hasItsKey(one, thing)).length > 1
}

function isSame(wanted: Wanted, thing: Thing, run: Run): boolean {
  return kinds.get(wanted.kind)?.definition.identity !== undefined && needsNoOther(wanted, thing, run)
}

/** True when a thing can become what is wanted without another coming in its place. */
function needsNoOther(wanted: Wanted, { type, properties }: Thing, run: Run): boolean {
  if (kinds.get(wanted.kind)?.definition.type !== type) return false
  const isIn = wanted.within !== undefined || properties.within !== undefined
  const isPinnedByOthers = isIn || wanted.reads.some(({ into }) => into === 'pinned') || isPinnedPerhaps(wanted, run)
  return wanted.key === properties.key && !isPinnedByOthers && wanted.pinned === properties.pinned
}

/** Whether a resource reads, for good, something that the run may make, remove or contain: its value is unknown until then. */
function isPinnedPerhaps({ slot: own }: Wanted, { plan, draft }: Run): boolean {
  const written = writtenOf(draft)
  const { reads = [], within } = written.find(({ slot }) => slot === own) ?? {}
  const pins = new Set(reads.flatMap(({ slot, into }) => (into === 'pinned' ? [slot] : [])))
  if (within !== undefined) pins.add(within)
  const names = new Set(written.flatMap(({ slot, name }) => (pins.has(slot) ? [name] : [])))
  return plan?.steps.some(({ name, wish }) => wish?.conditionUntil !== undefined && names.has(name)) === true
}

/** A thing that the blueprint renames stays: nothing new is made for it. A way back goes by records, which know no renames. */
function calledOtherwise({ name, resourceId }: Asked, thing: Thing, run: Run): Violation | undefined {
  const wanted = wantedOf(run.draft)
  if (run.command.do !== 'up' || run.wayBack !== undefined || run.condemned.has(resourceId)) return undefined
  if (wanted.some((one) => one.name === name)) return undefined
  const now = wanted.find(
    (one) => one.former?.some((was) => was.name === name) === true && needsNoOther(one, thing, run),
  )
  const isMadeAnew = run.plan?.steps.some(
    (step) => step.name === now?.name && step.action === 'create' && step.current === undefined,
  )
  if (now === undefined || isMadeAnew !== true || destroyingStep(run.plan, resourceId)?.current?.replaced === true)
    return undefined
  return {
    rule: 'renamed',
    message: `${describeThing(thing)} is destroyed, and the blueprint calls it ${now.name} now`,
  }
}

/** A thing to which a user gives the name of a wanted resource is that resource, if it can become it. */
function movedByHand(
  { name, resourceId }: Asked,
  thing: Thing,
  run: Run,
  { moved, lost }: Facts,
): Violation | undefined {
  const { command, draft, condemned } = run
  const to = moved.get(thing)
  const wanted = wantedOf(draft).find((one) => one.name === to && needsNoOther(one, thing, run))
  if (command.do !== 'up' || wanted === undefined || name !== to || condemned.has(resourceId)) return undefined
  const isAskedFor = destroyingStep(run.plan, resourceId)?.replaceBecause.includes('requested') === true
  if (isAskedFor || lost.has(thing)) return undefined
  return { rule: 'moved', message: `${describeThing(thing)} is destroyed, and was given the name ${to} by hand` }
}

/** A thing is gone together with its container. */
function standsIn(inner: Thing, thing: Thing, world: World): boolean {
  return world.inside(thing.id).some((one) => one === inner || standsIn(inner, one, world))
}

/** All that tells of its use is a property whose changes are to be ignored: an `up` may record that what comes for it is read now. */
function isKeptOnly(row: ResourceRecord, { properties }: Thing, used: Thing, run: Run): boolean {
  const { command, draft } = run
  const { name, reads, formerNames = [] } = row
  // A user who renames it by hand does not write that into the draft.
  const { ignores = [] } = [name, ...formerNames].flatMap((one) => named(draft, one) ?? [])[0] ?? {}
  const { value = '', pinned = '', needs = [] } = properties
  const heeded = [value, ...needs, ...(ignores.includes('pinned') ? [] : [pinned])]
  const isRecorded = command.do === 'up' || !reads.includes(used.owner)
  return isRecorded && ignores.length > 0 && !heeded.some((text) => text.includes(used.id))
}

/**
 * Whether a thing uses another, directly or not: of two that use each other one goes first. It may have been given the id when
 * something else had that, which made room for the other.
 */
function isUsedBy(thing: Thing, other: Thing): boolean {
  const uses = new Set(thing.uses)
  for (const one of uses) for (const next of one.uses) uses.add(next)
  return uses.has(other) || [...uses].some(({ id, type }) => id === other.id && type === other.type)
}

/** Nobody waits for an attempt at a successor that was given up, where its type does not say how long that would be. */
function isAwaited({ type, status, replaced }: ResourceRecord): boolean {
  const { settlement, settlesWithinMs } = kindOf(type).definition
  const isAttempt = replaced && status.startsWith('create-')
  return !isAttempt || settlement === 'ask' || settlesWithinMs !== undefined
}

/**
 * A thing lives until those that use it have been told to use another; destroyed first, as shown, excepted. Nobody waits for
 * what may use it and is neither known to exist nor wanted.
 */
function stillUsed(asked: Asked, thing: Thing, run: Run, facts: Facts): Violation | undefined {
  const { resourceId } = asked
  const { world, committed, asRecorded } = facts
  // A thing that was planned to go with its container may go before it, for something else that makes room.
  if (goesFirst(run.plan, idInPlan(asked, thing, run.plan)) || goesOnFirst(asked, facts)) return undefined
  const wanted = run.command.do === 'up' ? wantedOf(run.draft) : []
  const user = world.living.find((other) => {
    if (!other.uses.includes(thing) || standsIn(other, thing, world) || isUsedBy(thing, other)) return false
    const row = committed.known(other.owner)
    if (row === undefined || isKeptOnly(row, other, thing, run)) return false
    // The thing that it read when that was recorded has been forgotten, and this one has taken its key.
    if (asRecorded.has(other.owner) && !row.reads.includes(resourceId)) return false
    return !committed.isInDoubt(row) || (isAwaited(row) && wanted.some(({ name }) => name === row.name))
  })
  if (user === undefined) return undefined
  return { rule: 'readers', message: `${describeThing(thing)} is destroyed while ${describeThing(user)} uses it` }
}
