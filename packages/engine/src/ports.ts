import type {
  AnalyzedResource,
  Diagnostic,
  Value,
  ValueMap,
  DefinitionRequest,
  Provider,
  ProviderContext,
  ProviderDefinition,
  Transformer,
  TransformerDefinition,
  TransformerRequest,
} from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { WantedPlugin } from './check/wanted-plugin.ts'

/**
 * Everything that the engine needs from outside. slipway/ supplies it; tests supply plain values.
 * The engine has no process, no network, no disk and no clock of its own.
 */
export interface Ports {
  readonly catalog: ProviderCatalog
  readonly clock: Clock
  readonly ids: Ids
  /** Uniform in [0, 1). */
  readonly random: () => number
  /** Lets policies remedy what is wanted before it is compared with anything. Absent when there are none. */
  readonly remedied?: (resource: AnalyzedResource) => Promise<ValueMap>
  /** What the plugin finds wrong with a resource of a program before it is made or changed. Absent: plugins are not asked. */
  readonly validated?: (resource: ValidatedResource) => Promise<readonly Diagnostic[]>
  /** Is told of each resource that a program is about to import, and rejects if it may not. Absent: it may. */
  readonly imports?: (record: ResourceRecord) => Promise<void>
  /** Called at moments at which a test may want to stop everything; otherwise does nothing. */
  readonly failpoint?: (moment: Failpoint, step: number) => void
}

/** A resource that its plugin is to validate. Parts of the spec may be unknown. */
export interface ValidatedResource {
  readonly name: string
  readonly type: string
  readonly spec: ValueMap
  /** Name of the configuration of its provider. */
  readonly configuration?: string | undefined
}

/**
 * Moments of a step: before and after its intent is written, after the provider has answered, before and after its result is
 * written. Steps are counted from 1 in the order in which they start.
 */
export type Failpoint = 'before-intent' | 'after-intent' | 'after-call' | 'before-result' | 'after-result'

/** What a record says of the plugin that made it. */
export type RecordedPlugin = Pick<ResourceRecord, 'pluginId' | 'pluginVersion' | 'pluginDescriptor'>

/** The providers of this run, by namespace: `local/file` belongs to `local`. */
export interface ProviderCatalog {
  /** Namespaces of all installed providers, including those that do not run. */
  namespaces(): readonly string[]
  /** Definitions from the running plugin, or from the cache without starting it. `undefined`: no such provider. */
  define(namespace: string, request: DefinitionRequest): Promise<ProviderDefinition | undefined>
  /**
   * How to get a provider for a namespace; `undefined`: nobody knows. Left out: nobody ever does. `isMistyped`: a provider of nearly this name is
   * installed, so only what is known is said, and nothing is guessed. `recorded`: the plugin that made what is recorded.
   */
  howToInstall?(namespace: string, isMistyped: boolean, recorded?: RecordedPlugin): string | undefined
  /** Reads the descriptor of a plugin that a blueprint wants. Left out: nobody checks it. @throws Failure that says what is wrong with it */
  readDescriptor?(written: Value): WantedPlugin
  /**
   * The running provider, started if necessary. Fails with a Failure that names what is missing.
   *
   * @param configuration its name; left out for the one without a name
   * @param settings those that a resource gives it; left out: those of the project
   */
  provider(namespace: string, configuration?: string, settings?: ValueMap): Promise<Provider>
  /** What every call to this provider carries; asked for once the provider runs. */
  context(namespace: string, configuration?: string, settings?: ValueMap): ProviderContext
  /** Names of the configurations of a provider. Left out when it only has the one without a name. */
  configurations?(namespace: string): readonly string[]
  /** By namespace: the present configuration of providers, sealed, as far as it has to be recorded. Left out when nothing has. */
  configured?(): ValueMap
  /**
   * Id of the settings with which the provider of a resource is called, as far as they decide where its things are. In all runs of an
   * instance, the same settings have the same id. `undefined` when there are none, or the plugin itself takes care of this.
   */
  settingsId?(
    resource: Pick<ResourceRecord, 'type' | 'spec'> & { readonly seenWith?: string | undefined },
    configuration?: string,
    settings?: ValueMap,
  ): string | undefined
  /** True when different ids may lead to different places. Left out: they always may. */
  areOther?(before: string, now: string): boolean
  /** How settings differ, for people: `: region is "us", was "eu"`. */
  settingsBetween?(before: string, now: string): string
  /**
   * Where things were and where they are looked for now, for people, if nothing else differs: `last seen in /a, and this is /b`.
   */
  placesBetween?(before: string, now: string): string | undefined
  /** Variables for calls about something that was seen with these settings, instead of the usual ones. Left out, or `undefined`: the usual ones. */
  variablesFor?(seenWith: string): ProviderContext['variables'] | undefined
  /** The settings for these ids, to be recorded: those that are in use, and the present ones. */
  providerSettings?(used: ReadonlySet<string>): Value
}

/** Transformers, by the names that blueprints use under `transform`. */
export interface TransformerCatalog {
  /** Definitions from the running plugin, or from the cache without starting it. `undefined`: none has the name. */
  define(name: string, request: TransformerRequest): Promise<TransformerDefinition | undefined>
  /** Names of all that are installed, as far as they can be asked. */
  names(): Promise<readonly string[]>
  /** The running transformer, started if necessary. */
  transformer(name: string): Promise<Transformer>
  /** What every call to this transformer carries. */
  context(name: string): ProviderContext
}

/** Times in milliseconds. */
export interface Clock {
  /** Unix time: for people and records only. */
  now(): number
  /** Never jumps, so it is used for deadlines and durations. */
  monotonic(): number
  /** Resolves after `ms`; rejects at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** New unique ids, sortable by time. */
export interface Ids {
  next(): string
}
