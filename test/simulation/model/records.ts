import type { ResourceRecord } from '@slipway/stores'
import { saysItExists } from '../committed.ts'
import { propertiesOf, sameProperties } from '../properties.ts'
import { byHand, describeThing, type Thing } from '../world.ts'
import { type Facts, sharesKey, thingOf, type Violation } from './facts.ts'

/** Every thing outside is known to the state: by the resource id under which it was made, or by its key. */
export function everyThingIsKnown({ world, committed }: Facts): Violation | undefined {
  for (const thing of world.living) {
    if (thing.owner === byHand || committed.known(thing.owner) !== undefined) continue
    const rows = [...committed.rows.values(), ...Array.from(committed.intents.values(), ({ resource }) => resource)]
    if (rows.some((row) => sharesKey(row, thing))) continue
    return { rule: 'known', message: `${describeThing(thing)} of ${thing.owner} is outside, and nowhere in the state` }
  }
  return undefined
}

/** Every row that says that it exists does exist, and says what is true. What people did by hand excepted. */
export function everyRowIsTrue(facts: Facts): Violation | undefined {
  for (const row of facts.committed.rows.values()) {
    if (!saysItExists(row) || facts.committed.intentFor(row.id) !== undefined) continue
    const untrue = untruth(row, facts)
    if (untrue !== undefined) return { rule: 'true', message: `${row.name} (${row.id}, ${row.status}): ${untrue}` }
  }
  return undefined
}

function untruth(row: ResourceRecord, { world, lost }: Facts): string | undefined {
  const thing = thingOf(row, world)
  // What has its key now may be another one.
  if ([...lost].some((gone) => wasOf(row, gone))) return undefined
  if (thing === undefined) return 'it does not exist'
  if (thing.isTouched) return undefined
  const recorded = propertiesOf(row.spec)
  if (sameProperties(recorded, thing.properties)) return undefined
  return `it is recorded as ${JSON.stringify(recorded)}, and is ${JSON.stringify(thing.properties)}`
}

function wasOf(row: ResourceRecord, gone: Thing): boolean {
  return gone.owner === row.id || sharesKey(row, gone)
}

/** True when somebody has done something by hand to the thing of this row. */
export function isDisturbed(row: ResourceRecord, facts: Facts): boolean {
  return [...facts.lost].some((gone) => wasOf(row, gone)) || thingOf(row, facts.world)?.isTouched === true
}
