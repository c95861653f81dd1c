import { once } from 'node:events'
import { Failure, isWithoutRoom, messageOf, type PackageParameter, Semaphore } from '@slipway/model'
import { GroupRecord, Guardian, markOf, processIdentity } from '@slipway/processes'
import { connectChannel, formatAddress, openSocket, type Route, type RpcChannel } from '@slipway/protocol'
import type { InstalledPlugin, RunningPlugin } from './dialects/dialect.ts'
import type { GatewayPort } from './gateway/caller.ts'
import { keepPrivate } from './launch/compile-cache.ts'
import type { EnvironmentPolicy } from './launch/environment.ts'
import { type LaunchContext, type Printed, mostLaunches } from './launch/launcher.ts'
import { PrivateFolders } from './private-folders.ts'
import { newSecret } from './launch/secret.ts'
import { defaultPolicy } from './defaults.ts'
import type { Environment } from './layout.ts'
import { doorFor } from './peers/guarded-server.ts'
import { PeerCheck } from './peers/peer.ts'
import type { Refusal } from './peers/refusal.ts'
import type { HostEvent } from './supervise/event.ts'
import { type Exchange, recordedChannel } from './supervise/recorded-channel.ts'
import { PluginChannel } from './supervise/plugin-channel.ts'
import { settleStrays, type StrayRule } from './supervise/settle-strays.ts'
import { SupervisedPlugin, type SupervisionPolicy } from './supervise/supervised-plugin.ts'

export interface PluginHostOptions extends Partial<SupervisionPolicy> {
  /** Plugins that may be launched; see `discoverPlugins`. */
  readonly plugins: readonly InstalledPlugin[]
  /** Plugins print into `<logDir>/<id>/plugin.log`. */
  readonly logDir: string
  /** Folder of the process groups that this engine starts, for `killLeftovers` of a later one. */
  readonly runtimeDir: string
  /** The run of this process for which its plugins work, for `killPluginsOf`; absent: there is only one run. */
  readonly run?: string
  /** Node's cache of the plugins' compiled JavaScript. */
  readonly compileCacheDir?: string
  readonly environment: Environment
  readonly environmentPolicy?: EnvironmentPolicy
  /**
   * Checks, just before each launch, that the plugin's files are still the installed ones.
   * @throws Failure that refuses the launch
   */
  readonly check?: (plugin: InstalledPlugin) => Promise<unknown>
  /** The working directory of plugins. */
  readonly cwd: string
  /** Removes known secrets from the output of plugins, line by line. */
  readonly redact?: (line: string) => string
  /** The services that plugins may use besides registering; absent: none. */
  readonly gateway?: GatewayPort
  /** Additional routes at the address of a plugin's engine; made once a plugin is launched. */
  readonly services?: () => readonly Route[]
  /** The handling of processes that plugins leave behind (default: they are reported). */
  readonly strays?: StrayRule
  readonly onEvent?: (event: HostEvent) => void
  /** Called for each call of a plugin once it has ended; secrets are not removed. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Receives the output of programs that language plugins run. */
  readonly onPrinted?: (printed: Printed) => void
}

export interface PluginProcessInfo {
  readonly id: string
  readonly version: string
  /** Its process group has the same number. */
  readonly pid: number
  /** Clock ticks since boot. */
  readonly processStart: number
}

/** How the process of one configuration starts, if that differs from its plugin. */
export interface SpecialLaunch {
  /** The parameter of the package that this configuration is for, if it is not the plugin's own package. */
  readonly parameter?: PackageParameter | undefined
  /** Another version of the plugin than usual. */
  readonly plugin?: InstalledPlugin | undefined
  /** Environment variables that the process reads, each with the name that its value has in the engine's environment. */
  readonly variables?: Readonly<Record<string, string>> | undefined
  /** Variables added to the environment that it inherits. */
  readonly environment?: Readonly<Record<string, string>> | undefined
}

/** Something that plugins can call. */
export interface Served {
  /** `127.0.0.1:4711` */
  readonly address: string
  close(): Promise<void>
}

/** The plugin processes of one engine: starts them, keeps them running, and ends them all. */
export class PluginHost {
  readonly #options: PluginHostOptions
  readonly #supervised = new Map<string, SupervisedPlugin>()
  readonly #added = new Map<string, InstalledPlugin>()
  #context: LaunchContext | undefined
  #stopped: Promise<void> | undefined

  constructor(options: PluginHostOptions) {
    this.#options = options
  }

  /**
   * Starts these plugins side by side and resolves when all are registered and answer. When one cannot be started the
   * others of this call are stopped, and it fails with a Failure that names the one.
   */
  async start(ids: readonly string[]): Promise<void> {
    const starting = ids.map((id) => this.#supervise(id)).filter((supervised) => supervised.current === undefined)
    try {
      await Promise.all(starting.map((supervised) => supervised.running()))
    } catch (error) {
      await Promise.all(starting.map((supervised) => supervised.stop(0)))
      for (const { plugin } of starting) this.#supervised.delete(plugin.id)
      throw error
    }
  }

  /** Resolves when every process that is starting has started, or will not start. */
  async begun(): Promise<void> {
    await Promise.all(Array.from(this.#supervised.values(), (supervised) => supervised.begun()))
  }

  /** Adds a plugin that may be launched. If it was known before, only its present process keeps running. */
  add(plugin: InstalledPlugin): void {
    this.#added.set(plugin.id, plugin)
  }

  /**
   * Returns a running plugin, and starts it if necessary.
   * @param configuration name of a configuration, for a plugin that needs a process for each; usable in file names
   * @param special distinguishes the process of this configuration from others of the plugin
   */
  async connect(id: string, configuration?: string, special?: SpecialLaunch): Promise<RunningPlugin> {
    const supervised = this.#supervise(id, configuration, special)
    await supervised.running()
    const { kind, namespace, version, file } = supervised.plugin
    const channel = new PluginChannel(supervised)
    const { onExchange } = this.#options
    return {
      id,
      kind,
      namespace,
      version,
      file,
      channel: onExchange === undefined ? channel : recordedChannel(channel, id, onExchange),
      get hostId() {
        return supervised.current?.connection.hostId ?? ''
      },
      get introduction() {
        return supervised.current?.connection.introduction
      },
      get pid() {
        return supervised.current?.connection.process.pid ?? 0
      },
    }
  }

  /** Running plugins, sorted by id. */
  processes(): readonly PluginProcessInfo[] {
    return [...this.#supervised.values()]
      .flatMap(({ plugin: { id, version }, current }) => {
        if (current === undefined) return []
        const { pid, start } = current.connection.process
        return [{ id, version, pid, processStart: start }]
      })
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /**
   * Serves these routes at a local port, only to the processes of running plugins and their children. Pass the address on to the clients,
   * and end it with `close`.
   * @param maxMessageBytes of a request, and of an answer
   */
  serve(routes: readonly Route[], maxMessageBytes: number): Promise<Served> {
    const { peers } = (this.#context ??= this.#open())
    const refusalOf: PeerCheck['refusalOf'] = async (ends) => {
      let refusal: Refusal | undefined
      for (const group of this.#groups()) {
        refusal = await peers.refusalOf(ends, { group })
        if (refusal === undefined) return undefined
      }
      return refusal ?? { code: 'host/registration-refused', refusal: 'no plugin runs', stranger: true }
    }
    const onTurnedAway = ({ refusal }: Refusal): void =>
      this.#options.onEvent?.({ kind: 'refused', pluginId: '', message: `a connection was refused: ${refusal}` })
    const server = doorFor(routes, { peers: { refusalOf }, group: () => 0, onTurnedAway }, maxMessageBytes)
    return server.listen({ port: 0 }).then((at) => ({ address: formatAddress(at), close: () => server.close() }))
  }

  /**
   * Opens a channel to a port at which a process of a running plugin or one of its children listens. The messages may be secret, and a
   * stranger may quickly take the port of a process that has ended. So the listener is checked before anything is sent, and again when the
   * connection is made.
   * @param maxMessageBytes of a request, and of an answer
   * @throws Failure `host/foreign-port`
   */
  async dial(port: number, maxMessageBytes?: number): Promise<RpcChannel> {
    this.#refuseForeign(port)
    const socket = openSocket({ port })
    try {
      await once(socket, 'connect')
      this.#refuseForeign(port)
    } catch (error) {
      socket.destroy()
      throw error
    }
    return connectChannel({ port }, { socket, ...(maxMessageBytes !== undefined && { maxMessageBytes }) })
  }

  #refuseForeign(port: number): void {
    const { peers } = (this.#context ??= this.#open())
    let problem: string | undefined = 'no plugin runs'
    for (const group of this.#groups()) {
      problem = peers.problemOfPort(port, { group })
      if (problem === undefined) return
    }
    throw new Failure('host/foreign-port', `Slipway does not call the address that the program named: ${problem}`, {
      hint: 'the process that listened there has ended, or has left the process group in which it was started',
    })
  }

  /** Writes a line of ours into the log of a plugin, if it runs. */
  note(id: string, text: string): void {
    this.#supervised.get(id)?.current?.connection.output.note(text)
  }

  /** Resolves when no process is left that may still be working on a call that was given up. */
  async drained(): Promise<void> {
    for (const supervised of this.#supervised.values()) await supervised.drained
  }

  /**
   * Stops every plugin, with this grace or that of the policy, and resolves when nothing is left of them. A second call with less grace hurries the
   * first.
   */
  stop(graceMs?: number): Promise<void> {
    const stopping = [...this.#supervised.values()].map((supervised) => supervised.stop(graceMs))
    this.#stopped ??= this.#closeAfter(stopping)
    return this.#stopped
  }

  async #closeAfter(stopping: readonly Promise<void>[]): Promise<void> {
    await Promise.all(stopping)
    if (this.#context !== undefined) await settleStrays(this.#context.marks.run, this.#options)
    // Removed before the guardian ends, which would otherwise remove it.
    this.#context?.folders.remove()
    await this.#context?.guardian.close()
    this.#context?.record.remove()
    if (this.#context?.compileCacheDir !== undefined) keepPrivate(this.#context.compileCacheDir)
  }

  #supervise(id: string, configuration?: string, special: SpecialLaunch = {}): SupervisedPlugin {
    const called = configuration === undefined ? id : `${id}@${configuration}`
    const known = this.#supervised.get(called)
    if (known !== undefined) return known
    if (this.#stopped !== undefined) throw new Failure('host/stopped', `${id} is not started: the host is stopping`)
    const { parameter, variables, environment, plugin = this.#find(id) } = special
    if (plugin === undefined) {
      const hint = 'slipway plugin list shows the installed plugins, and plugins that cannot be used'
      throw new Failure('host/unknown-plugin', `the plugin ${id} is not installed`, { hint })
    }
    // A name that distinguishes the process from others of the plugin, in its log and in messages.
    const own = {
      ...plugin,
      id: called,
      ...(parameter !== undefined && { parameter }),
      ...(variables !== undefined && { variables }),
      ...(environment !== undefined && { environment }),
    }
    const policy = { ...defaultPolicy, ...this.#options }
    const onEvent = this.#options.onEvent ?? (() => undefined)
    const supervised = new SupervisedPlugin(own, (this.#context ??= this.#open()), policy, onEvent)
    this.#supervised.set(called, supervised)
    return supervised
  }

  /** Makes the parts that all launches share, before the first one. */
  #open(): LaunchContext {
    const { logDir, runtimeDir, run, environmentPolicy, cwd, redact, gateway, services, onPrinted } = this.#options
    const { environment, compileCacheDir: cache, check } = this.#options
    const compileCacheDir = cache !== undefined && keepPrivate(cache) ? cache : undefined
    const identity = processIdentity()
    const record = recordIn(runtimeDir, { ...identity, run })
    const folders = new PrivateFolders(environment, newSecret)
    if (folders.path !== undefined) record.folder(folders.path)
    const marks = { engine: markOf(identity), run: record.mark }
    const guardian = new Guardian({
      folder: folders.path,
      runMark: marks.run,
      onReplaced: ({ pid, start }) => record.guardian(pid, start),
    })
    record.guardian(guardian.process.pid, guardian.process.start)
    return {
      newHostId: newSecret,
      peers: new PeerCheck(),
      installed: (id) => this.#find(id),
      folders,
      slots: new Semaphore(mostLaunches),
      guardian,
      record,
      logDir,
      cwd,
      environment,
      environmentPolicy: environmentPolicy ?? { mode: 'inherit' },
      marks,
      ...(compileCacheDir !== undefined && { compileCacheDir }),
      ...(check !== undefined && { check }),
      ...(redact !== undefined && { redact }),
      ...(gateway !== undefined && { gateway }),
      ...(services !== undefined && { services }),
      ...(onPrinted !== undefined && { onPrinted }),
    }
  }

  #find(id: string): InstalledPlugin | undefined {
    return this.#added.get(id) ?? this.#options.plugins.find((plugin) => plugin.id === id)
  }

  #groups(): readonly number[] {
    return this.processes().map(({ pid }) => pid)
  }
}

/** Fails with `host/runtime-dir` when the directory is not writable. */
function recordIn(runtimeDir: string, engine: ConstructorParameters<typeof GroupRecord>[1]): GroupRecord {
  try {
    return new GroupRecord(runtimeDir, engine)
  } catch (error) {
    const message = `plugins cannot be recorded in ${runtimeDir}, so none is started: ${messageOf(error)}`
    const first = isWithoutRoom(error) ? 'free some space there' : 'make the folder writable'
    const hint = `${first}; without the record a later engine could not end what this one left`
    throw new Failure('host/runtime-dir', message, { hint, cause: error })
  }
}
