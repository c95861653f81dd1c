import { type Gathered, openPlan, type Plan, type RunResult } from '@slipway/engine'
import type { ProgramPart } from '@slipway/engine/run'
import { equalValues, valueMap } from '@slipway/model'
import type { Lease } from '@slipway/stores'
import { type ProgramPreviewOptions, warningsTo, withRun } from '../../programs/preview.ts'
import type { ChangeResult } from '../change-request.ts'

export interface ProgramChangeOptions extends ProgramPreviewOptions {
  readonly lease: Lease
  readonly runId: string
  readonly cancel: AbortSignal
}

/** Does what a program says. */
export async function runProgram(options: ProgramChangeOptions): Promise<ChangeResult> {
  const { engine, gathered, source, part, lease, runId, stop, cancel, observe: events } = options
  const { blueprint } = source
  const plan = openPlan(blueprint, gathered, part)
  const startedAt = performance.now()
  const ours = { plan, gathered, blueprint, lease, runId, stop, cancel, events, onWarnings: warningsTo(events) }
  const run = await withRun(options, cancel, ({ program }) => engine.run({ ...ours, program }))
  return resultOf(plan, run, performance.now() - startedAt, gathered)
}

/** What a request is about. */
export function partOf({ targets = [], exclude = [], replace = [] }: ProgramPart): ProgramPart {
  return { targets, exclude, replace }
}

function resultOf(plan: Plan, run: RunResult, durationMs: number, { state }: Gathered): ChangeResult {
  const { operation, instance } = plan
  const { outcome, exports, counts, takenIn } = run
  const before = state?.instance.exports ?? valueMap()
  const hasDone = Object.values(counts).some((count) => count > 0) || takenIn !== undefined
  const isIdle = !hasDone && equalValues(before, exports)
  if (outcome === 'succeeded' && isIdle) return { outcome: 'unchanged', operation, instance, plan, exports }
  const isPartial = (state?.damaged ?? []).length > 0
  return { operation, instance, outcome, plan, exports, run, durationMs, isPartial }
}
