import { blueprintOf } from '../command/blueprint.ts'
import { saysItExists } from '../command/committed.ts'
import { wantedOf } from '../moves/draft.ts'
import { passOf, type Thing, type Wires } from '../services/world.ts'
import type { Asked, Facts, Run, Violation } from './facts.ts'
import { isDisturbed } from './records.ts'

/**
 * A link is made to existing things. A thing that a run leaves alone exists, also when an earlier run could not change it, or was cut
 * short.
 */
export function wiredToWhatIsThere(to: string, name: string, run: Run, { committed }: Facts): Violation | undefined {
  const row = committed.rows.get(to)
  if (row !== undefined && saysItExists(row)) return undefined
  const { targets = [], exclude = [] } = run.command
  const isPart = targets.length + exclude.length > 0
  const isLeftAlone = !run.asked.some(({ resourceId }) => resourceId === to)
  if (isPart && isLeftAlone && (row?.status === 'update-failed' || row?.status === 'update-interrupted'))
    return undefined
  const found = row === undefined ? 'nothing is recorded of' : `it is ${row.status}:`
  return { rule: 'link ends', message: `a phase of ${name} is done to what is not there: ${found} ${to}` }
}

/** A link is removed before either of its ends, or is moved to the end's successor. */
export function unwiredBefore({ name, resourceId }: Asked, thing: Thing, { world }: Facts): Violation | undefined {
  for (const [id, { a, b }] of world.wires) {
    if (a !== resourceId && b !== resourceId) continue
    return { rule: 'links first', message: `${thing.id} of ${name} is destroyed while the link ${id} stands on it` }
  }
  return undefined
}

/** Everything that links have done is recorded with some link. */
export function everyWireIsKnown({ world, committed }: Facts): Violation | undefined {
  const unknown = [...world.wires.keys()].find((id) => !committed.links.has(id))
  if (unknown === undefined) return undefined
  return {
    rule: 'known',
    message: `the link ${unknown} has done ${shown(world.wires.get(unknown))}, and is not recorded`,
  }
}

/** After a successful `up`, every wanted link is made, complete, and between existing things; there are no other links. */
export function linksAsWanted({ draft }: Run, facts: Facts): Violation | undefined {
  const { world, committed } = facts
  const names = new Set(wantedOf(draft).map(({ name }) => name))
  const wanted = (blueprintOf(draft).links ?? []).filter(({ a, b }) => names.has(a) && names.has(b))
  const left = new Map(committed.links)
  for (const { name, a, b } of wanted) {
    const [rowA, rowB] = [committed.named(a), committed.named(b)]
    const record = [...committed.links.values()].find((link) => link.name === name)
    if (record !== undefined) left.delete(record.id)
    if (rowA === undefined || rowB === undefined || isDisturbed(rowA, facts) || isDisturbed(rowB, facts)) continue
    const wires = record && world.wires.get(record.id)
    const isWhole = wires?.a === rowA.id && wires.b === rowB.id && wires.intermediaries === passOf(record?.id ?? '')
    if (isWhole && record !== undefined && /^(created|updated)$/.test(record.status)) continue
    const what = record === undefined ? 'is not recorded' : `is ${record.status}, and has done ${shown(wires)}`
    return { rule: 'as wanted', message: `the link ${name} ${what}, and up says that all is well` }
  }
  const [other] = left.values()
  if (other === undefined) return undefined
  return {
    rule: 'as wanted',
    message: `the link ${other.name} (${other.status}) is left, and up says that all is well`,
  }
}

/** A link's traces on a resource that it no longer leads to are undone where the resource stays, perhaps under another name. */
export function formerEndsAreFree({ draft }: Run, facts: Facts): Violation | undefined {
  const { world, committed } = facts
  for (const { name } of wantedOf(draft)) {
    const row = committed.named(name)
    if (row === undefined || isDisturbed(row, facts)) continue
    for (const [id, held] of world.held) {
      const link = committed.links.get(id)
      if (!held.has(row.id) || [link?.a.resourceId, link?.b.resourceId].includes(row.id)) continue
      return { rule: 'links', message: `${name} is no end of the link ${id} any more, which is not undone there` }
    }
  }
  return undefined
}

/** Checked at the end of the whole sequence. */
export function noLinkLeft({ world, committed }: Facts): Violation | undefined {
  const [id] = world.wires.keys()
  if (id !== undefined) return { rule: 'cleaned up', message: `the link ${id} has left ${shown(world.wires.get(id))}` }
  const [row] = committed.links.values()
  return row && { rule: 'cleaned up', message: `the link ${row.name} (${row.status}) is left in the state` }
}

function shown(wires: Wires | undefined): string {
  return JSON.stringify(wires ?? {})
}
