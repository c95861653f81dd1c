import { randomUUID } from 'node:crypto'
import { type Gathered, type How, type Want } from '@slipway/engine'
import { ProgramParts } from '@slipway/engine/run'
import { Failure } from '@slipway/model'
import type { EnginePart } from '../../engine/engine-part.ts'
import type { Observer } from '../../events.ts'
import type { ProgramSource, RunningProgram } from '../../programs/program-source.ts'

interface HookOptions {
  readonly source: ProgramSource
  readonly engine: EnginePart
  readonly gathered: Gathered
  readonly stop: AbortSignal
  readonly cancel: AbortSignal
  readonly observe: Observer
}

/** Nothing that the program asks for is done. */
class NothingIsDone extends ProgramParts {
  constructor() {
    super({})
  }

  override how(): How {
    return 'left'
  }

  override refuseUnknown(): void {}
}

/**
 * Runs the program of an instance for its hooks alone: it is told what is recorded, as if all of that stayed. It waits then, and
 * its hooks answer, until what comes back is closed. Fails with `programs/not-run` when it does.
 */
export async function programForHooks(options: HookOptions): Promise<RunningProgram> {
  const { source, gathered } = options
  const records = new Map(
    gathered.state?.resources.flatMap((record) => (record.replaced ? [] : [[record.name, record]])),
  )
  // Made before: what it is renamed to is not there.
  const want: Want = ({ name, options: wanted }) => Promise.resolve(records.get(wanted?.aliases?.[0] ?? name))
  const running = await source.start({ ...options, dryRun: false, parts: new NothingIsDone() })
  try {
    await running.program(want, {
      complete: () => Promise.resolve(),
      mayGo: ignore,
      failedSince: ignore,
      unasked: ignore,
      links: ignore,
      checks: ignore,
      rewrite: (make) => Promise.resolve(make(randomUUID)),
      exports: ignore,
    })
  } catch (cause) {
    await running.close()
    const message = `nothing was destroyed: the program that has the hooks did not run to its end`
    throw new Failure('programs/not-run', message, { hint: 'fix it, or omit --run-program', cause })
  }
  return running
}

function ignore(): void {}
