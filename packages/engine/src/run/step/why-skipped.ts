import { shellWord } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { existenceOf } from '../../reality/life-cycle.ts'
import type { RunSession } from '../session/run-session.ts'
import type { StepNode } from '../graph/step-graph.ts'

/**
 * Why something is not done: what it waits for was not done, either.
 *
 * @param skipped the name of what cannot be done
 * @param untaken keys of the steps that were not taken; what other steps have made may only not be stable
 */
export function whySkipped(cause: StepNode, skipped: string, untaken: ReadonlySet<string>): string {
  if (cause.kind === 'link')
    return `the link ${cause.link.name} was not ${cause.link.action === 'delete' ? 'removed' : 'made'}`
  if (!('step' in cause)) return 'the run could not go on'
  const { step, kind } = cause
  // Of the two halves of a replacement, each may come first.
  if (step.name === skipped) return kind === 'old' ? 'the old one was not removed' : 'its successor could not be made'
  if (kind === 'stable' && !untaken.has(step.key)) return `${step.name} is not stable`
  const isRemoval = kind === 'old' || step.action === 'delete'
  return isRemoval ? `${step.name} was not removed` : `${step.name} was not deployed`
}

/**
 * Why something stays while something else of its type could not be made.
 *
 * @param made what there is of the other one
 */
export function perhapsRenamed(
  { name }: Pick<ResourceRecord, 'name'>,
  uncreated: string,
  made: ResourceRecord | undefined,
): string {
  const otherwise = `if not: slipway destroy --target ${shellWord(name)}`
  // What exists has a name of its own.
  if (made !== undefined && existenceOf(made) === 'there')
    return `${uncreated} failed, and may be meant to take its place; ${otherwise}`
  const why = `${uncreated} could not be made, and may be this one under another name`
  // A part cannot be given the name of another resource, nor a resource that of a part.
  const isPlain = ![uncreated, name].some((each) => each.includes(':'))
  return isPlain ? `${why}; if so: slipway state mv ${shellWord(name)} ${shellWord(uncreated)}; ${otherwise}` : why
}

/**
 * Whether it was made through the gateway for something that was to be replaced, and that turned out to be what is wanted. A
 * component says itself which of its parts go.
 */
export function isOfWhatStays(record: ResourceRecord, session: Whole): boolean {
  const maker = record.madeFor && session.record(record.madeFor.id)
  if (session.operation !== 'up' || maker === undefined || maker.replaced) return false
  return session.definition(maker.type)?.isComposed !== true
}

type Whole = Pick<RunSession, 'operation' | 'record' | 'definition'>
