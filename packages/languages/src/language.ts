import type { Value, ValueMap } from '@slipway/model'

/** A program, or a plugin that consists of sources. All paths are absolute. */
export interface Sources {
  /** The folder of the project's Pulumi.yaml or PulumiPlugin.yaml. */
  readonly root: string
  readonly folder: string
  /** Relative to the folder; `.` is the folder itself. */
  readonly entry: string
  /** Options of the runtime, with the spelling of the project. */
  readonly options: ValueMap
}

export interface Start {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  /** Variables to add to those that the process inherits; `undefined` removes one. */
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** One run of a program, with everything that the SDK needs to know about it. */
export interface ProgramRun {
  readonly sources: Sources
  readonly project: string
  readonly stack: string
  readonly organization: string
  /** The working directory of the program. */
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
  /** The last lines that it wrote to stderr. */
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
  /** True for a plugin: its dependencies are installed without those that only its author needs. */
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
  /** Set if the plugin serves this package in addition to its own. */
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

/** An SDK of a package, made from its schema. */
export interface MadeSdk {
  /** The package's name: `random`. */
  readonly name: string
  readonly version: string
  /** Elements that the SDK lacks, each with the reason. */
  readonly leftOut: readonly string[]
  /** Its files, by paths below its folder with `/`; one after the other, so that none of them has to be kept. */
  readonly files: () => Iterable<readonly [path: string, text: string]>
}

/** How to make a program depend on SDKs. */
export interface LinkPlan {
  /** The file to write, and its new text. */
  readonly file: string
  readonly text: string
  /** The commands that install the dependencies in the new text. */
  readonly installation: readonly Start[]
  /** The code that a program needs to use them. */
  readonly instructions: string
}

/** How a language plugin makes SDKs of packages. */
export interface SdkLanguage {
  /**
   * @param version of the plugin, for schemas that say none
   * @throws Failure `package/bad-schema`
   */
  make(schema: string, version?: string): MadeSdk
  /** @throws Failure `package/no-manifest`, `package/other-dependency` */
  link(sources: Sources, added: readonly string[], removed?: readonly string[]): LinkPlan
  pack(folder: string, destination: string): { readonly start: Start; readonly artifact: string }
}

/** A question with several answers, for the user who sets up a project. */
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
  /** The exit code of a program that ran to its end. */
  readonly doneCode: number
  /** The reason for a program's failure; `undefined`: the program has already told the user. */
  failure(end: ProgramEnd): string | undefined
  plugin(run: PluginRun): Start
  /** The commands that install the dependencies, one after the other. */
  installation(sources: Sources, options: InstallOptions): readonly Start[]
  requiredPackages(sources: Sources): readonly RequiredPackage[]
  dependencies(sources: Sources, transitive: boolean): readonly Dependency[]
  /** The program that runs sources, and the arguments with which it prints its version. */
  interpreter(sources: Sources): { readonly file: string; readonly versionArgs: readonly string[] }
  choices(options: ValueMap): readonly Choice[]
  /** Loads the maker of SDKs, which few commands need; absent: this language plugin makes none. */
  readonly sdks?: () => Promise<SdkLanguage>
}

/** An option as one word; `undefined` if it is not given. */
export function textOption(options: ValueMap, name: string): string | undefined {
  const value = options[name] ?? null
  return value === null || value === '' ? undefined : textOf(value)
}

export function textOf(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The options of a runtime as the variables in which its plugins look for them. */
export function optionVariables(options: ValueMap): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).map(([option, value]) => [`PULUMI_RUNTIME_${option.toUpperCase()}`, textOf(value)]),
  )
}
