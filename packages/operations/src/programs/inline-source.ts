import type { Gathered } from '@slipway/engine'
import type { EnginePart } from '../engine/engine-part.ts'
import type { InlineProgram } from '../inline/inline-program.ts'
import { LateDefinitions } from '../inline/late-definitions.ts'
import { InlineRun, type InlineRunOptions } from '../inline/program-run.ts'
import { Stack } from '../inline/stack.ts'
import { outside } from './read-outside.ts'
import { emptyBlueprint, type ProgramSource, type RunningProgram, type StartOptions } from './program-source.ts'

/** A function that asks for the resources of an instance. */
export class InlineSource implements ProgramSource {
  readonly hasChildren = true
  readonly #program: InlineProgram
  readonly #instance: string
  readonly #unmet = new Set<string>()
  #definitions: LateDefinitions | undefined

  constructor(program: InlineProgram, instance: string) {
    this.#program = program
    this.#instance = instance
  }

  get blueprint() {
    return emptyBlueprint(`${this.#instance} (a program)`)
  }

  begin(): void {}

  starting(gathered: Gathered, engine: EnginePart): Gathered {
    this.#definitions = new LateDefinitions(engine.catalog, gathered.providers)
    return { ...gathered, providers: this.#definitions.providers }
  }

  start(options: StartOptions): Promise<RunningProgram> {
    const around = inlineRunOptions(options, this.#definitions, this.blueprint.file, this.#unmet)
    return Promise.resolve(new InlineRun({ ...around, listen: (about) => new Stack(about, this.#program) }))
  }
}

/** Returns the options for a run of a Slipway program, without the program itself. */
export function inlineRunOptions(
  { engine, gathered, dryRun, parts, stop, observe }: StartOptions,
  definitions: LateDefinitions | undefined,
  file: string,
  unmet: Set<string>,
): Omit<InlineRunOptions, 'listen'> {
  const { catalog } = engine
  return {
    instance: gathered.instance,
    isPlan: dryRun,
    definitions: definitions ?? new LateDefinitions(catalog, gathered.providers),
    installed: catalog.namespaces(),
    howToInstall: (namespace, isMistyped) => catalog.howToInstall(namespace, isMistyped),
    configurations: (namespace) => catalog.configurations(namespace),
    tags: engine.tagsOf(gathered.instance, file),
    redact: (text) => engine.redact(text),
    read: outside({
      catalog,
      stop,
      deadlines: engine.callDeadlines,
      namePlugin: (key, descriptor) => catalog.namePlugin(key, descriptor),
      learn: (value) => engine.learn(value),
    }),
    parts,
    unmet,
    clock: engine.ports.clock,
    warn: (diagnostic) => observe({ type: 'warnings', diagnostics: [diagnostic] }),
    state: gathered.state,
    stop,
  }
}
