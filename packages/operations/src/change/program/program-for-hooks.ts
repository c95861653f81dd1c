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

/** Program parts that make the program's requests change nothing. */
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
 * Runs the program of an instance only for its hooks. The program gets the recorded values, as if everything stayed. It then waits, and its
 * hooks answer, until the result is closed. Fails with `programs/not-run` if the program fails.
 */
export async function programForHooks(options: HookOptions): Promise<RunningProgram> {
  const { source, gathered } = options
  const records = new Map(
    gathered.state?.resources.flatMap((record) => (record.replaced ? [] : [[record.name, record]])),
  )
  // The resource was made under its earlier name; the new name has no record yet.
  const want: Want = ({ name, options: wanted }) => Promise.resolve(records.get(wanted?.aliases?.[0] ?? name))
  const running = await source.start({ ...options, dryRun: false, parts: new NothingIsDone() })
  try {
    await running.program(want, {
      complete: () => Promise.resolve(),
      mayGo: ignore,
      failedSince: ignore,
      unasked: ignore,
      link: ({ name }) => Promise.resolve(gathered.state?.links?.find((link) => link.name === name)?.data),
      links: ignore,
      checks: ignore,
      rewrite: (make) => Promise.resolve(make(randomUUID)),
      exports: ignore,
    })
  } catch (cause) {
    await running.close()
    const message = `nothing was destroyed: the program with the hooks did not finish`
    throw new Failure('programs/not-run', message, { hint: 'fix the program, or omit --run-program', cause })
  }
  return running
}

function ignore(): void {}
