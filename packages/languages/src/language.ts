import type { Value, ValueMap } from '@slipway/model'

/** A program, or a plugin that is sources. All paths are absolute. */
export interface Sources {
  /** The folder of the project's Pulumi.yaml or PulumiPlugin.yaml. */
  readonly root: string
  readonly folder: string
  /** Relative to the folder; `.` is the folder itself. */
  readonly entry: string
  /** Options of the runtime, as the project writes them. */
  readonly options: ValueMap
}

export interface Start {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  /** Added to the variables that the process inherits; `undefined` removes one. */
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** One run of a program, with everything that its SDK needs to know. */
export interface ProgramRun {
  readonly sources: Sources
  readonly project: string
  readonly stack: string
  readonly organization: string
  /** The folder that the program finds itself in. */
  readonly pwd: string
  readonly args: readonly string[]
  /** Keyed by `project:key`. */
  readonly config: Readonly<Record<string, string>>
  readonly configSecretKeys: readonly string[]
  readonly dryRun: boolean
  readonly parallel: number
  readonly monitorAddress: string
  readonly engineAddress: string
}

/** The end of a process, as the verdict on a program needs it. */
export interface ProgramEnd {
  readonly code: number | null
  readonly signal: string | null
  /** The last that it wrote on stderr. */
  readonly lastWords: string
}

export interface PluginRun {
  readonly sources: Sources
  /** `resource`, `analyzer`, … */
  readonly kind: string
  readonly args: readonly string[]
  readonly pwd: string
}

export interface InstallOptions {
  /** A plugin's dependencies are installed without those that only its author needs. */
  readonly isPlugin: boolean
  /** No code of the packages runs during their installation: no lifecycle scripts of npm, only wheels of pip. */
  readonly withoutScripts?: boolean
}

/** A package that a program needs a plugin for. */
export interface RequiredPackage {
  readonly name: string
  readonly version: string
  readonly server: string
  readonly parameterization?: Parameterization
  /** The package is one that the plugin serves beside that. */
  readonly extension?: Parameterization
}

/** The words or bytes that make a plugin serve another package than its own. */
interface Parameterization {
  readonly name: string
  readonly version: string
  readonly value: Uint8Array
}

export interface Dependency {
  readonly name: string
  readonly version: string
}

/** A question for the user who sets up a project: which of these? */
export interface Choice {
  readonly key: string
  readonly description: string
  readonly choices: readonly string[]
  readonly usual: string
}

/**
 * The facts about a language. Each function fails with an error that names the missing tool and how to get it; none starts anything itself.
 */
export interface Language {
  readonly name: string
  program(run: ProgramRun): Start
  /** The exit code of a program that has come to its end. */
  readonly doneCode: number
  /** The reason for a program's failure; `undefined`: the program has told its user itself. */
  failure(end: ProgramEnd): string | undefined
  plugin(run: PluginRun): Start
  /** The commands that install the dependencies, one after the other. */
  installation(sources: Sources, options: InstallOptions): readonly Start[]
  requiredPackages(sources: Sources): readonly RequiredPackage[]
  dependencies(sources: Sources, transitive: boolean): readonly Dependency[]
  /** The program that runs sources, and the arguments with which it prints its version. */
  interpreter(sources: Sources): { readonly file: string; readonly versionArgs: readonly string[] }
  choices(options: ValueMap): readonly Choice[]
}

/** An option as one word; `undefined` where it is not given. */
export function textOption(options: ValueMap, name: string): string | undefined {
  const value = options[name] ?? null
  return value === null || value === '' ? undefined : textOf(value)
}

export function textOf(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Options of a runtime as the variables in which its plugins find them. */
export function optionVariables(options: ValueMap): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).map(([option, value]) => [`PULUMI_RUNTIME_${option.toUpperCase()}`, textOf(value)]),
  )
}
