import { hasChanges } from '@slipway/engine'
import type { ResourceRecord } from '@slipway/stores'
import { mayBeThere, saysItExists } from '../command/committed.ts'
import { type Draft, type Wanted, wantedOf, writtenOf } from '../moves/draft.ts'
import { kindOf } from '../services/kinds.ts'
import { outputsOf, sameProperties } from '../services/properties.ts'
import { describeThing, type Properties, type Thing } from '../services/world.ts'
import { destroyingStep, type Facts, readsOf, type Run, type Snapshot, thingOf, type Violation } from './facts.ts'
import { isDisturbed } from './records.ts'

/** After a successful `up` of the whole blueprint, everything is as wanted, and nothing else exists. */
export function asWanted({ draft, wayBack }: Run, facts: Facts): Violation | undefined {
  const things = new Map<number, Thing>()
  for (const wanted of wantedOf(draft)) {
    const wrong = wrongWith(wanted, things, facts)
    if (wrong !== undefined)
      return { rule: 'as wanted', message: `${wanted.name} ${wrong}, and up says that all is well` }
  }
  return nothingElse(draft, facts, wayBack !== undefined)
}

function wrongWith(wanted: Wanted, things: Map<number, Thing>, facts: Facts): string | undefined {
  const row = facts.committed.named(wanted.name)
  if (row === undefined || !saysItExists(row)) return `is recorded as ${row?.status ?? 'nothing'}`
  const thing = thingOf(row, facts.world)
  if (isDisturbed(row, facts)) return undefined
  if (thing === undefined) return 'is not there'
  things.set(wanted.slot, thing)
  const expected = expectedOf(wanted, things)
  if (expected === undefined || sameProperties(heeded(expected, wanted), heeded(thing.properties, wanted)))
    return undefined
  return `is ${JSON.stringify(thing.properties)} instead of ${JSON.stringify(expected)}`
}

/** The properties without those that the blueprint ignores. */
function heeded(properties: Properties, { ignores = [] }: Wanted): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !ignores.some((one) => one === name)))
}

/** The expected properties; `undefined` when something that it reads was changed by hand. */
function expectedOf(wanted: Wanted, things: ReadonlyMap<number, Thing>): Properties | undefined {
  const { value, pinned, key, secret, within, reads } = wanted
  const needed = [...reads.map(({ slot }) => slot), ...(within === undefined ? [] : [within])]
  if (needed.some((slot) => !things.has(slot))) return undefined
  const container = within === undefined ? undefined : things.get(within)?.id
  const read = (into: string): string[] =>
    reads.filter((one) => one.into === into).flatMap(({ slot, output }) => valueOf(things.get(slot), output) ?? [])
  const needs = read('needs')
  return {
    value: [value, ...read('value')].join(''),
    ...(pinned !== undefined && { pinned: [pinned, ...read('pinned')].join('') }),
    ...(container !== undefined && { within: container }),
    ...(key !== undefined && { key }),
    ...(secret !== undefined && { secret }),
    ...(needs.length > 0 && { needs }),
  }
}

/** The value of an output; `undefined`: the thing has no such value, and neither has a list or a text that contains it. */
function valueOf(thing: Thing | undefined, output: string): string | undefined {
  if (thing === undefined) return undefined
  return output === 'secret' ? thing.properties.secret : outputsOf(thing)[output]
}

/**
 * Unwanted things are gone, but for one that nobody knows about: it stays, as a row with its name. So does, after a way back, what the failed
 * run has made and is to be retained, or protected.
 */
function nothingElse(draft: Draft, facts: Facts, isWayBack: boolean): Violation | undefined {
  const { committed } = facts
  const names = new Set(wantedOf(draft).map(({ name }) => name))
  const rows = [...committed.rows.values()]
  // Perhaps used by something of which nobody knows whether it is there, or by what stays for that.
  const isSpared = (row: ResourceRecord): boolean =>
    isWayBack && (row.removalPolicy === 'retain' || row.options?.protect === true)
  const stays = rows.filter((row) => committed.isInDoubt(row) || isSpared(row))
  const used = new Set(stays.flatMap(readsOf))
  for (const id of used)
    for (const read of [...readsOf(committed.rows.get(id)), ...usedByRetained(id, facts)]) used.add(read)
  for (const row of rows) {
    if ((names.has(row.name) && !row.replaced) || committed.isInDoubt(row) || used.has(row.id)) continue
    if (isSpared(row)) continue
    const { name, id, status } = row
    return { rule: 'as wanted', message: `${name} (${id}, ${status}) is left, and up says that all is well` }
  }
  return undefined
}

/** Whose things a thing uses, and stands in, that is retained: it may be forgotten by now, and is still there. */
function usedByRetained(resourceId: string, { world, retained }: Facts): readonly string[] {
  const thing = retained.has(resourceId) ? world.living.find(({ owner }) => owner === resourceId) : undefined
  if (thing === undefined) return []
  const { within } = thing.properties
  return [...thing.uses, ...world.living.filter(({ id }) => id === within)].map(({ owner }) => owner)
}

/** Repeating a successful `up` plans nothing. */
export function nothingToDo({ plan }: Run): Violation | undefined {
  if (plan === undefined || !hasChanges(plan)) return undefined
  const steps = plan.steps.filter(({ action }) => action !== 'none')
  const shown = steps.map(({ action, key, reason }) => `${action} ${key}${reason === undefined ? '' : ` (${reason})`}`)
  return { rule: 'nothing to do', message: `up, repeated, wants to do something: ${shown.join(', ') || 'exports'}` }
}

export function snapshotOf(draft: Draft, facts: Facts): Snapshot {
  const snapshot = new Map<string, { readonly thing: Thing; readonly properties: Properties }>()
  for (const { name } of wantedOf(draft)) {
    const row = facts.committed.named(name)
    const thing = row === undefined || isDisturbed(row, facts) ? undefined : thingOf(row, facts.world)
    if (thing !== undefined) snapshot.set(name, { thing, properties: thing.properties })
  }
  return snapshot
}

/** Things that are still as they were when this blueprint was last deployed, and that nobody asked to destroy. */
export function stillAsItWas(snapshot: Snapshot, draft: Draft, facts: Facts): Snapshot {
  const { condemned, retained } = facts
  const asItWas = new Map(snapshot)
  const things = new Set<Thing>()
  const names = new Set(
    writtenOf(draft).flatMap(({ name, former = [] }) => [name].concat(former.map((was) => was.name))),
  )
  // A thing comes after everything that it uses.
  for (const [name, { thing, properties }] of snapshot) {
    const isOurs = thing.isAlive && !retained.has(thing.owner)
    const isAsBefore = isOurs && !thing.isTouched && sameProperties(thing.properties, properties)
    const isSame = isAsBefore && !meansAnother(name, thing, names, facts)
    const { within } = properties
    const isIn = within === undefined || [...things].some(({ id }) => id === within)
    if (isSame && isIn && !condemned.has(thing.owner) && thing.uses.every((used) => things.has(used))) things.add(thing)
    else asItWas.delete(name)
  }
  return asItWas
}

/**
 * It is called otherwise by now, and the blueprint speaks of that name, or something else has its own: where nothing but names tells things apart,
 * each means what has it.
 */
function meansAnother(name: string, { owner, type }: Thing, names: ReadonlySet<string>, { committed }: Facts): boolean {
  const now = committed.known(owner)?.name ?? name
  if (now === name || kindOf(type).definition.identity !== undefined) return false
  const other = committed.named(name)
  // A call that was cut short may also have made the thing with this name.
  const isBegun = [...committed.intents.values()].some(({ resource }) => resource.name === name)
  return names.has(now) || isBegun || (other !== undefined && (mayBeThere(other) || committed.isInDoubt(other)))
}

/** A rollback to an earlier blueprint leaves alone what is still as it should be. */
export function goingBack(run: Run): Violation | undefined {
  const { asked, asItWas } = run
  // Another command ran meanwhile, and has changed something.
  if (asked.length === 0) return undefined
  for (const [name, { thing, properties }] of asItWas) {
    if (!thing.isAlive && couldNotWait(name, thing, run)) continue
    if (!thing.isAlive) return back(name, `${describeThing(thing)}, is destroyed`)
    if (!sameProperties(thing.properties, properties)) return back(name, `${describeThing(thing)}, is changed`)
    if (asked.some((one) => one.kind === 'make' && one.name === name))
      return back(name, `${describeThing(thing)}, gets another one beside it`)
  }
  return undefined
}

/**
 * A thing that goes with its pins is shown to go before something that makes room. Whether its container or pin exists was only decided
 * then; or the pin was shown to make room, too, and could then be changed in place.
 */
function couldNotWait(name: string, { owner }: Thing, { plan, draft }: Run): boolean {
  const written = writtenOf(draft)
  const { within, reads = [] } = written.find((one) => one.name === name) ?? {}
  const pinning = new Set(reads.flatMap(({ slot, into }) => (into === 'pinned' ? [slot] : [])))
  const isUndecided = written.some(({ slot, when }) => when !== undefined && (slot === within || pinning.has(slot)))
  const pins = new Set(written.flatMap((one) => (pinning.has(one.slot) ? [one.name] : [])))
  const mayMakeRoom = plan?.steps.some((step) => pins.has(step.name) && step.destroyFirst === true) === true
  return (isUndecided || mayMakeRoom) && destroyingStep(plan, owner)?.destroyFirst === true
}

function back(name: string, what: string): Violation {
  return { rule: 'going back', message: `${name} was as the blueprint wants it; ${what}` }
}
