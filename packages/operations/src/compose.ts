import { secret } from '@slipway/model'
import { hostname } from 'node:os'
import { Agent, allPlugins, concurrent, quitSignals, startTimeout, stopTimeout, version } from '@slipway/agent'
import type { ChildSources } from '@slipway/engine'
import type { GatewayPort } from '@slipway/host'
import { PluginGateway } from './gateway/plugin-gateway.ts'
import type { CatalogParts } from './programs/program-catalog.ts'
import type { ComponentParts } from './programs/component-parts.ts'
import type { ProgramCatalog } from '@slipway/programs'
import type { BlueprintFile } from './project/find-blueprint.ts'
import type { ProgramFile } from './project/find-program.ts'
import type { Folders } from './project/folders.ts'
import type { Settings } from './settings/settings.ts'
import { CatalogPart } from './catalog/catalog-part.ts'
import { EarlyLaunch } from './needed-plugins/early-launch.ts'
import { EnginePart } from './engine/engine-part.ts'
import type { ExportsOf } from './core-provider/exported-elsewhere.ts'
import { engineRecords } from './lease/end-leftovers.ts'
import { InstanceLock } from './lease/instance-lock.ts'
import { type MissingPlugins, whenMissed } from './plugins/missing-plugins.ts'
import { PluginsPart } from './plugins/plugins-part.ts'
import { Redactor } from './redaction/redactor.ts'
import { StorePart } from './store/store-part.ts'
import { sealerOf } from './settings/sealer.ts'
import { envForPlugins, passwordOfState } from './store/shared-state.ts'
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
  /** Reads what the project brings. */
  readonly files: ProjectFiles
  /** Whether the command may change state: one that only looks makes no file. */
  readonly access: 'read' | 'write'
  /** Namespaces of the providers that start before the state is opened. */
  readonly early?: ReadonlySet<string> | undefined
  /** The project is this program. */
  readonly program?: ProgramFile | undefined
  readonly blueprint?: BlueprintFile | undefined
  /** What the configuration of its stack says. */
  readonly told?: (() => Promise<ProgramConfig>) | undefined
  /** A line that a program has printed. */
  readonly onPrinted?: (line: string) => void
  /** News of plugins that a person should see. */
  readonly onPluginTrouble: (message: string) => void
}

/** An engine for one command, as an agent of its parts. */
export interface OneShotEngine {
  readonly agent: Agent
  readonly engine: EnginePart
}

/** Puts the engine together: the only place where engine, host and store meet. */
export async function composeEngine(options: ComposeOptions): Promise<OneShotEngine> {
  const { slipway, settings, folders, trust, files, access, early, onPluginTrouble, onPrinted, program, told } = options
  const { env, inMemory } = slipway
  const redactor = new Redactor()
  const password = await passwordOfState(folders)
  if (password !== undefined) redactor.learn(secret(password))
  const ids = timeSortedIds()
  const runId = ids.next()
  // The parts that a plugin meets there are made of the plugins.
  const gateway: GatewayPort = (caller) => pluginGateway.of(caller)
  const plugins = new PluginsPart({
    gateway,
    missing: onDemand(options),
    slipway: { ...slipway, env: envForPlugins(env, folders) },
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
  const exportsOf: ExportsOf = async (wanted) => {
    const { exportsElsewhere } = await import('./look/exports-elsewhere.ts')
    return await exportsElsewhere(slipway, folders, () => store.store)(wanted)
  }
  const catalog = new CatalogPart(plugins, {
    settings,
    folders,
    cwd: slipway.cwd,
    exportsOf,
    redactor,
    tell: onPluginTrouble,
    components: () => (components ??= componentsOf()),
    machine: hostname(),
    ...(inMemory?.provider && { inMemory: inMemory.provider }),
  })
  let components: Promise<ComponentParts> | undefined
  const componentsOf = async (): Promise<ComponentParts> => {
    const { ComponentParts } = await import('./programs/component-parts.ts')
    const { project: folder } = folders
    const parallelism = settings.number('parallelism')
    const tell = onPluginTrouble
    const known = { policies, knownSettings, settings, parallelism, folder, tell }
    return new ComponentParts({ catalog, plugins, store, redactor, ...known })
  }
  const store = new StorePart({
    place: folders,
    access,
    sealer: inMemory?.sealer ?? sealerOf(env),
    files,
    store: inMemory?.store,
  })
  const lease = new InstanceLock(store, engineRecords(slipway, folders), () => plugins.drained())
  const policies = () => catalog.policies
  const knownSettings = () => catalog.seen.known
  const programs = program && (await programsOf({ program, plugins, store, redactor, policies, knownSettings, told }))
  const childSources = async (): Promise<ChildSources> => {
    const loading = await import('./loading/child-sources.ts')
    const depth = settings.number('include', 'depth')
    return loading.childSources(slipway, { folder: folders.project, depth, trust })
  }
  const parts = { runId, ids, store, catalog, lease, redactor, settings, childSources, env }
  const engine = new EnginePart({ ...parts, ...(programs && { programs }) })
  const pluginGateway = new PluginGateway({ catalog, settings, desk: () => engine.desk })
  return { agent: agentOf(engine, catalog, early), engine }
}

function agentOf(engine: EnginePart, catalog: CatalogPart, early: ComposeOptions['early']): Agent {
  return new Agent(
    allPlugins(engine, ...(early !== undefined && early.size > 0 ? [new EarlyLaunch(catalog, early)] : [])),
    version(slipwayVersion),
    // A run decides itself what a signal means.
    quitSignals(),
    // Launching has limits of its own: attempts times deadline.
    startTimeout(24 * 3_600_000),
    stopTimeout(60_000),
    concurrent(4),
  )
}

/** What is missed is installed, where that may be. */
function onDemand({ onPluginTrouble: tell, ...options }: ComposeOptions): MissingPlugins {
  return whenMissed(async () => {
    const { OnDemand } = await import('./installing/on-demand.ts')
    return new OnDemand({ ...options, tell })
  })
}

/** Blueprints do without all that programs need. */
async function programsOf(parts: CatalogParts): Promise<ProgramCatalog> {
  const [{ programCatalog }, { viewOfPrograms }] = await Promise.all([
    import('./programs/program-catalog.ts'),
    import('./programs/policy-view.ts'),
  ])
  const catalog = programCatalog(parts)
  parts.policies().ofProgram(
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

/** What plugins of a program find in their environment, as Pulumi puts it there. */
function variablesOf({ project, directory, described }: ProgramFile): Readonly<Record<string, string>> {
  const options = Object.entries(described.runtime.options).map(([name, value]) => [
    `PULUMI_RUNTIME_${name.toUpperCase()}`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const told = { PULUMI_PROJECT: project, PULUMI_NODEJS_PROJECT: project, PROGRAM_PROJECT_FOLDER: directory }
  return { ...told, ...Object.fromEntries(options) }
}
