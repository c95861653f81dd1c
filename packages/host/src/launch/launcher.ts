import { messageOf } from '@slipway/model'
import {
  describeExit,
  type GroupRecord,
  GuardedProcess,
  type Guardian,
  LogFile,
  ProcessOutput,
  settledWithin,
} from '@slipway/processes'
import {
  closedGatewayRoutes,
  connectChannel,
  openSocket,
  tokenHeader,
  type Route,
  type RpcChannel,
} from '@slipway/protocol'
import type { InstalledPlugin } from '../discover/discover.ts'
import { pluginLogFile, type Environment } from '../layout.ts'
import type { Refusal, Registration } from '../dialects/deploy-engine/register/check.ts'
import { LaunchListener, type Registered } from '../dialects/deploy-engine/register/launch-listener.ts'
import type { PeerCheck } from '../peers/peer.ts'
import { answersAsRegistered } from '../dialects/deploy-engine/probe.ts'
import { SocketFile } from '../dialects/deploy-engine/socket-file.ts'
import { pluginEnvironment, type EnvironmentPolicy } from './environment.ts'
import type { LaunchSlots } from './launch-slots.ts'
import { releaseFolder, type PrivateFolder, type PrivateFolders } from './private-folders.ts'
import { stampedChannel } from '../dialects/deploy-engine/stamped-channel.ts'

/** What all launches of one engine have in common. */
export interface LaunchContext {
  /** What plugins get in answer to their registration: another one for each launch. */
  readonly newHostId: () => string
  readonly peers: PeerCheck
  readonly folders: PrivateFolders
  readonly slots: LaunchSlots
  readonly guardian: Guardian
  readonly record: GroupRecord
  readonly logDir: string
  readonly cwd: string
  readonly environment: Environment
  readonly environmentPolicy: EnvironmentPolicy
  readonly mark: string
  readonly compileCacheDir?: string
  readonly redact?: (line: string) => string
  /** What this plugin may ask of the host besides registering; nothing, when this is left out. */
  readonly services?: (plugin: InstalledPlugin) => readonly Route[]
}

/** A plugin that runs, is who it should be, and answers calls. */
export interface Connection {
  readonly process: GuardedProcess
  readonly output: ProcessOutput
  /** Of this launch. */
  readonly hostId: string
  /** Puts the host id into every request. Another one after a reconnect. */
  readonly channel: RpcChannel
  readonly registration: Registration
  /** From the start of the process until it answered. */
  readonly tookMs: number
  /** Resolves when the plugin has taken its leave by itself. */
  readonly deregistered: Promise<void>
  /** For a plugin that has ended the connection and lives on, as servers may. False when it does not answer any more. */
  reconnect(withinMs: number): Promise<boolean>
  /** Ends what belongs to it besides the process; call it when the process has ended. */
  release(): Promise<void>
}

/** Why a launch came to nothing. */
export interface LaunchFailure {
  /** Goes on after the plugin's name: `exited with code 3`. */
  readonly reason: string
  /** Launching it again cannot help. */
  readonly permanent: boolean
  readonly code?: Refusal['code']
  /** The last lines that it printed. */
  readonly tail: readonly string[]
}

export interface LaunchControl {
  /** From the start of the process until the plugin is registered and answers. */
  readonly deadlineMs: number
  /** Ends the launch, and the process with it. */
  readonly signal: AbortSignal
  readonly onLaunched: (pid: number) => void
  readonly onRefused: (refusal: Refusal) => void
}

/** Launches a plugin once. Never rejects for what the plugin does; what did not become a connection leaves nothing behind. */
export async function launchOnce(
  plugin: InstalledPlugin,
  context: LaunchContext,
  control: LaunchControl,
): Promise<Connection | LaunchFailure> {
  const launch = new Launch(plugin, context, control)
  try {
    const process = await launch.start()
    const registration = await launch.registration(process)
    if ('reason' in registration) return await launch.fail(registration)
    return await launch.connect(process, registration)
  } catch (error) {
    return launch.fail({ reason: `could not be started: ${messageOf(error)}`, permanent: false })
  }
}

/** Node's timers know no longer time, in milliseconds. */
const longestTimer = 0x7fffffff

type Outcome = Registered | Omit<LaunchFailure, 'tail'>

class Launch {
  readonly #plugin: InstalledPlugin
  readonly #context: LaunchContext
  readonly #control: LaunchControl
  readonly #hostId: string
  /** What host and plugin have for themselves, where that can be had. */
  readonly #folder: PrivateFolder | undefined
  readonly #listener: LaunchListener
  readonly #log: LogFile
  readonly #output: ProcessOutput
  readonly #deregistered = Promise.withResolvers<void>()
  readonly #refused = Promise.withResolvers<Omit<LaunchFailure, 'tail'>>()
  readonly #startedAt = performance.now()
  #process: GuardedProcess | undefined
  /** Where the plugin listens, when it has said so and that is a file. */
  #socket: SocketFile | undefined

  constructor(plugin: InstalledPlugin, context: LaunchContext, control: LaunchControl) {
    this.#plugin = plugin
    this.#context = context
    this.#control = control
    this.#log = new LogFile(pluginLogFile(context.logDir, plugin.id))
    this.#output = new ProcessOutput({ log: this.#log, ...(context.redact && { redact: context.redact }) })
    this.#hostId = context.newHostId()
    this.#folder = context.folders.add()
    this.#listener = new LaunchListener({
      plugin,
      hostId: this.#hostId,
      folder: this.#folder,
      peers: context.peers,
      group: () => this.#process?.pid ?? 0,
      services: context.services?.(plugin) ?? closedGatewayRoutes(),
      onRefused: (refusal) => this.#onRefused(refusal),
      onDeregistered: () => this.#deregistered.resolve(),
    })
  }

  async start(): Promise<GuardedProcess> {
    const { environment, environmentPolicy, mark, compileCacheDir, cwd, guardian, record } = this.#context
    const { port: servicePort, folder: launchFolder } = await this.#listener.open()
    this.#control.signal.throwIfAborted()
    this.#process = new GuardedProcess({
      file: this.#plugin.file,
      environment: pluginEnvironment({
        engine: environment,
        policy: environmentPolicy,
        servicePort,
        launchFolder,
        mark,
        ...(compileCacheDir !== undefined && { compileCacheDir }),
      }),
      cwd,
      guardian,
      record,
      output: this.#output,
    })
    this.#output.note(`launched ${this.#plugin.file} ${this.#plugin.version} as process ${this.#process.pid}`)
    this.#control.onLaunched(this.#process.pid)
    return this.#process
  }

  /** Whatever comes first: registration, refusal, exit, deadline, the end of all launches. */
  registration(process: GuardedProcess): Promise<Outcome> {
    const { deadlineMs, signal } = this.#control
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => settle({ reason: `did not register within ${deadlineMs / 1000} s`, permanent: false }),
        Math.min(deadlineMs, longestTimer),
      )
      const onAbort = (): void => settle({ reason: 'was stopped while it started', permanent: true })
      const settle = (outcome: Outcome): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        resolve(outcome)
      }
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) onAbort()
      void this.#listener.registered.then(settle)
      void this.#refused.promise.then(settle)
      void process.exited.then((status) => settle({ reason: describeExit(status), permanent: false }))
    })
  }

  async connect(process: GuardedProcess, registration: Registered): Promise<Connection | LaunchFailure> {
    const { deadlineMs } = this.#control
    const { address } = registration
    if ('socketPath' in address) this.#socket = new SocketFile(address.socketPath)
    const msLeft = Math.max(1000, deadlineMs - (performance.now() - this.#startedAt))
    const channel = await this.#dial(registration, msLeft)
    if (typeof channel !== 'string') return this.#connection(process, registration, channel)
    await settledWithin(process.exited, 50)
    const reason = process.status === undefined ? `registered, but ${channel}` : describeExit(process.status)
    return this.fail({ reason, permanent: false })
  }

  #connection(process: GuardedProcess, registration: Registered, first: RpcChannel): Connection {
    let channel = first
    return {
      process,
      output: this.#output,
      hostId: this.#hostId,
      get channel() {
        return channel
      },
      registration,
      tookMs: Math.round(performance.now() - this.#startedAt),
      deregistered: this.#deregistered.promise,
      reconnect: async (withinMs) => {
        const dialled = await this.#dial(registration, withinMs)
        if (typeof dialled !== 'string') channel = dialled
        return channel === dialled
      },
      release: async () => {
        channel.close()
        await this.#close()
      },
    }
  }

  /**
   * A channel on which the plugin answers as one that we have registered, or why there is none. Nobody else learns what
   * a plugin is told: before anything is said, who listens there is looked at, and once it has answered, who answers.
   */
  async #dial(registered: Registered, withinMs: number): Promise<RpcChannel | string> {
    const { address, claimed, token } = registered
    const { peers } = this.#context
    const launched = { group: this.#process?.pid ?? 0, claimed }
    const problem =
      'port' in address
        ? peers.problemOfPort(address.port, launched)
        : peers.problemOfSocket(address.socketPath, launched)
    if (problem !== undefined) return problem
    const socket = openSocket(address)
    const channel = stampedChannel(
      connectChannel(address, { socket, ...(token !== undefined && { headers: { [tokenHeader]: token } }) }),
      this.#hostId,
    )
    const answer = await answersAsRegistered(channel, this.#plugin.kind, withinMs, this.#control.signal)
    // A path leads to who was found there: nobody else can change what is on the way to it.
    const refusal = answer === true && 'port' in address ? await peers.refusalOf(socket, launched) : undefined
    if (answer === true && refusal === undefined) return channel
    channel.close()
    return answer === true ? `the answer is not its own: ${refusal?.refusal}` : answer
  }

  /** The document wants a plugin killed that does not register: it gets no grace. */
  async fail(failure: Omit<LaunchFailure, 'tail'>): Promise<LaunchFailure> {
    await this.#process?.stop(0)
    this.#output.note(`${this.#plugin.id} ${failure.reason}`)
    await this.#close()
    return { ...failure, tail: this.#output.tail() }
  }

  #onRefused(refusal: Refusal): void {
    this.#output.note(`refused: ${refusal.refusal}`)
    this.#control.onRefused(refusal)
    if (refusal.stranger) return
    const reason = `was refused: ${refusal.refusal}`
    this.#refused.resolve({ reason, permanent: true, code: refusal.code })
  }

  /** Once the process is gone. */
  async #close(): Promise<void> {
    this.#socket?.remove()
    await Promise.all([this.#listener.close(), this.#log.close()])
    if (this.#folder !== undefined) releaseFolder(this.#folder)
  }
}
