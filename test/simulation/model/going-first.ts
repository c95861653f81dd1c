import type { ResourceRecord } from '@slipway/stores'
import { saysItExists } from '../command/committed.ts'
import { wantedOf } from '../moves/draft.ts'
import { kindOf } from '../services/kinds.ts'
import { propertiesOf } from '../services/properties.ts'
import { type Asked, destroyingStep, type Facts, readsOf, type Run, type Violation } from './facts.ts'

/** Rows of the things to which a row is pinned for good: what comes in their place would need another one in its own. */
function pinsOf(row: ResourceRecord, { committed }: Facts): readonly ResourceRecord[] {
  if (kindOf(row.type).definition.replacedWith === undefined) return []
  const { pinned = '' } = propertiesOf(row.spec)
  return [...committed.rows.values()].filter((other) => other.id !== row.id && isPinnedTo(pinned, other))
}

function isPinnedTo(pinned: string, { spec }: ResourceRecord): boolean {
  const { id } = spec
  return typeof id === 'string' && pinned.includes(id)
}

/** Ids of what it goes for, where a program that has not ended has something destroyed because what that is pinned to makes room. */
export function goesFor({ resourceId }: Asked, { program }: Run, facts: Facts): readonly string[] {
  const row = facts.committed.rows.get(resourceId)
  if (row === undefined || program === undefined) return []
  const pins = new Set(pinsOf(row, facts))
  for (const pin of pins) {
    if (program.asked.has(pin.name)) continue
    // The thing is removed together with its container.
    const container = facts.committed.named(pin.options?.deletedWith ?? '')
    for (const next of [...pinsOf(pin, facts), ...(container === undefined ? [] : [container])]) pins.add(next)
  }
  return [...pins].filter(({ name }) => program.asked.has(name)).map(({ id }) => id)
}

/** Services may refuse to remove what others are pinned to: those go before it makes room, unless the program has asked for them already. */
export function pinnedFirst({ name, resourceId }: Asked, run: Run, facts: Facts): Violation | undefined {
  const { program, plan, draft } = run
  const { committed, lost } = facts
  const row = committed.rows.get(resourceId)
  const isFirst = destroyingStep(plan, resourceId)?.destroyFirst === true && program?.asked.has(name) === true
  if (row === undefined || program === undefined || program.isOver || !isFirst) return undefined
  // A member may go with its container, without a call.
  const isThere = (other: ResourceRecord): boolean =>
    saysItExists(other) &&
    other.options?.deletedWith === undefined &&
    !committed.isInDoubt(other) &&
    ![...lost].some(({ owner }) => owner === other.id)
  // Records do not tell an ignored property: the records contain what has replaced the old value since.
  const ignoring = new Set(
    wantedOf(draft).flatMap(({ name: one, ignores = [] }) => (ignores.includes('pinned') ? [one] : [])),
  )
  const isKept = (other: ResourceRecord): boolean => ignoring.has(other.name) && !readsOf(other).includes(resourceId)
  const user = [...committed.rows.values()].find(
    (other) => !program.asked.has(other.name) && isThere(other) && pinsOf(other, facts).includes(row) && !isKept(other),
  )
  if (user === undefined) return undefined
  return { rule: 'in use', message: `${name} is destroyed to make room, and ${user.name} is still pinned to it` }
}

/** No thing is destroyed for another one that stays after all. */
export function goneForNothing({ asked, ending, program }: Run, facts: Facts): Violation | undefined {
  if (program?.isOver !== true || ending?.how !== 'ran' || ending.result.outcome !== 'succeeded') return undefined
  const stays = (id: string): boolean => facts.committed.rows.get(id)?.replaced === false
  const found = asked.find(({ goneFor = [] }) => goneFor.length > 0 && goneFor.every(stays))
  if (found === undefined) return undefined
  return { rule: 'gone for nothing', message: `${found.name} was destroyed for something that was not replaced` }
}
