import type { ResourceRecord } from '@slipway/stores'
import type { CheckedLink } from '../../check/checked.ts'
import type { PlanStep } from '../../plan/shape/plan.ts'
import type { Following, Session } from '../session/session.ts'
import { Goals } from './goals.ts'
import { lettingGo, ProgramLinks } from './program-links.ts'
import type { GrowingRun, Program, Want } from './program.ts'
import { failureInWords, lateFailure, sayingIn } from './said-by-program.ts'

/**
 * Takes the resources that a program asks for into a run. If the program ends well, resources that it has not asked for go.
 *
 * @returns the reasons why the program has not ended well; empty if it has
 */
export async function followProgram(
  program: Program,
  run: GrowingRun,
  session: Following,
  stop: AbortSignal,
): Promise<readonly string[]> {
  const goals = new Goals(session)
  const links = new ProgramLinks({ session, isPreview: false, mayGo: (record) => goals.mayGo(record) })
  let isOver = false
  // The checks of a program may still read links after its end.
  const link = (wanted: CheckedLink) => links.now(wanted, isOver || stop.aborted ? undefined : run)
  const take = (asked: PlanStep, along: readonly PlanStep[]) => {
    links.note(asked)
    const { step, along: beside, links: letting } = lettingGo(asked, along, session)
    return stop.aborted ? undefined : run.take(step, beside, letting)
  }
  const want: Want = async (resource, how = 'wanted') => {
    // Other parts of a failed program may still ask for something while something else, such as the way back, already writes.
    if (isOver || (how !== 'left' && stop.aborted)) return undefined
    if (how === 'left') return await goals.leave(resource)
    return await (
      await goals.step(resource, take, how)
    ).taken
  }
  const ended = await program(want, { ...sayingIn(session, goals), link }).then(() => [], failureInWords)
  isOver = true
  await goals.idle()
  await run.ended()
  const failed = ended.length > 0 ? ended : lateFailure(goals)
  const isWhole = failed.length === 0 && !stop.aborted
  if (isWhole) {
    await forgetRows(goals.first.rowsLeft, session)
    const ending = goals.removals({ links: await links.atEnd() })
    tellWhatStays(ending.steps, session)
    run.join(ending)
  }
  run.close()
  if (!isWhole) return failed.length === 0 ? ['the run was stopped before the program had ended'] : failed
  await run.ended()
  return lateFailure(goals)
}

export async function forgetRows(
  rows: readonly ResourceRecord[],
  { journal }: Pick<Session, 'journal'>,
): Promise<void> {
  if (rows.length > 0) await journal.write(rows.map(({ id }) => ({ kind: 'forget', resourceId: id })))
}

/** Reports the resources that stay although the program no longer asks for them. There may have been no plan that showed them. */
function tellWhatStays(steps: readonly PlanStep[], { journal }: Pick<Session, 'journal'>): void {
  for (const { key, name, type, action, reason } of steps) {
    if (action !== 'none' || reason === undefined) continue
    journal.tell({ type: 'step-dropped', key, name, resourceType: type, action: 'delete', because: reason })
  }
}
