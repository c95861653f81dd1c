import { statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { CheckedBlueprint } from '@slipway/engine'
import type { ProgramHost, ProgramRun, StackConfig } from '@slipway/programs'
import type { InstanceState } from '@slipway/stores'
import type { EnginePart } from '../engine-part.ts'
import type { Observer } from '../events.ts'
import type { ProgramFile } from '../project/find-program.ts'
import type { ProjectOfProgram } from '../project/project.ts'

export interface StackRunOptions {
  readonly project: ProjectOfProgram
  readonly engine: EnginePart
  readonly state: InstanceState | undefined
  readonly dryRun: boolean
  readonly stop: AbortSignal
  readonly observe: Observer
}

/** Begins what takes its time and needs nothing else, while the state is looked at; whoever needs it gets the failure. */
export function beginEarly({ program, told }: ProjectOfProgram, { catalog }: EnginePart): void {
  told().catch(() => undefined)
  catalog.plugins.launchLanguage(program.runtime)
}

/** One run of a project's program for its stack. */
export async function stackRun(options: StackRunOptions): Promise<ProgramRun> {
  const { project, engine, state, dryRun, stop, observe } = options
  const { program } = project
  const { programs: catalog } = engine
  if (catalog === undefined) throw new TypeError('the engine was not made for a program')
  // Before anything is done: what fails later is told as the program's own failure.
  engine.catalog.plugins.languageFor(program.runtime)
  // Blueprints do without it.
  const { ProgramRun } = await import('@slipway/programs')
  return new ProgramRun({
    stack: await stackConfig(project, engine),
    host: programHost(engine, program),
    catalog,
    state,
    dryRun,
    parallel: engine.parallelism,
    serve: (routes, maxBytes) => engine.catalog.plugins.host.serve(routes, maxBytes),
    stop,
    tell: ({ level, text }) => {
      if (level !== 'debug') observe({ type: 'program-message', level, message: engine.redact(text) })
    },
  })
}

/** The plugin of the program's language runs it. */
function programHost({ catalog }: EnginePart, { runtime, main, directory, described }: ProgramFile): ProgramHost {
  return {
    run: ({ programFolder: root, config, ...request }, stop) => {
      const program = { root, ...placeOf(directory, main), options: described.runtime.options }
      return catalog.plugins.runProgram(runtime, { ...request, config: Object.fromEntries(config), program }, stop)
    },
  }
}

/** A project may say where its program lies: in a folder, or in a file. */
function placeOf(directory: string, main = '.'): { readonly folder: string; readonly entry: string } {
  const path = join(directory, main)
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true
  return isFile ? { folder: dirname(path), entry: basename(path) } : { folder: path, entry: '.' }
}

/** The secrets in it are taken out of whatever is printed from now on. */
async function stackConfig({ program, stack, told }: ProjectOfProgram, engine: EnginePart): Promise<StackConfig> {
  const { project, directory } = program
  const { config, configSecretKeys, secrets } = await told()
  for (const secret of secrets) engine.learn(secret)
  return { project, stack, organization: 'organization', config, configSecretKeys, programFolder: directory }
}

/** A program has no text that the engine reads: only its file is told. */
export function blueprintOf({ program: { file } }: ProjectOfProgram): CheckedBlueprint {
  return {
    file,
    hash: 'program',
    variables: new Map(),
    values: new Map(),
    dataSources: new Map(),
    resources: new Map(),
    exports: new Map(),
  }
}
