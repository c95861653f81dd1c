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

/**
 * Everything the engine wants from outside. slipway/ fills these; a test fills them with values.
 * The engine has no process, no network, no disk and no clock of its own.
 */
export interface Ports {
  readonly catalog: ProviderCatalog
  readonly clock: Clock
  readonly ids: Ids
  /** Uniform in [0, 1). */
  readonly random: () => number
  /** Puts what is wanted of a resource right before anything is compared with it. Absent: nobody does. */
  readonly remedied?: (resource: AnalyzedResource) => Promise<ValueMap>
  /** What the plugin of a resource that a program asks for has against it, before it is made or changed. Absent: nobody is asked. */
  readonly validated?: (resource: ValidatedResource) => Promise<readonly Diagnostic[]>
  /** Called at the moments at which a test wants to stop the world; does nothing otherwise. */
  readonly failpoint?: (moment: Failpoint, step: number) => void
}

/** A resource whose plugin is asked what it thinks of it. Parts of the spec may be unknown. */
export interface ValidatedResource {
  readonly name: string
  readonly type: string
  readonly spec: ValueMap
  /** Of its provider. */
  readonly configuration?: string | undefined
}

/**
 * Moments of a step, which is counted from 1 in the order of starting: before and after its intent is written, after the
 * provider has answered, before and after its result is written.
 */
export type Failpoint = 'before-intent' | 'after-intent' | 'after-call' | 'before-result' | 'after-result'

/** The providers of this run, by namespace: `local/file` belongs to `local`. */
export interface ProviderCatalog {
  /** Namespaces of all installed providers, also those that do not run. */
  namespaces(): readonly string[]
  /** Definitions from the running plugin, or from the cache without starting it. `undefined`: no such provider. */
  define(namespace: string, request: DefinitionRequest): Promise<ProviderDefinition | undefined>
  /**
   * The running provider, started if need be. Fails with a Failure that names what is missing.
   *
   * @param configuration by its name; left out: the one without
   * @param settings what a resource configures it with; left out: the settings of the project do
   */
  provider(namespace: string, configuration?: string, settings?: ValueMap): Promise<Provider>
  /** Carried by every call to this provider; asked for once that is there. */
  context(namespace: string, configuration?: string, settings?: ValueMap): ProviderContext
  /** Names of the configurations of a provider. Left out: it has only the one without a name. */
  configurations?(namespace: string): readonly string[]
  /** How providers are configured by now, sealed, by namespace, as far as that has to be recorded. Left out: nothing has. */
  configured?(): ValueMap
  /**
   * Id of the settings with which the provider of a resource is called, as far as they decide where its things are; the same for
   * the same in all runs of an instance. `undefined`: there are none, or the plugin itself sees to it that things are found.
   */
  settingsId?(
    resource: Pick<ResourceRecord, 'type' | 'spec' | 'seenWith'>,
    configuration?: string,
    settings?: ValueMap,
  ): string | undefined
  /** True where different ids may lead elsewhere. Left out: they always may. */
  areOther?(before: string, now: string): boolean
  /** How settings differ, for people: `: region is "us", was "eu"`. */
  settingsBetween?(before: string, now: string): string
  /**
   * Where things were and where they are looked for now, for people, where nothing but that differs: `last seen in /a, and this is /b`.
   */
  placesBetween?(before: string, now: string): string | undefined
  /** What a call about something that was seen with these settings carries instead of what others do. Left out, `undefined`: nothing. */
  variablesFor?(seenWith: string): ProviderContext['variables'] | undefined
  /** What these ids speak of, to be recorded: those that are used, and those of now. */
  providerSettings?(used: ReadonlySet<string>): Value
}

/** Transformers, by the names that blueprints have for them under `transform`. */
export interface TransformerCatalog {
  /** Definitions from the running plugin, or from the cache without starting it. `undefined`: none has the name. */
  define(name: string, request: TransformerRequest): Promise<TransformerDefinition | undefined>
  /** Names of all that are installed, as far as they can be asked. */
  names(): Promise<readonly string[]>
  /** The running transformer, started if need be. */
  transformer(name: string): Promise<Transformer>
  /** What every call to this transformer carries. */
  context(name: string): ProviderContext
}

/** Times in milliseconds. */
export interface Clock {
  /** Unix time: for people and records only. */
  now(): number
  /** Never jumps: for deadlines and durations. */
  monotonic(): number
  /** Resolves after `ms`; rejects at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** New unique ids, sortable by time. */
export interface Ids {
  next(): string
}
