import { resolve } from 'node:path'
import type { Plugin, PluginContext } from '@slipway/agent'
import type { CheckedBlueprint } from '@slipway/engine'
import {
  compileCacheDir,
  definitionCacheDir,
  providerDefinitions,
  transformerDefinitions,
  launchAttemptLimit,
  type Namespaces,
  pluginLogDir,
  PluginHost,
  type DefinitionCache,
  type Discovery,
  type DiscoveryProblem,
  type GatewayPort,
  type HostEvent,
  type InstalledPlugin,
  type Printed,
  type ProgramEnd,
  type ProgramRequest,
  runProgram,
  packageHint,
} from '@slipway/host'
import { recordOfFile } from '@slipway/installer'
import type { ProviderDefinition, TransformerDefinition } from '@slipway/model'
import type { Route } from '@slipway/protocol'
import type { InstanceState } from '@slipway/stores'
import { debuggedPlugins } from '../settings/debugged.ts'
import { pluginStore } from '../project/plugin-store.ts'
import { notInId } from './descriptor-of-id.ts'
import { type NamedSource, NamedSources, ownerOf } from '../named-plugins/named-sources.ts'
import { environmentPolicy } from './environment-policy.ts'
import { Exchanges } from './exchanges.ts'
import { findPlugins, type PluginPlaces, textsOf, withheldPlugins } from './find-plugins.ts'
import { isOfVersion } from './installed-package.ts'
import { launchCheck } from './launch-check.ts'
import { MissedTogether, type MissingPlugin, type MissingPlugins } from './missing-plugins.ts'
import { installedPackages, packageServices } from './package-services.ts'
import { packNotInstalled, type PolicyPack, type PolicyPacks, policyPacksOf } from './policy-packs.ts'
import { respelled, sourcesOfState } from '../named-plugins/respelled.ts'
import { SourcePlugins } from './source-plugins.ts'
import { startPackage } from './start-package.ts'
import { pluginOfLanguage } from './with-language.ts'
import type { ServedPackage, ServedPackages } from '@slipway/programs/packages/served-packages'
import { servedPackages, settingsNamespace, withServed } from './served-packages.ts'
import { assertAllUsable, problemsOf, refusalOf } from './discovery-problems.ts'
import { debuggingWords, withDebugged } from './with-debugged.ts'

export interface PluginsOptions extends PluginPlaces {
  readonly runId: string
  readonly redact?: (line: string) => string
  readonly onEvent?: (event: HostEvent) => void
  /** Called with the output of programs that language plugins run. */
  readonly onPrinted?: (printed: Printed) => void
  /** Environment variables of plugins, in addition to the inherited ones. */
  readonly variables?: Readonly<Record<string, string>>
  /** Working folder of plugins. Default: the folder of the project. */
  readonly workingFolder?: string
  /** The requests that plugins may make of the engine; none by default. */
  readonly gateway?: GatewayPort
  /** Installs missing plugins. Absent: missing plugins stay missing. */
  readonly missing?: MissingPlugins
}

interface Installed {
  readonly discovery: Discovery
  /** Ids of plugins of an untrusted folder. Their cached definitions are used, and the plugins are not launched. */
  readonly asCached: ReadonlySet<string>
  readonly namespaces: Namespaces
  readonly packs: PolicyPacks
  readonly host: PluginHost
}

/** The plugin processes of this engine. `init` finds the installed plugins; no plugin starts before its first use. */
export class PluginsPart implements Plugin {
  readonly name = 'plugins'
  readonly definitions: DefinitionCache<ProviderDefinition>
  readonly transformerDefinitions: DefinitionCache<TransformerDefinition>
  /** Plugins whose types begin with a key of the project. */
  readonly named = new NamedSources((namespace) => ownerOf(this.discovery, namespace))
  readonly #options: PluginsOptions
  readonly #warned = new Set<string>()
  readonly #served: Map<string, ServedPackage>
  readonly #missed: MissedTogether | undefined
  readonly #sources: SourcePlugins
  #installed: Installed | undefined
  #exchanges: Exchanges | undefined

  constructor(options: PluginsOptions) {
    this.#options = options
    this.#missed = options.missing && new MissedTogether(options.missing)
    this.#served = new Map(servedPackages(options.settings))
    this.#sources = new SourcePlugins(options)
    const folder = definitionCacheDir(options.folders.cache)
    this.definitions = providerDefinitions(folder)
    this.transformerDefinitions = transformerDefinitions(folder)
  }

  get discovery(): Discovery {
    return this.#ready().discovery
  }

  /** Namespaces of all installed providers, sorted. */
  namespaces(): readonly string[] {
    return this.#ready().namespaces.names()
  }

  /**
   * Returns the plugin that serves a namespace; `undefined` if none is installed. Fails if several plugins claim the namespace, or if its plugin may
   * not be launched. Warns once about other plugins that this plugin hides.
   */
  pluginFor(namespace: string): InstalledPlugin | undefined {
    this.#addSources(namespace)
    const { namespaces, discovery } = this.#ready()
    const plugin = namespaces.resolve(namespace)
    if (plugin === undefined) {
      const refusal = refusalOf(namespace, discovery.problems, this.named.get(namespace)?.source)
      if (refusal !== undefined) throw refusal
    } else if (!this.#warned.has(plugin.id)) {
      this.#warned.add(plugin.id)
      this.#warn(problemsOf(plugin, discovery.problems))
    }
    return plugin
  }

  /** Installs missing plugins, where the project and the user allow it. A plugin that is still missing fails at its first use. */
  async ensure(needed: Iterable<MissingPlugin>): Promise<void> {
    const missed = this.#missed
    if (missed === undefined) return
    const absent = [...needed].filter((each) => this.#isAbsent(each))
    const installed = await Promise.all(absent.map((each) => missed.install(this.named.withSource(each))))
    if (installed.includes(true)) this.#lookAgain()
  }

  /** Returns the source from which the plugin was installed, unless its id already implies the source. */
  installedFrom(plugin: InstalledPlugin): Pick<ProviderDefinition, 'pluginDescriptor'> {
    const { slipway, folders, settings } = this.#options
    const store = pluginStore({ env: slipway.env, home: folders.home }, settings)
    return this.#sources.recordedAs(plugin) ?? notInId(plugin.id, recordOfFile(store, plugin.file)?.descriptor)
  }

  /** Says how to install a missing plugin; `undefined` if unknown. Makes no guess if `isMistyped`. */
  howToInstall(wanted: MissingPlugin, isMistyped = false): string | undefined {
    const { folders, missing } = this.#options
    const ofProject = this.#sources.hint(wanted) ?? packageHint(folders.project, wanted.namespace)
    return ofProject ?? missing?.hint(this.named.withSource(wanted), isMistyped)
  }

  /** Like `howToInstall`, for a provider of the engine. */
  howToProvide(namespace: string, isMistyped: boolean, recorded?: MissingPlugin['recorded']): string | undefined {
    return this.howToInstall({ namespace, version: '', recorded }, isMistyped)
  }

  #isAbsent({ namespace, version }: MissingPlugin): boolean {
    this.#addSources(namespace)
    const { namespaces, discovery } = this.#ready()
    if (namespace.includes('/')) return !discovery.plugins.some(({ id }) => id === namespace)
    if (!namespaces.names().includes(namespace)) return true
    return version !== '' && this.pluginOfVersion(namespace, version) === undefined
  }

  /** Adds plugins for types that the project's own sources define and no installed plugin has. */
  #addSources(namespace: string): void {
    const { discovery, namespaces } = this.#ready()
    const plugin = namespaces.names().includes(namespace) ? undefined : this.#sources.pluginFor(namespace)
    if (plugin !== undefined) this.#add([plugin], discovery)
  }

  /** Makes plugins launchable that were installed after the start. */
  #lookAgain(): void {
    const { discovery: before } = this.#ready()
    const found = findPlugins(this.#options)
    const known = new Set(before.plugins.map(({ id }) => id))
    const added = found.plugins.filter(({ id }) => !known.has(id))
    // A newer version of a running plugin counts among the others: a user can ask for it by number.
    const others = [...found.others, ...found.plugins.filter(({ id }) => known.has(id))]
    this.#add(added, { ...found, others })
  }

  /** Makes more plugins launchable. Running plugins stay as they are. */
  #add(added: readonly InstalledPlugin[], found: Omit<Discovery, 'plugins'>): void {
    const { discovery: before, asCached, packs, host } = this.#ready()
    for (const plugin of added) host.add(plugin)
    const discovery = { ...found, plugins: [...before.plugins, ...added].sort((a, b) => (a.id < b.id ? -1 : 1)) }
    this.#installed = { discovery, asCached, namespaces: this.#namespacesOf(discovery), packs, host }
  }

  /**
   * Returns the plugin of a namespace in exactly this version. Accepts any version if the plugin reports none, if the settings pin it, or if
   * `version` is empty. `undefined`: that version is not installed.
   */
  pluginOfVersion(namespace: string, version: string): InstalledPlugin | undefined {
    const plugin = this.pluginFor(namespace)
    if (plugin === undefined || isOfVersion(plugin, version)) return plugin
    if (this.#options.settings.text('plugins', 'pin', plugin.id) !== undefined) return plugin
    return this.#ready().discovery.others.find((each) => each.id === plugin.id && isOfVersion(each, version))
  }

  /** Returns the installed versions of a namespace's plugin. Leaves out plugins that report no version. */
  versionsOf(namespace: string): readonly string[] {
    const id = this.pluginFor(namespace)?.id
    const { plugins, others } = this.#ready().discovery
    const all = [...plugins, ...others].filter((each) => each.id === id && each.version !== '')
    return [...new Set(all.map(({ version }) => version))].sort()
  }

  /** Packages that plugins serve in addition to their own. */
  get served(): ServedPackages {
    return this.#served
  }

  /** Returns the namespace that provides the settings: the namespace itself, or the one that its package extends. */
  settingsOf(namespace: string): string {
    return settingsNamespace(namespace, this.#served.get(namespace.replace(/:$/, '')))
  }

  /** Registers packages that plugins served in earlier runs, unless the settings say otherwise. */
  serveAsBefore(recorded: ServedPackages): void {
    const unsaid = new Map([...recorded].filter(([name]) => !this.#served.has(name)))
    if (unsaid.size === 0) return
    const { host, packs, asCached, discovery: known } = this.#ready()
    const discovery = withServed(known, unsaid)
    for (const [name, served] of unsaid) {
      this.#served.set(name, served)
      const plugin = discovery.plugins.find(({ id }) => id === `pulumi/${name}`)
      if (plugin !== undefined) host.add(plugin)
    }
    this.#installed = { discovery, asCached, namespaces: this.#namespacesOf(discovery), packs, host }
  }

  /** Gives plugins the keys by which a project calls their types. A key that is already a namespace keeps its meaning. */
  nameSources(sources: Iterable<NamedSource>): void {
    if (!this.named.add(sources)) return
    this.#installed = { ...this.#ready(), namespaces: this.#namespacesOf(this.discovery) }
  }

  /** Returns the state in the spelling of this project, as far as the spelling is known. */
  respelled(state: InstanceState, blueprint?: CheckedBlueprint): InstanceState {
    for (const some of sourcesOfState(state, this.named, this.#options.folders.project)) this.nameSources(some)
    return respelled(state, this.named, blueprint)
  }

  /** False for a plugin of an untrusted folder. */
  mayLaunch({ id }: InstalledPlugin): boolean {
    return !this.#ready().asCached.has(id)
  }

  /** The policy packs that check resources. */
  get policyPacks(): readonly PolicyPack[] {
    const { packs, missing } = this.#ready().packs
    const [named] = missing
    if (named === undefined) return packs
    const how = this.howToInstall({ namespace: named, version: '' })
    throw packNotInstalled(named, this.#options.folders.project, how)
  }

  /** Returns the plugin that runs programs in a language, such as `nodejs`. Fails with `host/no-language` if none is installed. */
  languageFor(language: string): InstalledPlugin {
    return pluginOfLanguage(this.discovery, language)
  }

  async #language(language: string): Promise<InstalledPlugin> {
    await this.ensure([{ namespace: `pulumi/language-${language}`, version: '' }])
    return this.languageFor(language)
  }

  /** The routes that answer questions about packages. */
  get packageServices(): readonly Route[] {
    return packageServices({
      start: (wanted) => startPackage(this, wanted),
      installed: () => installedPackages(this.discovery),
    })
  }

  /** Starts the plugin of a language, unless the plugin already runs. */
  async launchLanguage(language: string): Promise<unknown> {
    return await this.host.connect((await this.#language(language)).id)
  }

  /** Runs a program to its end with the plugin of a language; see `runProgram`. Fails with `host/no-language`. */
  async runProgram(language: string, request: ProgramRequest, stop: AbortSignal): Promise<ProgramEnd> {
    const { channel } = await this.host.connect((await this.#language(language)).id)
    return runProgram(channel, request, stop)
  }

  get host(): PluginHost {
    return this.#ready().host
  }

  async init(_context?: PluginContext): Promise<void> {
    const { settings } = this.#options
    const found = findPlugins(this.#options)
    const launchable = withDebugged(found.plugins, debuggedPlugins(settings), this.#options.folders.project)
    for (const plugin of launchable) for (const words of debuggingWords(plugin)) this.#tell(plugin.id, words)
    const cached = await this.#cachedOfFolder()
    const asCached = new Set(cached.map(({ id }) => id))
    const own = launchable.filter(({ id }) => !asCached.has(id))
    const discovery = { ...found, plugins: [...own, ...cached].sort((a, b) => (a.id < b.id ? -1 : 1)) }
    const namespaces = this.#namespacesOf(discovery)
    const packs = await this.#policyPacks()
    this.#installed = { discovery, asCached, namespaces, packs, host: this.#newHost([...own, ...packs.packs]) }
    if (settings.text('plugins', 'require') === 'all') await this.#startAll(discovery)
  }

  async #policyPacks(): Promise<PolicyPacks> {
    const found = policyPacksOf(this.#options)
    const missed = this.#missed
    if (found.missing.length === 0 || missed === undefined) return found
    const wanted = found.missing.map((namespace) => missed.install({ namespace, version: '' }))
    return (await Promise.all(wanted)).includes(true) ? policyPacksOf(this.#options) : found
  }

  /** Resolves once no plugin can still be working on an abandoned call. */
  async drained(): Promise<void> {
    await this.#installed?.host.drained()
  }

  /** Writes a line into the log of a running plugin. */
  note(id: string, text: string): void {
    this.#installed?.host.note(id, text)
  }

  /** Starts to stop the plugins; `close` waits for the end. */
  beginStop(): void {
    // `close` reports the failure.
    this.#installed?.host.stop().catch(() => undefined)
  }

  async close(): Promise<void> {
    await this.#installed?.host.stop()
    this.#exchanges?.write()
  }

  /** Returns the plugins of an untrusted folder that have run before, so that the cache has their definitions. */
  async #cachedOfFolder(): Promise<readonly InstalledPlugin[]> {
    const known = withheldPlugins(this.#options).map(async (plugin) => {
      const cache = plugin.kind === 'transformer' ? this.transformerDefinitions : this.definitions
      return (await cache.read(plugin)) === undefined ? [] : [plugin]
    })
    return (await Promise.all(known)).flat()
  }

  async #startAll({ plugins, problems }: Discovery): Promise<void> {
    assertAllUsable(problems)
    this.#warn(problems)
    for (const { id } of plugins) this.#warned.add(id)
    // Bundled plugins are part of Slipway, not installed by the user. They start when they are used.
    const installed = plugins.filter(({ root }) => root.origin !== 'bundled')
    await this.host.start(installed.map(({ id }) => id))
  }

  #warn(problems: readonly DiscoveryProblem[]): void {
    const warnings = problems.filter(({ severity }) => severity === 'warning')
    for (const { message, pluginId = '' } of warnings) this.#tell(pluginId, `warning: ${message}`)
  }

  #tell(pluginId: string, message: string): void {
    this.#options.onEvent?.({ kind: 'notice', pluginId, message })
  }

  #newHost(plugins: readonly InstalledPlugin[]): PluginHost {
    const { slipway, runId, settings, folders, redact, onEvent, onPrinted, gateway, variables } = this.#options
    const { workingFolder: cwd = folders.project } = this.#options
    const { env } = slipway
    const record = settings.text('plugins', 'record')
    if (record !== undefined) this.#exchanges = new Exchanges(resolve(slipway.cwd, record), redact ?? ((text) => text))
    return new PluginHost({
      plugins,
      logDir: pluginLogDir(env) ?? folders.logs,
      runtimeDir: folders.runtime,
      run: runId,
      compileCacheDir: compileCacheDir(folders.cache),
      environment: { ...env, ...variables },
      environmentPolicy: environmentPolicy(settings),
      cwd,
      check: launchCheck(this.#options),
      attempts: launchAttemptLimit(env),
      deadlineMs: settings.number('plugins', 'registrationMs'),
      probeMs: settings.number('plugins', 'probeMs'),
      graceMs: settings.number('plugins', 'stopMs'),
      strays: settings.text('plugins', 'strays') === 'end' ? 'end' : 'tell',
      services: () => this.packageServices,
      ...(redact !== undefined && { redact }),
      ...(onEvent !== undefined && { onEvent }),
      ...(gateway !== undefined && { gateway }),
      ...(onPrinted !== undefined && { onPrinted }),
      ...(this.#exchanges !== undefined && { onExchange: this.#exchanges.add }),
    })
  }

  #namespacesOf(discovery: Discovery): Namespaces {
    return this.named.namespaces(discovery, textsOf(this.#options.settings.below('plugins', 'namespaces')))
  }

  #ready(): Installed {
    if (this.#installed === undefined) throw new TypeError('plugins are used before their init')
    return this.#installed
  }
}
