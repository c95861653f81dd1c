import type { CheckedResource, Gathered, Plan, Program } from '@slipway/engine'
import { type ProgramPart, ProgramParts } from '@slipway/engine/run'
import { type Diagnostic, Failure } from '@slipway/model'
import type { EnginePart } from '../engine/engine-part.ts'
import { attemptsTo, type Observer } from '../events.ts'
import { type Watch, watched } from './planned-asks.ts'
import type { ProgramSource, RunningProgram } from './program-source.ts'

export interface ProgramPreviewOptions {
  readonly source: ProgramSource
  readonly engine: EnginePart
  /** The gathered facts, extended by the source. */
  readonly gathered: Gathered
  /** The user's selection of resources. */
  readonly part: ProgramPart
  /** Sees all requests of the program. */
  readonly watch?: Watch | undefined
  readonly stop: AbortSignal
  readonly observe: Observer
}

/**
 * Makes a preview of a program with a run that changes nothing.
 *
 * @param wanted collects the program's requests by name
 */
export async function previewOf(options: ProgramPreviewOptions, wanted?: Map<string, CheckedResource>): Promise<Plan> {
  const { engine, gathered, source, part, stop, observe } = options
  const { blueprint } = source
  return await withRun(options, 'preview', async (run) => {
    const onWarnings = warningsTo(observe)
    return await engine
      .previewProgram({
        gathered,
        program: noting(run.program, wanted),
        blueprint,
        part,
        stop,
        onWarnings,
        events: attemptsTo(observe),
      })
      .catch((thrown: unknown) => {
        // The program's own error is more specific than the engine's.
        throw run.failure instanceof Failure && isOfProgram(thrown) ? run.failure : thrown
      })
  })
}

function noting(program: Program, wanted: Map<string, CheckedResource> | undefined): Program {
  if (wanted === undefined) return program
  return (want, saying) =>
    program((resource, how) => {
      wanted.set(resource.name, resource)
      return want(resource, how)
    }, saying)
}

/** Does the work with a run of the program, and ends the run afterwards. */
export async function withRun<T>(
  { source, engine, gathered, part, watch, stop, observe }: ProgramPreviewOptions,
  cancel: AbortSignal | 'preview',
  work: (run: RunningProgram) => Promise<T>,
): Promise<T> {
  const isPreview = cancel === 'preview'
  const ours = { engine, gathered, parts: new ProgramParts(part, source), stop, observe }
  const started = await source.start({ ...ours, dryRun: isPreview, cancel: isPreview ? undefined : cancel })
  const run = watch === undefined ? started : watched(started, watch)
  try {
    return await work(run)
  } finally {
    await run.close()
  }
}

function isOfProgram(thrown: unknown): boolean {
  return thrown instanceof Failure && thrown.code === 'engine/program-failed'
}

export function warningsTo(observe: Observer) {
  return (diagnostics: readonly Diagnostic[]): void => observe({ type: 'warnings', diagnostics })
}
