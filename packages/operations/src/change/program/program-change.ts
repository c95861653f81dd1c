import { type Gathered, openPlan, type Plan, type RunResult } from '@slipway/engine'
import { type ProgramPart, ProgramParts } from '@slipway/engine/run'
import { type Diagnostic, equalValues, Failure, valueMap } from '@slipway/model'
import type { Lease } from '@slipway/stores'
import type { EnginePart } from '../../engine/engine-part.ts'
import { attemptsTo, type Observer } from '../../events.ts'
import type { ProgramSource, RunningProgram } from '../../programs/program-source.ts'
import type { ChangeResult } from '../change-request.ts'

export interface ProgramPreviewOptions {
  readonly source: ProgramSource
  readonly engine: EnginePart
  /** As the source starts from it. */
  readonly gathered: Gathered
  /** What it is about, as the user says it. */
  readonly part: ProgramPart
  readonly stop: AbortSignal
  readonly observe: Observer
}

export interface ProgramChangeOptions extends ProgramPreviewOptions {
  readonly lease: Lease
  readonly runId: string
  readonly cancel: AbortSignal
}

/** What a program would do, by a run of it in which nothing is done. */
export async function previewOf(options: ProgramPreviewOptions): Promise<Plan> {
  const { engine, gathered, source, part, stop, observe } = options
  const { blueprint } = source
  return await withRun(options, 'preview', async (run) => {
    const onWarnings = warningsTo(observe)
    return await engine
      .previewProgram({
        gathered,
        program: run.program,
        blueprint,
        part,
        stop,
        onWarnings,
        events: attemptsTo(observe),
      })
      .catch((thrown: unknown) => {
        // Its own words say more than that it has failed.
        throw run.failure instanceof Failure && isOfProgram(thrown) ? run.failure : thrown
      })
  })
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

async function withRun<T>(
  { source, engine, gathered, part, stop, observe }: ProgramPreviewOptions,
  cancel: AbortSignal | 'preview',
  work: (run: RunningProgram) => Promise<T>,
): Promise<T> {
  const isPreview = cancel === 'preview'
  const ours = { engine, gathered, parts: new ProgramParts(part), stop, observe }
  const run = await source.start({ ...ours, dryRun: isPreview, cancel: isPreview ? undefined : cancel })
  try {
    return await work(run)
  } finally {
    await run.close()
  }
}

function isOfProgram(thrown: unknown): boolean {
  return thrown instanceof Failure && thrown.code === 'engine/program-failed'
}

function warningsTo(observe: Observer) {
  return (diagnostics: readonly Diagnostic[]): void => observe({ type: 'warnings', diagnostics })
}

function resultOf(plan: Plan, run: RunResult, durationMs: number, { state }: Gathered): ChangeResult {
  const { operation, instance } = plan
  const { outcome, exports, counts } = run
  const before = state?.instance.exports ?? valueMap()
  const isIdle = Object.values(counts).every((count) => count === 0) && equalValues(before, exports)
  if (outcome === 'succeeded' && isIdle) return { outcome: 'unchanged', operation, instance, plan, exports }
  const isPartial = (state?.damaged ?? []).length > 0
  return { operation, instance, outcome, plan, exports, run, durationMs, isPartial }
}
