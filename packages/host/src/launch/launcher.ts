import { availableParallelism } from 'node:os'
import { Failure, messageOf, type Semaphore } from '@slipway/model'
import {
  describeExit,
  type ExitStatus,
  type GroupRecord,
  GuardedProcess,
  type Guardian,
  LogFile,
  ProcessOutput,
  settledWithin,
} from '@slipway/processes'
import type { Route, RpcChannel } from '@slipway/protocol'
import type { Greeted, Greeting, InstalledPlugin, LaunchProblem } from '../dialects/dialect.ts'
import type { GatewayPort } from '../gateway/caller.ts'
import { pluginLogFile, type Environment } from '../layout.ts'
import type { PeerCheck } from '../peers/peer.ts'
import type { Refusal } from '../peers/refusal.ts'
import { pluginEnvironment, type EnvironmentPolicy, type PluginMark } from './environment.ts'
import { remarks } from './remarks.ts'
import type { PrivateFolders } from '../private-folders.ts'

/** A line of a user's program, for the user to read. Known secrets are removed. */
export interface Printed {
  /** The language plugin that runs it. */
  readonly pluginId: string
  readonly stream: 'stdout' | 'stderr'
  readonly line: string
}

/**
 * How many plugins may be on their way up at the same time. More than the machine has hands for would make each of them
 * late for its own deadline, and none of them earlier.
 */
export const mostLaunches = Math.max(8, 4 * availableParallelism())

/** Shared by all launches of one engine. */
export interface LaunchContext {
  /** A new one for each launch. */
  readonly newHostId: () => string
  readonly peers: PeerCheck
  readonly installed: (id: string) => InstalledPlugin | undefined
  readonly folders: PrivateFolders
  /** `mostLaunches` slots. */
  readonly slots: Semaphore
  readonly guardian: Guardian
  readonly record: GroupRecord
  readonly logDir: string
  readonly cwd: string
  readonly environment: Environment
  readonly environmentPolicy: EnvironmentPolicy
  /** Marks of every launch; see `PluginMark`. */
  readonly marks: Omit<PluginMark, 'plugin'>
  readonly compileCacheDir?: string
  /** Refuses a launch by an error that names the plugin. */
  readonly check?: (plugin: InstalledPlugin) => Promise<unknown>
  readonly redact?: (line: string) => string
  readonly onPrinted?: (printed: Printed) => void
  /** The services that plugins may use besides registering; absent: none. */
  readonly gateway?: GatewayPort
  readonly services?: () => readonly Route[]
}

/** A running plugin with the right identity that answers calls. */
export interface Connection {
  readonly process: GuardedProcess
  readonly output: ProcessOutput
  readonly hostId: string
  /** A new one after a reconnect. */
  readonly channel: RpcChannel
  readonly greeted: Greeted
  readonly introduction: unknown
  /** Milliseconds from the start of the process until its answer. */
  readonly tookMs: number
  /** Resolves when the plugin has taken its leave by itself. */
  readonly left: Promise<void>
  /** Reconnects to a plugin that has ended the connection and lives on, as servers may. False when it no longer answers. */
  reconnect(withinMs: number): Promise<boolean>
  /** Asks it to end its work. Never rejects. */
  farewell(): Promise<void>
  /** Frees everything of the launch besides the process; call it when the process has ended. */
  release(): Promise<void>
}

/** A problem and the last lines that the plugin printed. */
export interface LaunchFailure extends LaunchProblem {
  readonly tail: readonly string[]
}

export interface LaunchControl {
  /** From the start of the process until the plugin has registered; the connection may take a second more. */
  readonly deadlineMs: number
  /** Ends the launch, and the process with it. */
  readonly signal: AbortSignal
  readonly onLaunched: (pid: number) => void
  readonly onRefused: (refusal: Refusal) => void
  /** Receives sentences for the user. */
  readonly onRemark: (sentence: string) => void
}

/**
 * Launches a plugin once. A failed launch leaves nothing behind. Never rejects because of what the plugin does.
 *
 * @throws the error of `check`, which refuses each launch of this plugin
 */
export async function launchOnce(
  plugin: InstalledPlugin,
  context: LaunchContext,
  control: LaunchControl,
): Promise<Connection | LaunchFailure> {
  const launch = new Launch(plugin, context, control)
  try {
    const process = await launch.start()
    const greeted = await launch.greeted(process)
    if ('reason' in greeted) return await launch.fail(greeted)
    return await launch.connect(process, greeted)
  } catch (error) {
    if (error instanceof Refused) {
      await launch.fail({ reason: messageOf(error.cause), permanent: true })
      throw error.cause
    }
    const known = error instanceof Failure ? { permanent: true, hint: error.hint } : { permanent: false }
    return launch.fail({ reason: `could not be started: ${messageOf(error)}`, ...known })
  }
}

/** `check` refused the launch, with the error in `cause`. */
class Refused extends Error {}

/** The longest time that Node's timers take, in milliseconds. */
const longestTimer = 0x7fffffff

/** The rate at which a program may print without losing output, after a first burst of four times as much. */
const programBytesPerSecond = 4 << 20

class Launch {
  readonly #plugin: InstalledPlugin
  readonly #context: LaunchContext
  readonly #control: LaunchControl
  readonly #hostId: string
  readonly #greeting: Greeting
  readonly #log: LogFile
  readonly #output: ProcessOutput
  readonly #startedAt = performance.now()
  #process: GuardedProcess | undefined

  constructor(plugin: InstalledPlugin, context: LaunchContext, control: LaunchControl) {
    this.#plugin = plugin
    this.#context = context
    this.#control = control
    this.#log = new LogFile(pluginLogFile(context.logDir, plugin.id))
    this.#output = new ProcessOutput({
      log: this.#log,
      onLine: (stream, line) => {
        const shown = this.#greeting.heard?.(stream, line) ?? false
        if (shown === false) return
        context.onPrinted?.({ pluginId: plugin.id, stream, line: shown === true ? line : shown })
      },
      // The output of a program is for its author to read.
      ...(plugin.kind === 'language' && { bytesPerSecond: programBytesPerSecond }),
      ...(context.redact && { redact: context.redact }),
    })
    this.#hostId = context.newHostId()
    this.#greeting = plugin.dialect.begin({
      plugin,
      hostId: this.#hostId,
      peers: context.peers,
      installed: context.installed,
      cwd: context.cwd,
      environment: context.environment,
      folders: context.folders,
      group: () => this.#process?.pid ?? 0,
      gateway: context.gateway,
      services: context.services,
      onRefused: (refusal) => {
        this.#output.note(`refused: ${refusal.refusal}`)
        control.onRefused(refusal)
      },
      note: (text) => this.#output.note(text),
      said: remarks(plugin.id, {
        redact: context.redact,
        note: (text) => this.#output.note(text),
        tell: control.onRemark,
      }),
    })
  }

  async start(): Promise<GuardedProcess> {
    const { environment, environmentPolicy, marks, compileCacheDir, guardian, record } = this.#context
    const start = await this.#greeting.open()
    const { variables, file = this.#plugin.file, cwd = this.#context.cwd, args = [], keepsStdin = false } = start
    await this.#context.check?.(this.#plugin).catch((cause: unknown) => {
      throw new Refused('refused', { cause })
    })
    this.#control.signal.throwIfAborted()
    this.#process = new GuardedProcess({
      file,
      args,
      keepsStdin,
      environment: pluginEnvironment({
        engine: environment,
        policy: environmentPolicy,
        variables: { ...this.#plugin.environment, ...variables },
        renamed: this.#plugin.variables ?? {},
        mark: { ...marks, plugin: this.#plugin.id },
        ...(compileCacheDir !== undefined && { compileCacheDir }),
      }),
      cwd,
      guardian,
      record,
      output: this.#output,
    })
    this.#greeting.launched?.()
    this.#output.note(`launched ${this.#plugin.file} ${this.#plugin.version} as process ${this.#process.pid}`)
    this.#control.onLaunched(this.#process.pid)
    return this.#process
  }

  /** The first of these: its greeting, refusal, exit, deadline, or the end of all launches. */
  greeted(process: GuardedProcess): Promise<Greeted | LaunchProblem> {
    const { deadlineMs, signal } = this.#control
    return new Promise((resolve) => {
      const timer = setTimeout(
        () =>
          settle({
            reason: `${this.#greeting.overdue ?? 'did not register'} within ${deadlineMs / 1000} s`,
            permanent: false,
          }),
        Math.min(deadlineMs, longestTimer),
      )
      const onAbort = (): void => settle({ reason: 'was stopped while it started', permanent: true })
      const settle = (outcome: Greeted | LaunchProblem): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        resolve(outcome)
      }
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) onAbort()
      void this.#greeting.greeted.then(settle)
      // A program that is run from its sources ends by itself when it is wrong, which it would be again.
      const isWrong = ({ code }: ExitStatus): boolean => this.#plugin.isSource === true && code !== null
      void process.exited.then((status) => settle({ reason: describeExit(status), permanent: isWrong(status) }))
    })
  }

  async connect(process: GuardedProcess, greeted: Greeted): Promise<Connection | LaunchFailure> {
    const { deadlineMs, signal } = this.#control
    const msLeft = Math.max(1000, deadlineMs - (performance.now() - this.#startedAt))
    const channel = await this.#greeting.dial(msLeft, signal)
    if (typeof channel !== 'string') return this.#connection(process, greeted, channel)
    await settledWithin(process.exited, 50)
    const reason = process.status === undefined ? `registered, but ${channel}` : describeExit(process.status)
    return this.fail({ reason, permanent: false })
  }

  #connection(process: GuardedProcess, greeted: Greeted, first: RpcChannel): Connection {
    let channel = first
    const greeting = this.#greeting
    return {
      process,
      output: this.#output,
      hostId: this.#hostId,
      get channel() {
        return channel
      },
      greeted,
      get introduction() {
        return greeting.introduction
      },
      tookMs: Math.round(performance.now() - this.#startedAt),
      left: this.#greeting.left,
      reconnect: async (withinMs) => {
        const dialled = await this.#greeting.dial(withinMs, this.#control.signal)
        if (typeof dialled !== 'string') channel = dialled
        return channel === dialled
      },
      farewell: async () => this.#greeting.farewell?.(channel),
      release: async () => {
        channel.close()
        await this.#close()
      },
    }
  }

  /** The requirements say to kill a plugin that does not register: it gets no grace. */
  async fail(failure: LaunchProblem): Promise<LaunchFailure> {
    await this.#process?.stop(0)
    this.#output.note(`${this.#plugin.id} ${failure.reason}`)
    await this.#close()
    const { hint = this.#greeting.advice } = failure
    return { ...failure, hint, tail: this.#output.tail() }
  }

  /** Call this once the process is gone. */
  async #close(): Promise<void> {
    await Promise.all([this.#greeting.close(), this.#log.close()])
  }
}
