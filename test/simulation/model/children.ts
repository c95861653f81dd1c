import { childrenAbove } from '../command/blueprint.ts'
import { writtenOf } from '../moves/draft.ts'
import type { Facts, Run, Violation } from './facts.ts'

/**
 * A child is recorded as long as the blueprint has it or something in it is recorded, and no longer. It counts as deployed if everything in it went
 * well.
 */
export function childrenAreTrue(
  { command, draft, ending, isCutShort, wayBack }: Run,
  { committed }: Facts,
  isOfPrograms: boolean,
): Violation | undefined {
  const isWhole =
    command.targets === undefined && command.exclude === undefined && (command.do === 'up' || command.do === 'destroy')
  // The resources of a stack in its children are recorded only by name.
  if (isOfPrograms) return undefined
  // Children that were recorded before are recorded again, whatever their content.
  if (!isWhole || isCutShort || ending?.how !== 'ran' || wayBack === 'guessed') return undefined
  // The command now returns to the earlier record, and is checked at the end of that.
  if (command.rollback === true && wayBack === undefined && ending.result.outcome !== 'succeeded') return undefined
  const rows = new Set([...committed.rows.values()].flatMap(({ name }) => childrenAbove(name)))
  const wanted = new Set(command.do === 'up' ? writtenOf(draft).flatMap(({ name }) => childrenAbove(name)) : [])
  const recorded = new Set(committed.children.keys())
  const missing = [...rows.union(wanted)].find((child) => !recorded.has(child))
  if (missing !== undefined) return { rule: 'children', message: `the child ${missing} is not recorded` }
  const left = [...recorded].find((child) => !rows.has(child) && !wanted.has(child))
  if (left !== undefined)
    return { rule: 'children', message: `the child ${left} is recorded, and nothing is left of it` }
  const isWell = ending.result.outcome === 'succeeded' && command.do === 'up'
  const unwell = [...wanted].find((child) => isWell && committed.children.get(child)?.status !== 'deployed')
  if (unwell === undefined) return undefined
  const status = committed.children.get(unwell)?.status
  return { rule: 'children', message: `all went well, and the child ${unwell} is ${status}` }
}
