import { secret } from '@slipway/model'
import { hostname } from 'node:os'
import { Agent, allPlugins, concurrent, quitSignals, startTimeout, stopTimeout, version } from '@slipway/agent'
import type { ChildSources } from '@slipway/engine'
import { type GatewayPort, schemaCacheDir } from '@slipway/host'
import { InstalledTransformers } from './catalog/installed-transformers.ts'
import type { Components } from './components/components.ts'
import { CoreProvider } from './core-provider/core-provider.ts'
import { GatewayDoor } from './gateway/gateway-door.ts'
import { OpenDesk } from './gateway/open-desk.ts'
import { PluginGateway } from './gateway/plugin-gateway.ts'
import { Policies } from './policies/policies.ts'
import { ConfiguredProviders } from './provider-settings/configured-providers.ts'
import { SeenSettings } from './provider-settings/seen-settings.ts'
import { realFolder } from './reading/real-folder.ts'
import type { CatalogParts } from './programs/program-catalog.ts'
import type { ComponentPartsOptions } from './programs/component-parts.ts'
import type { ProgramCatalog } from '@slipway/programs'
import type { BlueprintFile } from './project/find-blueprint.ts'
import type { ProgramFile } from './project/find-program.ts'
import { type Folders, stateBeside } from './project/folders.ts'
import type { Settings } from './settings/settings.ts'
import { CatalogPart } from './catalog/catalog-part.ts'
import { EarlyLaunch } from './needed-plugins/early-launch.ts'
import { EnginePart } from './engine/engine-part.ts'
import { CommandsSaid } from './instance/commands-said.ts'
import type { ExportsOf } from './core-provider/exported-elsewhere.ts'
import { engineRecords } from './lease/end-leftovers.ts'
import { InstanceLock } from './lease/instance-lock.ts'
import { type MissingPlugins, whenMissed } from './plugins/missing-plugins.ts'
import { PluginsPart } from './plugins/plugins-part.ts'
import { Redactor } from './redaction/redactor.ts'
import { newKeyTeller } from './store/missing-key.ts'
import { StorePart } from './store/store-part.ts'
import { sealerOf } from './settings/sealer.ts'
import { envForOthers, passwordOfState } from './store/shared-state.ts'
import { timeSortedIds } from './ports/system-ports.ts'
import type { Slipway } from './slipway.ts'
import type { ProjectFiles } from './trust/project-files.ts'
import type { FolderTrust } from './trust/folder-trust.ts'
import type { ProgramConfig } from '@slipway/programs/stacks/stack-config'
import { version as slipwayVersion } from './version.ts'

export interface ComposeOptions {
  readonly slipway: Slipway
  readonly settings: Settings
  readonly folders: Folders
  readonly trust: FolderTrust
  /** Reads the brought files. */
  readonly files: ProjectFiles
  /** Whether the command may change state. A read-only command creates no file. */
  readonly access: 'read' | 'write'
  /** Namespaces of the providers that start before the state is opened. */
  readonly early?: ReadonlySet<string> | undefined
  /** Resolves when the state may be opened to change it. */
  readonly ready?: Promise<unknown> | undefined
  /** The program, if the project is a program. */
  readonly program?: ProgramFile | undefined
  readonly blueprint?: BlueprintFile | undefined
  /** Reads the configuration of the program's stack. */
  readonly told?: (() => Promise<ProgramConfig>) | undefined
  /** The option that names the instance in a command. Absent for the default instance. */
  readonly naming?: string | undefined
  /** Called with each line that a program prints. */
  readonly onPrinted?: (line: string) => void
  /** Called with news about plugins that the user should see. */
  readonly onPluginTrouble: (message: string) => void
}

/** An engine for one command, and the agent that runs its parts. */
export interface OneShotEngine {
  readonly agent: Agent
  readonly engine: EnginePart
}

/** Assembles the engine. Engine, host and store meet only here. */
export async function composeEngine(options: ComposeOptions): Promise<OneShotEngine> {
  const {
    slipway,
    settings,
    folders,
    trust,
    files,
    access,
    early,
    ready,
    onPluginTrouble: tell,
    program,
    told,
    naming,
  } = options
  const { env, cwd, inMemory } = slipway
  const { project: folder } = folders
  const redactor = new Redactor()
  const password = await passwordOfState(folders)
  if (password !== undefined) redactor.learn(secret(password))
  const ids = timeSortedIds()
  const runId = ids.next()
  const door = new GatewayDoor()
  const desk = new OpenDesk()
  const sealer = inMemory?.sealer ?? sealerOf(env)
  const onNewKey = newKeyTeller(env, tell)
  const store = new StorePart({ place: folders, access, sealer, onNewKey, files, ready, store: inMemory?.store })
  const plugins = pluginsOf(options, { gateway: door.of, runId, redactor })
  const lease = new InstanceLock(store, engineRecords(slipway, folders), () => plugins.drained())
  const isInMemory = inMemory?.provider !== undefined
  const configured = new ConfiguredProviders({ plugins, settings, folders, redactor, tell, isInMemory })
  const { configOf } = configured
  const policies = new Policies(plugins, { settings, redactor, configOf })
  const seen = seenSettings(folders, configOf)
  const core = new CoreProvider({ cwd, folder, exportsOf: exportsOf(slipway, folders, store) })
  const shared = { plugins, store, redactor, policies, knownSettings: seen.known }
  const componentsOf = componentsOnDemand({ ...shared, settings, folder, tell })
  const catalog = new CatalogPart({
    plugins,
    schemaCache: schemaCacheDir(folders.cache),
    settings,
    folder,
    configured,
    seen,
    policies,
    redactor,
    core,
    components: componentsOf,
    inMemory: inMemory?.provider,
  })
  const transformers = new InstalledTransformers(plugins, { settings, folders, redactor, tell })
  const programs = program && (await programsOf({ ...shared, program, told }))
  const childSources = async (): Promise<ChildSources> => {
    const loading = await import('./loading/child-sources.ts')
    const depth = settings.number('include', 'depth')
    return loading.childSources(slipway, { folder, depth, trust })
  }
  const inside = { catalog, plugins, transformers, policies, seen, core, desk, lease, redactor, store }
  const components = (): Promise<Components> => componentsOf(catalog)
  const around = { runId, ids, folder, settings, childSources, env, components, ...(programs && { programs }) }
  const engine = new EnginePart({ ...inside, ...around, commands: new CommandsSaid(naming) })
  door.open(new PluginGateway({ catalog, settings, desk: () => desk.current }).of)
  return { agent: agentOf(engine, catalog, early), engine }
}

/** Returns the plugins of the engine. Their output and events are redacted. */
function pluginsOf(
  options: ComposeOptions,
  { gateway, runId, redactor }: { readonly gateway: GatewayPort; readonly runId: string; readonly redactor: Redactor },
): PluginsPart {
  const { slipway, settings, folders, trust, program, onPrinted, onPluginTrouble } = options
  return new PluginsPart({
    gateway,
    missing: onDemand(options),
    slipway: { ...slipway, env: envForOthers(slipway.env, folders) },
    settings,
    folders,
    trust,
    runId,
    redact: redactor.redact,
    ...(program !== undefined && { variables: variablesOf(program), workingFolder: program.place.folder }),
    onPrinted: ({ line }) => onPrinted?.(redactor.redact(line)),
    onEvent: ({ kind, message }) => {
      if (troubles.has(kind)) onPluginTrouble(redactor.redact(message))
    },
  })
}

function seenSettings(folders: Folders, configOf: ConfiguredProviders['configOf']): SeenSettings {
  return new SeenSettings({
    folder: realFolder(folders.project),
    hasStateBeside: folders.state === stateBeside(folders.project),
    machine: hostname(),
    configOf,
  })
}

function exportsOf(slipway: Slipway, folders: Folders, store: StorePart): ExportsOf {
  if (slipway.inMemory?.exportsOf !== undefined) return slipway.inMemory.exportsOf
  return async (wanted) => {
    const { exportsElsewhere } = await import('./look/exports-elsewhere.ts')
    return await exportsElsewhere(slipway, folders, () => store.store)(wanted)
  }
}

type SharedParts = Pick<ComponentPartsOptions, 'plugins' | 'store' | 'redactor' | 'policies' | 'knownSettings'>

/** Loads component support on demand: most commands need none. */
function componentsOnDemand(
  options: SharedParts & Pick<ComponentPartsOptions, 'settings' | 'folder' | 'tell'>,
): (catalog: CatalogPart) => Promise<Components> {
  let loaded: Promise<Components> | undefined
  return (catalog) => {
    loaded ??= import('./programs/component-parts.ts').then(
      ({ ComponentParts }) =>
        new ComponentParts({ ...options, catalog, parallelism: options.settings.number('parallelism') }),
    )
    return loaded
  }
}

function agentOf(engine: EnginePart, catalog: CatalogPart, early: ComposeOptions['early']): Agent {
  return new Agent(
    allPlugins(engine, ...(early !== undefined && early.size > 0 ? [new EarlyLaunch(catalog, early)] : [])),
    version(slipwayVersion),
    // A run handles signals itself.
    quitSignals(),
    // Launches have their own limit: the number of attempts times the deadline.
    startTimeout(24 * 3_600_000),
    stopTimeout(60_000),
    concurrent(4),
  )
}

/** Installs missing plugins where the user allows it. */
function onDemand({ onPluginTrouble: tell, ...options }: ComposeOptions): MissingPlugins {
  return whenMissed(async () => {
    const { OnDemand } = await import('./installing/on-demand.ts')
    return new OnDemand({ ...options, tell })
  })
}

/** Loads program support on demand: blueprints need none. */
async function programsOf(parts: CatalogParts): Promise<ProgramCatalog> {
  const [{ programCatalog }, { viewOfPrograms }] = await Promise.all([
    import('./programs/program-catalog.ts'),
    import('./programs/policy-view.ts'),
  ])
  const catalog = programCatalog(parts)
  parts.policies.ofProgram(
    parts.program,
    viewOfPrograms(() => catalog),
  )
  return catalog
}

const troubles: ReadonlySet<string> = new Set([
  'launch-failed',
  'refused',
  'exited',
  'draining',
  'hung',
  'said',
  'notice',
])

/** Returns the environment variables that Pulumi sets for a program's plugins. */
function variablesOf({ project, directory, described }: ProgramFile): Readonly<Record<string, string>> {
  const options = Object.entries(described.runtime.options).map(([name, value]) => [
    `PULUMI_RUNTIME_${name.toUpperCase()}`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const told = { PULUMI_PROJECT: project, PULUMI_NODEJS_PROJECT: project, PROGRAM_PROJECT_FOLDER: directory }
  return { ...told, ...Object.fromEntries(options) }
}
