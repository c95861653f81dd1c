import type {
  Analyzer,
  PackageParameter,
  PolicyConfig,
  StackOfPolicies,
  PropertySchema,
  Provider,
  Transformer,
  ValueMap,
} from '@slipway/model'
import type { CallDeadlines, Route, RpcChannel, TransformerClientOptions } from '@slipway/protocol'
import type { DiscoveryProblem } from '../discovery-problem.ts'
import type { GatewayPort } from '../gateway/caller.ts'
import type { PrivateFolders } from '../private-folders.ts'
import type { Environment, PluginRoot } from '../layout.ts'
import type { PeerCheck } from '../peers/peer.ts'
import type { Refusal } from '../peers/refusal.ts'

/**
 * A family of plugins: how they are found, started, greeted, probed and spoken to. Everything else about running a plugin (its process, its
 * deadlines, launches and relaunches, its output, its end) is the same for all and knows no more of a dialect than this. The composer of an
 * engine lists the dialects.
 */
export interface Dialect {
  readonly name: string
  /** A process gets its settings once, and other settings need another process. Otherwise each call carries the settings. */
  readonly isConfiguredOnce?: boolean
  /**
   * The types of its plugins begin with a key that a project chooses, and not with a name of the plugin. Each key is a configuration of its own. A
   * plugin itself then serves no namespace; its `namespace` is its id.
   */
  readonly isNamedByProject?: boolean
  /** `slipway plugin test` supports it. */
  readonly isTested?: boolean
  /** The dialect's own terms for a plugin: `resource` and `random`. */
  called(plugin: Pick<InstalledPlugin, 'id' | 'kind'>): { readonly kind: string; readonly name: string }
  /** Every plugin of this dialect below a root, and problems for what only looks like one. Never fails. */
  scan(root: PluginRoot): Scan
  /** Begins one launch; nothing runs yet. */
  begin(options: GreetingOptions): Greeting
  /** True when the plugin answers anything at all: also a refusal is an answer. */
  isResponsive(channel: RpcChannel, plugin: InstalledPlugin, withinMs: number): Promise<boolean>
  /** A plugin of the kind `provider` in the words of the domain. */
  provider(running: RunningPlugin, options: ProviderOptions): Provider
  /**
   * Names of the settings whose change makes a provider another one, such as another region. Fails when the plugin refuses the new
   * settings. Absent: nobody can say.
   */
  compareSettings?(
    running: RunningPlugin,
    settings: { readonly before: ValueMap | undefined; readonly now: ValueMap },
    options: Pick<ProviderOptions, 'configuredAs' | 'settingsAt'>,
  ): Promise<readonly string[]>
  /** A plugin of the kind `transformer`; left out where the dialect has none. */
  transformer?(running: RunningPlugin, options: Pick<TransformerClientOptions, 'deadlines'>): Transformer
  /** A plugin of the kind `analyzer`; left out where the dialect has none. */
  analyzer?(running: RunningPlugin, options: AnalyzerOptions): Analyzer
}

interface AnalyzerOptions {
  /** Milliseconds, for each call. */
  readonly deadlineMs: number
  /** Keyed by the name of the pack. */
  readonly config: Readonly<Record<string, PolicyConfig>>
  readonly stack: StackOfPolicies
}

/** A plugin that can be launched. */
export interface InstalledPlugin {
  readonly id: string
  readonly dialect: Dialect
  /** `provider`, `transformer`, …: each dialect has its own kinds. In all of them, a `provider` serves types of resources. */
  readonly kind: string
  /** The prefix of its types: the last segment of the id, `aws` of `celerity/aws`. */
  readonly namespace: string
  readonly version: string
  /** The executable; of sources the file that describes them. */
  readonly file: string
  /** A plugin in sources, which another program runs. */
  readonly isSource?: boolean
  readonly root: PluginRoot
  /** Makes it serve another package; `namespace` is then that package's. */
  readonly parameter?: PackageParameter
  /** Makes it serve one more package beside its own; `namespace` is then the added one's. */
  readonly extension?: PackageParameter
  /** Environment variables that it reads, each with the name that its value has in ours. */
  readonly variables?: Readonly<Record<string, string>>
  /** Variables added to the environment that it inherits. */
  readonly environment?: Readonly<Record<string, string>>
  /** A plugin that a project's own sources define; a process of Slipway's loads them. `file` is the first source. */
  readonly sources?: PluginSources
  /** Its author debugs it; see `debuggedStart`. */
  readonly debug?: { readonly inspectPort?: number; readonly attachPort?: number }
}

interface PluginSources {
  /** Absolute, by the types that each defines. */
  readonly files: Readonly<Record<string, string>>
  /** Absolute path of the script that serves them under Node. */
  readonly runner: string
}

/** The content of a root. The names of `plugins` are correct, but nothing else about them has been checked. */
export interface Scan {
  readonly plugins: readonly InstalledPlugin[]
  readonly problems: readonly DiscoveryProblem[]
}

export interface GreetingOptions {
  readonly plugin: InstalledPlugin
  /** The host id that was made for this launch. */
  readonly hostId: string
  readonly peers: PeerCheck
  /** The other launchable plugins: the plugin for a language runs sources. */
  readonly installed: (id: string) => InstalledPlugin | undefined
  /** The working directory of plugins. */
  readonly cwd: string
  /** The engine's own environment. */
  readonly environment: Environment
  /** Folders that only host and plugin can read, where the system allows that. */
  readonly folders: PrivateFolders
  /** The process group that was launched; 0 before it runs. */
  readonly group: () => number
  /** The services that plugins may use in addition to registering; absent: none. */
  readonly gateway: GatewayPort | undefined
  /** Services for plugins that get the address of their engine, beside the dialect's own. */
  readonly services: (() => readonly Route[]) | undefined
  readonly onRefused: (refusal: Refusal) => void
  /** Writes a line into the log of the plugin. */
  readonly note: (text: string) => void
  /** Receives remarks that the plugin sends in a call instead of printing them. */
  readonly said: (remark: Remark) => void
}

/** A message of a running plugin. */
export interface Remark {
  /** Set if the user should see it. */
  readonly level?: 'warning' | 'error' | undefined
  readonly text: string
  /** The resource that the message concerns; empty for none. */
  readonly about: string
}

/** The dialect's part of one launch, from the environment of the new process to the channel on which it answers. */
export interface Greeting {
  /**
   * Prepares what the process will look for.
   * @throws Failure when another launch cannot help
   */
  open(): Promise<Start>
  /** Called once the process has started, to prepare what it does not need at once. */
  launched?(): void
  /**
   * Receives a line that the process has printed. Returns true for a line that the user should see, besides the log; a text if the user
   * should see other words than the log has.
   */
  heard?(stream: 'stdout' | 'stderr', line: string): boolean | string
  /** Settles when the plugin has reported its address, or has been refused for good. Never rejects. */
  readonly greeted: Promise<Greeted | LaunchProblem>
  /** Advice after a failed launch, derived from the plugin's output; absent: none. */
  readonly advice?: string | undefined
  /** Completes the sentence about a plugin that has not reported its address in time. Absent: `did not register`. */
  readonly overdue?: string
  /**
   * Opens a channel on which the greeted plugin answers, or returns the reason why there is none. Called again when the plugin has ended
   * the connection and lives on. Nobody else can read what the channel carries.
   */
  dial(withinMs: number, signal: AbortSignal): Promise<RpcChannel | string>
  /** Resolves when the plugin has said by itself that it is leaving. */
  readonly left: Promise<void>
  /** The plugin's answer to the greeting, which only its dialect understands. */
  readonly introduction?: unknown
  /** Asks a plugin to end its work before its process is stopped. Never rejects. */
  farewell?(channel: RpcChannel): Promise<void>
  /** Frees the resources. Call it once the process is gone. */
  close(): Promise<void>
}

/** The parts of a process start that differ between plugins. */
export interface Start {
  /** Variables of its environment; a variable that is `undefined` is removed. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** The program to execute; absent: the plugin's own file. */
  readonly file?: string
  /** Absent: the working directory of all plugins. */
  readonly cwd?: string
  readonly args?: readonly string[]
  /** Keeps its standard input open and silent for as long as we live. */
  readonly keepsStdin?: boolean
}

/** A plugin's answer to the greeting. */
export interface Greeted {
  /** Empty when the plugin reports none. */
  readonly version: string
}

/** The reason why a launch failed. */
export interface LaunchProblem {
  /** Follows the plugin's name in a sentence: `exited with code 3`. */
  readonly reason: string
  /** True if another launch cannot help. */
  readonly permanent: boolean
  /** Advice; absent: look at the plugin's log. */
  readonly hint?: string | undefined
  readonly code?: Refusal['code']
}

/** A started plugin. The object stays the same over relaunches. */
export interface RunningPlugin extends Pick<InstalledPlugin, 'id' | 'kind' | 'namespace' | 'version' | 'file'> {
  /** Id of the process that serves it now; 0 if none does. */
  readonly pid: number
  /** Host id of the launch that serves it now; empty if none does. Calls of some dialects carry it. */
  readonly hostId: string
  /** The plugin's answer to the greeting, which only its dialect understands. */
  readonly introduction: unknown
  readonly channel: RpcChannel
}

export interface ProviderOptions {
  readonly deadlines?: Partial<CallDeadlines>
  /** The schema of a type's spec, if the caller has it from a definition, so that the plugin need not be asked again. */
  readonly knownSchema?: (type: string) => PropertySchema | undefined
  /** The namespace whose settings the plugin gets, if it is not its own. */
  readonly configuredAs?: string | undefined
  /** The place of its settings, for messages: `the spec of shelf`. */
  readonly settingsAt?: string | undefined
  /** The folder where a dialect may keep its plugins' descriptions of their types. Absent: plugins are asked in every run. */
  readonly schemaCache?: string
}
