import { resolve } from 'node:path'
import type { Plugin, PluginContext } from '@slipway/agent'
import {
  compileCacheDir,
  definitionCacheDir,
  providerDefinitions,
  transformerDefinitions,
  launchAttemptLimit,
  Namespaces,
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
import { Failure, type ProviderDefinition, type TransformerDefinition } from '@slipway/model'
import type { Route } from '@slipway/protocol'
import { didYouMean } from '@slipway/source'
import { debuggedPlugins } from '../settings/debugged.ts'
import { pluginStore } from '../project/plugin-store.ts'
import { notInId } from './descriptor-of-id.ts'
import { environmentPolicy } from './environment-policy.ts'
import { Exchanges } from './exchanges.ts'
import { findPlugins, type PluginPlaces, textsOf, withheldPlugins } from './find-plugins.ts'
import { launchCheck } from './launch-check.ts'
import { MissedTogether, type MissingPlugin, type MissingPlugins } from './missing-plugins.ts'
import { packageServices } from './package-services.ts'
import { packNotInstalled, type PolicyPack, type PolicyPacks, policyPacksOf } from './policy-packs.ts'
import { SourcePlugins } from './source-plugins.ts'
import { startPackage } from './start-package.ts'
import type { ServedPackage, ServedPackages } from '@slipway/programs/packages/served-packages'
import { servedPackages, settingsNamespace, withServed } from './served-packages.ts'
import { assertAllUsable, refusalOf } from './discovery-problems.ts'
import { withDebugged } from './with-debugged.ts'

export interface PluginsOptions extends PluginPlaces {
  readonly runId: string
  readonly redact?: (line: string) => string
  readonly onEvent?: (event: HostEvent) => void
  /** Is told what programs print that language plugins run. */
  readonly onPrinted?: (printed: Printed) => void
  /** Of the environment of plugins, beside what they inherit. */
  readonly variables?: Readonly<Record<string, string>>
  /** Where plugins run; left out: in the folder of the project. */
  readonly workingFolder?: string
  /** The requests that plugins may make of the engine; none by default. */
  readonly gateway?: GatewayPort
  /** Absent: what is missing stays so. */
  readonly missing?: MissingPlugins
}

interface Installed {
  readonly discovery: Discovery
  /** Ids of plugins of a folder that is not trusted: what they said before is known, and they are not launched. */
  readonly asCached: ReadonlySet<string>
  readonly namespaces: Namespaces
  readonly packs: PolicyPacks
  readonly host: PluginHost
}

/** The plugin processes of this engine. Init finds what is installed; nothing runs before somebody asks for it. */
export class PluginsPart implements Plugin {
  readonly name = 'plugins'
  readonly definitions: DefinitionCache<ProviderDefinition>
  readonly transformerDefinitions: DefinitionCache<TransformerDefinition>
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

  /** Of all installed providers, sorted. */
  namespaces(): readonly string[] {
    return this.#ready().namespaces.names()
  }

  /**
   * The plugin that serves a namespace; `undefined`: none is installed. Fails when several claim it, or when the one that
   * lies there may not be launched. Warns once of others that it hides.
   */
  pluginFor(namespace: string): InstalledPlugin | undefined {
    this.#addSources(namespace)
    const { namespaces, discovery } = this.#ready()
    const plugin = namespaces.resolve(namespace)
    if (plugin === undefined) {
      const refusal = refusalOf(namespace, discovery.problems)
      if (refusal !== undefined) throw refusal
    } else if (!this.#warned.has(plugin.id)) {
      this.#warned.add(plugin.id)
      this.#warn(discovery.problems.filter(({ pluginId }) => pluginId === plugin.id))
    }
    return plugin
  }

  /** Has missing plugins installed, where that is allowed. A caller that needs one that is still missing meets its failure. */
  async ensure(needed: Iterable<MissingPlugin>): Promise<void> {
    const missed = this.#missed
    if (missed === undefined) return
    const absent = [...needed].filter((each) => this.#isAbsent(each))
    const installed = await Promise.all(absent.map((each) => missed.install(each)))
    if (installed.includes(true)) this.#lookAgain()
  }

  /** The source it was installed from, where its id does not say that. */
  installedFrom(plugin: InstalledPlugin): Pick<ProviderDefinition, 'pluginDescriptor'> {
    const { slipway, folders, settings } = this.#options
    const store = pluginStore({ env: slipway.env, home: folders.home }, settings)
    return this.#sources.recordedAs(plugin) ?? notInId(plugin.id, recordOfFile(store, plugin.file)?.descriptor)
  }

  /** How to get what is missing; `undefined`: nobody knows. `isMistyped`: nothing is guessed. */
  howToInstall(wanted: MissingPlugin, isMistyped = false): string | undefined {
    const { folders, missing } = this.#options
    const ofProject = this.#sources.hint(wanted) ?? packageHint(folders.project, wanted.namespace)
    return ofProject ?? missing?.hint(wanted, isMistyped)
  }

  /** The same of a provider, as the engine asks for it. */
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

  /** The project's own sources may define a type that no installed plugin has. */
  #addSources(namespace: string): void {
    const { discovery, namespaces } = this.#ready()
    const plugin = namespaces.names().includes(namespace) ? undefined : this.#sources.pluginFor(namespace)
    if (plugin !== undefined) this.#add([plugin], discovery)
  }

  /** Plugins installed since then can be launched from now on. */
  #lookAgain(): void {
    const { discovery: before } = this.#ready()
    const found = findPlugins(this.#options)
    const known = new Set(before.plugins.map(({ id }) => id))
    const added = found.plugins.filter(({ id }) => !known.has(id))
    // A newer version of what runs is one of the others, for who asks for it by its number.
    const others = [...found.others, ...found.plugins.filter(({ id }) => known.has(id))]
    this.#add(added, { ...found, others })
  }

  /** More plugins can be launched from now on. Running ones stay as they are. */
  #add(added: readonly InstalledPlugin[], found: Omit<Discovery, 'plugins'>): void {
    const { discovery: before, asCached, packs, host } = this.#ready()
    for (const plugin of added) host.add(plugin)
    const discovery = { ...found, plugins: [...before.plugins, ...added].sort((a, b) => (a.id < b.id ? -1 : 1)) }
    this.#installed = { discovery, asCached, namespaces: this.#namespacesOf(discovery), packs, host }
  }

  /**
   * The plugin of a namespace in exactly this version; in whatever version it is where it says none, where the settings pin it,
   * or where none is asked for. `undefined`: that version is not installed.
   */
  pluginOfVersion(namespace: string, version: string): InstalledPlugin | undefined {
    const plugin = this.pluginFor(namespace)
    const wanted = version.replace(/^v/, '')
    if (plugin === undefined || wanted === '' || plugin.version === '' || plugin.version === wanted) return plugin
    if (this.#options.settings.text('plugins', 'pin', plugin.id) !== undefined) return plugin
    return this.#ready().discovery.others.find(({ id, version: each }) => id === plugin.id && each === wanted)
  }

  /** Versions of the plugin of a namespace that are installed, as far as they say which they are. */
  versionsOf(namespace: string): readonly string[] {
    const id = this.pluginFor(namespace)?.id
    const { plugins, others } = this.#ready().discovery
    const all = [...plugins, ...others].filter((each) => each.id === id && each.version !== '')
    return [...new Set(all.map(({ version }) => version))].sort()
  }

  /** Packages that plugins serve beside their own. */
  get served(): ServedPackages {
    return this.#served
  }

  /** The namespace whose settings a namespace has: its own, or that which its package extends. */
  settingsOf(namespace: string): string {
    return settingsNamespace(namespace, this.#served.get(namespace.replace(/:$/, '')))
  }

  /** Takes packages that plugins were made to serve before. The settings' word about a package comes first. */
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

  /** False for a plugin of a folder that is not trusted. */
  mayLaunch({ id }: InstalledPlugin): boolean {
    return !this.#ready().asCached.has(id)
  }

  /** The policy packs that resources are held against. */
  get policyPacks(): readonly PolicyPack[] {
    const { packs, missing } = this.#ready().packs
    const [named] = missing
    if (named === undefined) return packs
    const how = this.howToInstall({ namespace: named, version: '' })
    throw packNotInstalled(named, this.#options.folders.project, how)
  }

  /** The plugin that runs programs in a language, such as `nodejs`. Fails with `host/no-language` where there is none. */
  languageFor(language: string): InstalledPlugin {
    const languages = this.discovery.plugins.filter(({ kind }) => kind === 'language')
    const plugin = languages.find((each) => each.dialect.called(each).name === language)
    if (plugin !== undefined) return plugin
    const known = languages.map((each) => each.dialect.called(each).name)
    const install = `slipway plugin install pulumi:language/${language} installs it; or put pulumi-language-${language} on the PATH`
    throw new Failure('host/no-language', `no plugin runs programs in ${language}; there are: ${known.join(', ')}`, {
      hint: didYouMean(language, known) ?? install,
    })
  }

  async #language(language: string): Promise<InstalledPlugin> {
    await this.ensure([{ namespace: `pulumi/language-${language}`, version: '' }])
    return this.languageFor(language)
  }

  /** What those find who ask about packages. */
  get packageServices(): readonly Route[] {
    return packageServices({
      start: (wanted) => startPackage(this, wanted),
      installed: () =>
        this.discovery.plugins
          .filter(
            ({ kind, dialect, root }) => kind === 'provider' && dialect.name === 'pulumi' && root.origin !== 'bundled',
          )
          .map(({ namespace }) => namespace.replace(/:$/, '')),
    })
  }

  /** Starts the plugin of a language, unless it runs. */
  async launchLanguage(language: string): Promise<unknown> {
    return await this.host.connect((await this.#language(language)).id)
  }

  /** Has the plugin of a language run a program, to its end; see `runProgram`. Fails with `host/no-language`. */
  async runProgram(language: string, request: ProgramRequest, stop: AbortSignal): Promise<ProgramEnd> {
    const { channel } = await this.host.connect((await this.#language(language)).id)
    return runProgram(channel, request, stop)
  }

  get host(): PluginHost {
    return this.#ready().host
  }

  async init(_context: PluginContext): Promise<void> {
    const { settings } = this.#options
    const found = findPlugins(this.#options)
    const launchable = withDebugged(found.plugins, debuggedPlugins(settings), this.#options.folders.project)
    for (const plugin of launchable) this.#tellOfDebugging(plugin)
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

  /** Resolves when no plugin is left that may still be at a call which was given up. */
  async drained(): Promise<void> {
    await this.#installed?.host.drained()
  }

  /** Writes a line into the log of a running plugin. */
  note(id: string, text: string): void {
    this.#installed?.host.note(id, text)
  }

  /** Starts what `close` waits for. */
  beginStop(): void {
    // The failure is told when the agent closes.
    this.#installed?.host.stop().catch(() => undefined)
  }

  async close(): Promise<void> {
    await this.#installed?.host.stop()
    this.#exchanges?.write()
  }

  /** Plugins of a folder that is not trusted, as far as the cache knows what they are: they have run before. */
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
    // Plugins that came with Slipway are parts of it, which nobody has installed: they are started when they are used.
    const installed = plugins.filter(({ root }) => root.origin !== 'bundled')
    await this.host.start(installed.map(({ id }) => id))
  }

  #warn(problems: readonly DiscoveryProblem[]): void {
    for (const { severity, message, pluginId = '' } of problems)
      if (severity === 'warning') this.#options.onEvent?.({ kind: 'notice', pluginId, message: `warning: ${message}` })
  }

  #tellOfDebugging({ id, debug }: InstalledPlugin): void {
    const tell = (message: string): void => this.#options.onEvent?.({ kind: 'notice', pluginId: id, message })
    if (debug?.inspectPort !== undefined)
      tell(`when ${id} is started it waits for a debugger at 127.0.0.1:${debug.inspectPort}`)
    if (debug?.attachPort !== undefined)
      tell(
        `${id} is waited for at 127.0.0.1:${debug.attachPort}: start it with SLIPWAY_PLUGIN_ATTACH=${debug.attachPort}`,
      )
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

  #namespacesOf({ plugins }: Discovery): Namespaces {
    return new Namespaces(plugins, textsOf(this.#options.settings.below('plugins', 'namespaces')))
  }

  #ready(): Installed {
    if (this.#installed === undefined) throw new TypeError('plugins are used before their init')
    return this.#installed
  }
}
