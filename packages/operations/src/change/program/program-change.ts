import { type Gathered, openPlan, type Plan, type RunResult } from '@slipway/engine'
import type { ProgramPart } from '@slipway/engine/run'
import { equalValues, valueMap } from '@slipway/model'
import type { Lease } from '@slipway/stores'
import type { Stages } from '../../tasks/load-stages.ts'
import { willRun } from '../../tasks/planned-tasks.ts'
import { type ProgramPreviewOptions, warningsTo, withRun } from '../../programs/preview.ts'
import type { ChangeResult } from '../change-request.ts'

export interface ProgramChangeOptions extends ProgramPreviewOptions {
  readonly lease: Lease
  readonly runId: string
  readonly cancel: AbortSignal
  /** The recorded files of the program's variables. */
  readonly variableFiles: readonly string[]
  /** The plan that the user or the policies have agreed to. */
  readonly shown: Plan | undefined
  /** The stage tasks around the run. */
  readonly stages: Stages | undefined
}

/** Runs a program and carries out its requests. */
export async function runProgram(options: ProgramChangeOptions): Promise<ChangeResult> {
  const { engine, gathered, source, part, lease, runId, stop, cancel, stages, observe: events } = options
  const { blueprint } = source
  const plan = openPlan(blueprint, gathered, part)
  const startedAt = performance.now()
  const ours = {
    plan,
    gathered,
    blueprint,
    lease,
    runId,
    stop,
    cancel,
    variableFiles: options.variableFiles,
    events,
    onWarnings: warningsTo(events),
    ...(stages && { notes: stages.notes, around: stages.around({ lease, runId, stop, cancel }, events) }),
  }
  const run = await withRun(options, cancel, ({ program }) =>
    engine.run({ ...ours, program: { program, shown: options.shown } }),
  )
  const hasTasks = stages !== undefined && willRun(stages.planned)
  return resultOf(plan, run, { durationMs: performance.now() - startedAt, gathered, hasTasks })
}

/** Returns the part of a request that limits its resources. */
export function partOf({ targets = [], exclude = [], replace = [] }: ProgramPart): ProgramPart {
  return { targets, exclude, replace }
}

interface Around {
  readonly durationMs: number
  readonly gathered: Gathered
  /** True if tasks have run. */
  readonly hasTasks: boolean
}

function resultOf(plan: Plan, run: RunResult, { durationMs, gathered, hasTasks }: Around): ChangeResult {
  const { state } = gathered
  const { operation, instance } = plan
  const { outcome, exports, counts, takenIn } = run
  const before = state?.instance.exports ?? valueMap()
  const hasDone = Object.values(counts).some((count) => count > 0) || takenIn !== undefined || hasTasks
  const isIdle = !hasDone && plan.protect === undefined && equalValues(before, exports)
  const shown = run.checks === undefined ? plan : { ...plan, checks: run.checks }
  if (outcome === 'succeeded' && isIdle) return { outcome: 'unchanged', operation, instance, plan: shown, exports }
  const isPartial = (state?.damaged ?? []).length > 0
  const ended = { ...plan, exportsChanged: !equalValues(before, exports) }
  return { operation, instance, outcome, plan: ended, exports, run, durationMs, isPartial }
}
