import type { ResourceRecord } from '@slipway/stores'
import { saysItExists } from '../command/committed.ts'
import { propertiesOf, sameProperties } from '../services/properties.ts'
import { kindOf } from '../services/kinds.ts'
import { byHand, describeThing, type Thing } from '../services/world.ts'
import { type Facts, type Run, sharesKey, thingOf, type Violation } from './facts.ts'

/** Every thing outside is known to the state: by the resource id under which it was made, or by its key. */
export function everyThingIsKnown(facts: Facts): Violation | undefined {
  const { world, committed } = facts
  for (const thing of world.living) {
    if (thing.owner === byHand || committed.known(thing.owner) !== undefined) continue
    const rows = [...committed.rows.values(), ...Array.from(committed.intents.values(), ({ resource }) => resource)]
    if (rows.some((row) => sharesKey(row, thing))) continue
    if (nobodyCanKnow(thing, facts)) continue
    return { rule: 'known', message: `${describeThing(thing)} of ${thing.owner} is outside, and nowhere in the state` }
  }
  return undefined
}

/** Whether the engine may have forgotten a thing. */
export function nobodyCanKnow(thing: Thing, facts: Facts): boolean {
  const { retained, forgotten } = facts
  const isForgotten = retained.has(thing.owner) || forgotten.has(thing)
  return isForgotten || wasTakenForAnother(thing, facts)
}

/**
 * The thing of a record that is struck, as it has the key of one that was deleted by hand, and is recorded still: to who has not asked they
 * are one.
 */
export function struckForWhatIsLost(resourceId: string, { world, committed, lost }: Facts): Thing | undefined {
  const thing = world.ownedBy(resourceId)
  if (thing === undefined) return undefined
  const isLost = (row: ResourceRecord): boolean => [...lost].some(({ owner }) => owner === row.id)
  const others = [...committed.rows.values()].filter((row) => row.id !== resourceId && sharesKey(row, thing))
  return others.some(isLost) ? thing : undefined
}

/** Whether a thing from a call in doubt came late, after a stranger's thing with the same key had been taken for it. */
function wasTakenForAnother({ type, owner, properties: { key } }: Thing, { world, cut }: Facts): boolean {
  if (kindOf(type).finds !== 'key' || !cut.has(owner)) return false
  return world.things.some((other) => other.owner === byHand && other.type === type && other.properties.key === key)
}

/** A name has one resource; all others with that name are replaced, or are attempts at a successor. */
export function oneOfAName({ committed }: Facts): Violation | undefined {
  const names = new Map<string, string>()
  for (const { name, id, replaced } of committed.rows.values()) {
    const other = names.get(name)
    if (!replaced && other !== undefined)
      return { rule: 'one of a name', message: `${name} is both ${other} and ${id}` }
    if (!replaced) names.set(name, id)
  }
  return undefined
}

/** A row that says that its thing exists is right, and its values are true, unless people have changed the thing by hand. */
export function everyRowIsTrue(facts: Facts): Violation | undefined {
  for (const row of facts.committed.rows.values()) {
    const isAtWork = facts.committed.intentFor(row.id) !== undefined
    if (!saysItExists(row) || isAtWork || mayGoWithAnother(row, facts) || isLeftUnread(row, facts)) continue
    const untrue = untruth(row, facts)
    if (untrue !== undefined) return { rule: 'true', message: `${row.name} (${row.id}, ${row.status}): ${untrue}` }
  }
  return undefined
}

/** Whether a container of the thing may be gone, which nobody has checked yet. */
function mayGoWithAnother({ id, replaced, standsIn = [] }: ResourceRecord, facts: Facts): boolean {
  const { committed } = facts
  return standsIn.some((container) => {
    // A replaced thing is to be destroyed in any case.
    if (replaced && !committed.rows.has(container)) return true
    const around = committed.rows.get(container)
    if (committed.intentFor(container)?.action === 'delete' || around?.status.startsWith('destroy') === true)
      return true
    return around !== undefined && container !== id && mayGoWithAnother(around, facts)
  })
}

/** Ids of resources that a refresh could not read. */
export function unreadIn({ command }: Run, { committed }: Facts): readonly string[] {
  const { trouble = [], refresh, do: what } = command
  if (refresh !== true && what !== 'refresh') return []
  const names = new Set(trouble.flatMap((one) => (one.what === 'call' && one.method === 'read' ? [one.of] : [])))
  return [...committed.rows.values()].flatMap(({ id, name }) => (names.has(name) ? [id] : []))
}

/** It stays recorded while all that it can stand in was found to be gone: its provider had no answer. */
function isLeftUnread({ id, standsIn = [] }: ResourceRecord, { unread, committed }: Facts): boolean {
  return unread.has(id) && standsIn.length > 0 && !standsIn.some((one) => committed.rows.has(one))
}

function untruth(row: ResourceRecord, facts: Facts): string | undefined {
  const { world, lost } = facts
  const thing = thingOf(row, world)
  // The thing that has its key now may be another one.
  if ([...lost].some((gone) => wasOf(row, gone))) return undefined
  if (thing === undefined) return 'it does not exist'
  if (thing.isTouched || thing.owner === byHand || isLeftBehind(row, facts) || isShared(row, facts)) return undefined
  const recorded = propertiesOf(row.spec)
  // If somebody else made the thing, the fields that its provider does not report are unknown.
  const untold = thing.owner === row.id ? [] : kindOf(row.type).untold
  const known = Object.fromEntries(Object.entries(recorded).filter(([name]) => !untold.includes(name)))
  const real = Object.fromEntries(Object.entries(thing.properties).filter(([name]) => !untold.includes(name)))
  if (sameProperties(known, real)) return undefined
  return `it is recorded as ${JSON.stringify(recorded)}, and is ${JSON.stringify(thing.properties)}`
}

/** Whether a thing was left outside: it then counts as foreign, like one that a user has made by hand. */
function isLeftBehind(row: ResourceRecord, { world, retained }: Facts): boolean {
  const owner = thingOf(row, world)?.owner
  return owner !== undefined && owner !== row.id && retained.has(owner)
}

/** Whether two resources are wanted with one key, although their type does not use the key to distinguish things. */
function isShared(row: ResourceRecord, { world, committed }: Facts): boolean {
  const thing = thingOf(row, world)
  if (thing === undefined || kindOf(row.type).definition.identity !== undefined) return false
  // An attempt in doubt may have made the thing that is found by this key.
  return [...committed.rows.values()].some(
    (other) => other.id !== row.id && (saysItExists(other) || other.id === thing.owner) && sharesKey(other, thing),
  )
}

function wasOf(row: ResourceRecord, gone: Thing): boolean {
  return gone.owner === row.id || sharesKey(row, gone)
}

/** Whether the thing of this row was changed by hand, or belongs to another row with the same key as well. */
export function isDisturbed(row: ResourceRecord, facts: Facts): boolean {
  const thing = thingOf(row, facts.world)
  // A thing made in its place, while nobody knew that the first was gone, counts as the same thing.
  const isMistaken = thing !== undefined && facts.forgotten.has(thing)
  return (
    isMistaken ||
    isShared(row, facts) ||
    isLeftBehind(row, facts) ||
    [...facts.lost].some((gone) => wasOf(row, gone)) ||
    thing?.isTouched === true
  )
}
