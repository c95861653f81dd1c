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
import type { WantedPlugin } from './check/definitions/wanted-plugin.ts'

/**
 * Everything that the engine needs from outside. slipway/ supplies it; tests supply plain values. The engine itself has no process, no network, no
 * disk and no clock.
 */
export interface Ports {
  readonly catalog: ProviderCatalog
  readonly clock: Clock
  readonly ids: Ids
  /** Returns a random number, uniform in [0, 1). */
  readonly random: () => number
  /** Lets policies remedy a wanted resource before it is compared with anything. Absent when there are no policies. */
  readonly remedied?: (resource: AnalyzedResource) => Promise<ValueMap>
  /** The problems that the plugin finds with a resource of a program before it is made or changed. Absent: plugins are not asked. */
  readonly validated?: (resource: ValidatedResource) => Promise<readonly Diagnostic[]>
  /** Receives each resource that a program is about to import, and rejects if the import is not allowed. Absent: every import is allowed. */
  readonly imports?: (record: ResourceRecord) => Promise<void>
  /** Called at moments at which a test may want to stop everything. Outside tests it does nothing. */
  readonly failpoint?: (moment: Failpoint, step: number) => void
}

/** A resource that its plugin should validate. Parts of the spec may be unknown. */
export interface ValidatedResource {
  readonly name: string
  readonly type: string
  readonly spec: ValueMap
  /** The name of the configuration of the resource's provider. */
  readonly configuration?: string | undefined
}

/**
 * Moments of a step: before and after its intent is written, after the provider has answered, before and after its result is
 * written. Steps are counted from 1 in the order in which they start.
 */
export type Failpoint = 'before-intent' | 'after-intent' | 'after-call' | 'before-result' | 'after-result'

/** The facts in a record about the plugin that made its resource. */
export type RecordedPlugin = Pick<ResourceRecord, 'pluginId' | 'pluginVersion' | 'pluginDescriptor'>

/** The providers of this run, by namespace: `local/file` belongs to `local`. */
export interface ProviderCatalog {
  /** The namespaces of all installed providers, including providers that do not run. */
  namespaces(): readonly string[]
  /** The definitions from the running plugin, or from the cache without starting the plugin. `undefined`: there is no such provider. */
  define(namespace: string, request: DefinitionRequest): Promise<ProviderDefinition | undefined>
  /**
   * How to get a provider for a namespace; `undefined`: nobody knows. Left out: nobody ever knows. `isMistyped`: a provider of nearly this name is
   * installed, so only known facts are said, and nothing is guessed. `recorded`: the plugin that made the recorded resource.
   */
  howToInstall?(namespace: string, isMistyped: boolean, recorded?: RecordedPlugin): string | undefined
  /**
   * Reads the descriptor of a plugin that a blueprint wants. Left out: descriptors are not checked. @throws Failure that says what is wrong with the
   * descriptor
   */
  readDescriptor?(written: Value): WantedPlugin
  /**
   * The running provider, started if necessary. Fails with a Failure that names what is missing.
   *
   * @param configuration its name; left out for the configuration without a name
   * @param settings the settings that a resource gives it; left out: the settings of the project
   */
  provider(namespace: string, configuration?: string, settings?: ValueMap): Promise<Provider>
  /** The context of every call to this provider; asked for once the provider runs. */
  context(namespace: string, configuration?: string, settings?: ValueMap): ProviderContext
  /** The names of the configurations of a provider. Left out when it only has the configuration without a name. */
  configurations?(namespace: string): readonly string[]
  /**
   * The present configuration of providers, sealed, by namespace, as far as it has to be recorded. Left out when no configuration has to be
   * recorded.
   */
  configured?(): ValueMap
  /**
   * The id of the settings with which the provider of a resource is called, as far as they determine where its things are. In all runs of an
   * instance, the same settings have the same id. `undefined` when there are no such settings, or the plugin itself takes care of this.
   */
  settingsId?(
    resource: Pick<ResourceRecord, 'type' | 'spec'> & { readonly seenWith?: string | undefined },
    configuration?: string,
    settings?: ValueMap,
  ): string | undefined
  /** True when different ids may lead to different places. Left out: different ids always may. */
  areOther?(before: string, now: string): boolean
  /** The difference between settings, for people: `: region is "us", was "eu"`. */
  settingsBetween?(before: string, now: string): string
  /**
   * The places where things were and where they are looked for now, for people, if nothing else differs: `last seen in /a, and this is /b`.
   */
  placesBetween?(before: string, now: string): string | undefined
  /**
   * Variables for calls about a thing that was seen with these settings, instead of the usual variables. Left out, or `undefined`: the usual
   * variables.
   */
  variablesFor?(seenWith: string): ProviderContext['variables'] | undefined
  /** The settings for these ids, to be recorded: those in use, and the present ones. */
  providerSettings?(used: ReadonlySet<string>): Value
}

/** Transformers, by the names that blueprints use under `transform`. */
export interface TransformerCatalog {
  /** The definitions from the running plugin, or from the cache without starting the plugin. `undefined`: no transformer has the name. */
  define(name: string, request: TransformerRequest): Promise<TransformerDefinition | undefined>
  /** The names of all installed transformers, as far as they can be asked. */
  names(): Promise<readonly string[]>
  /** The running transformer, started if necessary. */
  transformer(name: string): Promise<Transformer>
  /** The context of every call to this transformer. */
  context(name: string): ProviderContext
}

/** Times in milliseconds. */
export interface Clock {
  /** The Unix time, for people and records only. */
  now(): number
  /** A time that never jumps, for deadlines and durations. */
  monotonic(): number
  /** Resolves after `ms`. Rejects at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Makes new unique ids, sortable by time. */
export interface Ids {
  next(): string
}
