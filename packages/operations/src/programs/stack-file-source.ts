import type { CheckedBlueprint, Gathered, GivenVariable, Unchecked } from '@slipway/engine'
import { compileCacheDir, cacheDir } from '@slipway/host'
import { secret, type Value } from '@slipway/model'
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
import { readingUndeployed } from './undeployed-instances.ts'
import { giveVariables, type GivenToStack } from './stack-variables.ts'

/** A stack file, run in its own process. */
export class StackFileSource implements ProgramSource {
  readonly hasChildren = true
  readonly #file: string
  readonly #process: StackProcess
  readonly #unmet = new Set<string>()
  readonly #unchecked: Unchecked | undefined
  #given: GivenToStack | undefined
  #blueprint: CheckedBlueprint | undefined
  #definitions: LateDefinitions | undefined
  /** Rejects if the module fails, or does not take the values of its variables. */
  readonly ready: Promise<unknown>

  constructor(
    {
      file,
      process,
      unchecked,
    }: { readonly file: string; readonly process: StackProcess } & Pick<StackWork, 'unchecked'>,
    given: Promise<GivenToStack>,
  ) {
    this.#file = file
    this.#process = process
    this.#unchecked = unchecked
    this.ready = given.then((known) => (this.#given = known))
    this.ready.catch(() => undefined)
  }

  get blueprint(): CheckedBlueprint {
    this.#blueprint ??= emptyBlueprint(this.#file, this.#known.protect)
    return this.#blueprint
  }

  get variables(): ReadonlyMap<string, GivenVariable> {
    return this.#known.variables
  }

  get values(): ReadonlyMap<string, Value> {
    return this.#known.values
  }

  get files(): readonly string[] {
    return this.#process.files
  }

  get #known(): GivenToStack {
    if (this.#given === undefined) throw new TypeError('a stack is used before it is ready')
    return this.#given
  }

  begin(engine: EnginePart): void {
    for (const text of this.#known.secrets) engine.learn(secret(text))
    for (const value of this.values.values()) engine.learn(value)
    this.#process.redact = (text) => engine.redact(text)
  }

  starting(gathered: Gathered, engine: EnginePart): Gathered {
    this.#definitions = new LateDefinitions(engine.catalog, gathered.providers)
    return { ...gathered, providers: this.#definitions.providers }
  }

  start(options: StartOptions): Promise<RunningProgram> {
    const around = inlineRunOptions(options, this.#definitions, this.blueprint.file, this.#unmet)
    const read = this.#unchecked === undefined ? around.read : readingUndeployed(around.read, this.#unchecked)
    return Promise.resolve(new InlineRun({ ...around, read, listen: (about) => this.#process.listen(about) }))
  }

  end(): void {
    void this.#process.close()
  }
}

interface StackWork {
  readonly project: ProjectOfStack
  readonly request: Omit<BlueprintRequest, 'file'> & { readonly stop?: AbortSignal }
  readonly observe: Observer
  /** True: the targets of the variables' pointers may be missing. */
  readonly isLoose?: boolean
  /** Collects the instances that the stack refers to and that are not deployed. Their exports are unknown. Absent: such a reference fails. */
  readonly unchecked?: Unchecked | undefined
  /** True: variables without a value are left out, and the user is not asked for them. The function does not run. */
  readonly isPartial?: boolean
  /** The values of its variables, if different from the request's. */
  readonly known?: ReadonlyMap<string, GivenVariable>
}

/** Starts the process of a stack, and passes it the values of its variables while the work begins. Ends it after the work. */
export async function withStackFile<T>(
  slipway: Slipway,
  { project, request, observe, isLoose, isPartial, known, unchecked }: StackWork,
  work: (source: StackFileSource) => Promise<T>,
): Promise<T> {
  const { file } = project.stackFile
  const own = ownVariables(project, isLoose)
  const process = startStack(slipway, project, observe)
  // Node takes a moment to start for the stack, so the code of the run loads meanwhile.
  void import('@slipway/engine/run')
  const given = giveVariables(process, { slipway, file, request, observe, own, known, isPartial })
  try {
    return await work(new StackFileSource({ file, process, unchecked }, unlessStopped(given, process, request.stop)))
  } finally {
    await process.close()
  }
}

/** The variables, unless the user stops the command while the module loads. */
async function unlessStopped(
  given: Promise<GivenToStack>,
  process: StackProcess,
  stop: AbortSignal | undefined,
): Promise<GivenToStack> {
  const stopped = Promise.withResolvers<never>()
  const onStop = (): void => {
    process.kill()
    stopped.reject(stop?.reason)
  }
  stop?.addEventListener('abort', onStop)
  if (stop?.aborted === true) onStop()
  try {
    return await Promise.race([given, stopped.promise])
  } finally {
    stop?.removeEventListener('abort', onStop)
  }
}

/** Starts the process of a stack, to read its declarations without running its function. */
export function startStack(
  { env, spareStack, startedStack, isBehind }: Slipway,
  { stackFile: { file }, folders }: Pick<ProjectOfStack, 'stackFile' | 'folders'>,
  observe: Observer,
): StackProcess {
  const place = {
    file,
    program: stackProgram(),
    env: envForOthers(env, folders),
    compileCacheDir: compileCacheDir(cacheDir({ env, home: homeOf(env) })),
  }
  const process = spareStack?.take(place) ?? new StackProcess(place, startedStack?.take(place))
  process.load({
    onLine: (message) => observe({ type: 'program-message', level: 'info', message }),
    onRead: laterReads(),
    isBehind,
    onNotice: (message) => observe({ type: 'notice', message }),
  })
  return process
}
