import type { CheckedBlueprint, Gathered, GivenVariable } from '@slipway/engine'
import { compileCacheDir, cacheDir } from '@slipway/host'
import type { Value } from '@slipway/model'
import { laterReads } from '@slipway/source/files'
import { stackProgram } from '../core-plugins.ts'
import type { EnginePart } from '../engine/engine-part.ts'
import type { Observer } from '../events.ts'
import { homeOf } from '../home.ts'
import { LateDefinitions } from '../inline/late-definitions.ts'
import { InlineRun } from '../inline/program-run.ts'
import type { BlueprintRequest } from '../project/blueprint-request.ts'
import type { ProjectOfStack } from '../project/project.ts'
import { ownVariables } from '../project/variables.ts'
import type { Slipway } from '../slipway.ts'
import { StackProcess } from '../stack-files/stack-process.ts'
import { envForOthers } from '../store/shared-state.ts'
import { inlineRunOptions } from './inline-source.ts'
import { emptyBlueprint, type ProgramSource, type RunningProgram, type StartOptions } from './program-source.ts'
import { giveVariables, type GivenToStack } from './stack-variables.ts'

/** A stack file, run in its own process. */
export class StackFileSource implements ProgramSource {
  readonly #process: StackProcess
  readonly #secrets: readonly string[]
  readonly #unmet = new Set<string>()
  #definitions: LateDefinitions | undefined
  readonly blueprint: CheckedBlueprint
  /** The values of its variables, for an identical later run. */
  readonly variables: ReadonlyMap<string, GivenVariable>
  readonly values: ReadonlyMap<string, Value>

  constructor(file: string, process: StackProcess, { secrets, variables, values, protect }: GivenToStack) {
    this.#process = process
    this.#secrets = secrets
    this.variables = variables
    this.values = values
    this.blueprint = emptyBlueprint(file, protect)
  }

  get files(): readonly string[] {
    return this.#process.files
  }

  begin(engine: EnginePart): void {
    for (const secret of this.#secrets) engine.learn(secret)
  }

  starting(gathered: Gathered, engine: EnginePart): Gathered {
    this.#definitions = new LateDefinitions(engine.catalog, gathered.providers)
    return { ...gathered, providers: this.#definitions.providers }
  }

  start(options: StartOptions): Promise<RunningProgram> {
    const around = inlineRunOptions(options, this.#definitions, this.blueprint.file, this.#unmet)
    return Promise.resolve(new InlineRun({ ...around, listen: (about) => this.#process.listen(about) }))
  }
}

interface StackWork {
  readonly project: ProjectOfStack
  readonly request: Omit<BlueprintRequest, 'file'> & { readonly stop?: AbortSignal }
  readonly observe: Observer
  /** The targets of its variables' pointers may be missing. */
  readonly isLoose?: boolean
  /** Leaves out variables without a value and does not ask the user for them. The function does not run. */
  readonly isPartial?: boolean
  /** The values of its variables, if different from the request's. */
  readonly known?: ReadonlyMap<string, GivenVariable>
}

/** Starts the process of a stack, passes it the values of its variables, and ends it after the work. */
export async function withStackFile<T>(
  slipway: Slipway,
  { project, request, observe, isLoose, isPartial, known }: StackWork,
  work: (source: StackFileSource) => Promise<T>,
): Promise<T> {
  const { file } = project.stackFile
  const process = startStack(slipway, project, observe)
  // Node takes a moment to start for the stack: load the code of the run meanwhile.
  void import('@slipway/engine/run')
  const onStop = (): void => process.kill()
  request.stop?.addEventListener('abort', onStop)
  try {
    const given = await giveVariables(process, {
      slipway,
      file,
      request,
      observe,
      own: ownVariables(project, isLoose),
      known,
      isPartial,
    })
    request.stop?.removeEventListener('abort', onStop)
    request.stop?.throwIfAborted()
    return await work(new StackFileSource(file, process, given))
  } finally {
    request.stop?.removeEventListener('abort', onStop)
    await process.close()
  }
}

/** Starts the process of a stack, to read its declarations without running its function. */
export function startStack(
  { env }: Slipway,
  { stackFile: { file }, folders }: Pick<ProjectOfStack, 'stackFile' | 'folders'>,
  observe: Observer,
): StackProcess {
  return new StackProcess({
    file,
    program: stackProgram(),
    env: envForOthers(env, folders),
    compileCacheDir: compileCacheDir(cacheDir({ env, home: homeOf(env) })),
    onLine: (message) => observe({ type: 'program-message', level: 'info', message }),
    onRead: laterReads(),
    onNotice: (message) => observe({ type: 'notice', message }),
  })
}
