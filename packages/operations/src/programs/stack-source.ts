import type { CheckedBlueprint, Gathered } from '@slipway/engine'
import type { ProgramHost, StackConfig } from '@slipway/programs'
import type { EnginePart } from '../engine/engine-part.ts'
import type { ProgramFile } from '../project/find-program.ts'
import type { ProjectOfProgram } from '../project/project.ts'
import { emptyBlueprint, type ProgramSource, type RunningProgram, type StartOptions } from './program-source.ts'
import { fetchAsset } from './fetch-asset.ts'
import { withOurCommand } from './with-our-command.ts'

/** A folder with a Pulumi program, and the chosen stack. */
export class StackSource implements ProgramSource {
  readonly #project: ProjectOfProgram
  readonly #continueOnError: boolean
  readonly blueprint: CheckedBlueprint

  constructor(project: ProjectOfProgram, { continueOnError = false }: { readonly continueOnError?: boolean } = {}) {
    this.#project = project
    this.#continueOnError = continueOnError
    this.blueprint = emptyBlueprint(project.program.file)
  }

  begin({ plugins }: EnginePart): void {
    const { program, told } = this.#project
    told().catch(() => undefined)
    // If the launch fails, the plugin's first use reports the failure.
    plugins.launchLanguage(program.runtime).catch(() => undefined)
  }

  starting(gathered: Gathered): Gathered {
    return gathered
  }

  async start({
    engine,
    gathered,
    dryRun,
    parts,
    stop,
    cancel = stop,
    observe,
  }: StartOptions): Promise<RunningProgram> {
    const { program, stack } = this.#project
    const { programs: catalog } = engine
    if (catalog === undefined) throw new TypeError('the engine was not made for a program')
    const { plugins } = engine
    plugins.languageFor(program.runtime)
    // The import is here because blueprints do not need this package.
    const { ProgramRun } = await import('@slipway/programs')
    return new ProgramRun({
      stack: await stackConfig(this.#project, engine),
      host: programHost(engine, program),
      catalog,
      state: gathered.state,
      dryRun,
      continueOnError: this.#continueOnError,
      parts,
      parallel: engine.parallelism,
      serve: (routes, maxBytes) => plugins.host.serve([...routes, ...plugins.packageServices], maxBytes),
      dial: (port, maxBytes) => plugins.host.dial(port, maxBytes),
      stop,
      cancel,
      fetchAsset,
      stateForm: async () => (await import('./state-form.ts')).stateForm,
      tell: ({ level, text }) => {
        if (level === 'debug') return
        observe({ type: 'program-message', level, message: withOurCommand(engine.redact(text), stack) })
      },
    })
  }
}

/** Makes the host of a program: the plugin of its language. */
function programHost(
  { plugins }: EnginePart,
  { runtime, place, directory: root, described }: ProgramFile,
): ProgramHost {
  return {
    isThere: () => plugins.launchLanguage(runtime),
    run: ({ config, ...request }, stop) => {
      const program = { root, ...place, options: described.runtime.options }
      const { monitorAddress } = request
      const addresses = { loaderAddress: monitorAddress, mapperAddress: monitorAddress }
      const asked = { ...request, ...addresses, config: Object.fromEntries(config), program }
      return plugins.runProgram(runtime, asked, stop)
    },
  }
}

/** Reads the configuration of the stack. Its secrets are redacted in all later output. */
async function stackConfig({ program, stack, told }: ProjectOfProgram, engine: EnginePart): Promise<StackConfig> {
  const { project, place } = program
  const { config, configSecretKeys, secrets } = await told()
  for (const secret of secrets) engine.learn(secret)
  engine.policies.configure({ config: Object.fromEntries(config), configSecretKeys })
  return { project, stack, organization: 'organization', config, configSecretKeys, programFolder: place.folder }
}
