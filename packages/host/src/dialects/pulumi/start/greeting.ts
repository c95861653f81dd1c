import { dirname } from 'node:path'
import { type CallControl, messageOf } from '@slipway/model'
import { connectChannel, openSocket, type RpcChannel, type RpcServer, tokenHeader } from '@slipway/protocol'
import { Analyzer, LanguageRuntime, PulumiProviderMethods, pulumiVersion, ViewDesk } from '@slipway/protocol/pulumi'
import { quoted } from '../../../quoted.ts'
import type { Greeted, Greeting, GreetingOptions, InstalledPlugin, LaunchProblem, Start } from '../../dialect.ts'
import { engineDoor } from './engine-server.ts'
import { pulumiName } from '../described/kinds.ts'
import { adviceOnModule } from './missing-module.ts'
import type { SourceRuntime } from '../described/plugin-yaml.ts'
import { portIn } from './port-line.ts'
import { runByLanguage } from './run-by-language.ts'
import { type Introduction, shakeHands } from './shake-hands.ts'
import { sourceRun } from './source-start.ts'

/** Pulumi's limit: the schema of a large cloud has tens of megabytes. */
const maxMessageBytes = 400 * 1024 * 1024

/** Milliseconds for a language plugin to answer. */
const answerMs = 10_000

/** Milliseconds for a plugin to notice that it is being stopped. */
const farewellMs = 5000

/** The call that tells a plugin of a kind to end its work; `undefined` if the kind has no such call. */
function cancelOf(kind: string) {
  if (kind === 'provider') return PulumiProviderMethods.Cancel
  if (kind === 'analyzer') return Analyzer.Cancel
  return kind === 'language' ? LanguageRuntime.Cancel : undefined
}

/**
 * A launch of a plugin that gets the address of its engine as an argument, listens at a port of its own choice, and prints the port as its
 * first line. The plugin of their language runs sources; a plugin that already runs is only called.
 */
export class PulumiGreeting implements Greeting {
  readonly greeted: Promise<Greeted | LaunchProblem>
  readonly overdue = 'printed no port'
  /** Never resolves: plugins of this dialect do not say that they are leaving. */
  readonly left = new Promise<void>(() => {})
  readonly #options: GreetingOptions
  readonly #engine: RpcServer
  readonly #views = new ViewDesk()
  readonly #greet: (said: Greeted | LaunchProblem) => void
  readonly #attachedTo: number | undefined
  #introduction: Introduction | undefined
  #advice: string | undefined
  #engineAddress = ''
  #farewell: Promise<void> | undefined
  #port: number | undefined
  /** The runtime of sources that a language plugin runs: the port belongs to the language plugin's process, not to them. */
  #runtime: SourceRuntime | undefined
  #language: RpcChannel | undefined
  /** Sent with every call. */
  #headers: Readonly<Record<string, string>> = {}

  constructor(options: GreetingOptions) {
    const { promise, resolve } = Promise.withResolvers<Greeted | LaunchProblem>()
    const { file, root } = options.plugin
    this.greeted = promise
    this.#greet = resolve
    this.#options = options
    this.#attachedTo = root.origin === 'attached' ? Number(file.slice(file.lastIndexOf(':') + 1)) : undefined
    this.#engine = engineDoor(options, this.#views, this.#attachedTo !== undefined)
  }

  get introduction(): Introduction | undefined {
    return this.#introduction
  }

  get advice(): string | undefined {
    return this.#advice
  }

  async open(): Promise<Start> {
    const address = await this.#engine.listen({ port: 0 })
    this.#engineAddress = `127.0.0.1:${'port' in address ? address.port : 0}`
    this.#views.address = this.#engineAddress
    if (this.#attachedTo !== undefined) {
      this.#port = this.#attachedTo
      this.#greet({ version: '' })
      // A process must run in its place, and end together with us.
      return { variables: {}, file: '/bin/cat', keepsStdin: true }
    }
    const { plugin } = this.#options
    const args = plugin.kind === 'converter' ? [] : [this.#engineAddress]
    const start = plugin.isSource === true ? await this.#sources(args) : { variables: this.#token(plugin), args }
    return { keepsStdin: true, ...start }
  }

  /** The first line is the port. All other lines are output of the plugin or, for language plugins, of the programs that they run. */
  heard(stream: 'stdout' | 'stderr', line: string): boolean {
    this.#heardOfModule(line)
    if (stream !== 'stdout' || this.#port !== undefined) return this.#options.plugin.kind === 'language'
    const port = portIn(line)
    if (this.#runtime !== undefined && this.#language === undefined && port !== undefined)
      void this.#runSources(this.#runtime, port)
    else this.#heardPort(port, line)
    return false
  }

  async dial(withinMs: number, signal: AbortSignal): Promise<RpcChannel | string> {
    const port = this.#port ?? 0
    const { plugin, note } = this.#options
    const engineAddress = this.#engineAddress
    return this.#dialPort(port, { deadlineMs: withinMs, signal }, async (channel, control) => {
      const isAttached = this.#attachedTo !== undefined
      const subpackage = this.#introduction?.subpackage
      const isServed = this.#isServed
      const said = await shakeHands(channel, { plugin, engineAddress, isServed, isAttached, subpackage }, control)
      this.#introduction = { ...said, views: this.#views }
      const { version } = this.#introduction
      if (version !== '') note(`says that it is ${quoted(version)}; Slipway acts as Pulumi ${pulumiVersion}`)
    })
  }

  /** True if the plugin finds all services at the address; plugins that Slipway did not launch do not. */
  get #isServed(): boolean {
    return this.#options.services !== undefined && this.#attachedTo === undefined
  }

  /** Runs once, however often the plugin is stopped. */
  farewell(channel: RpcChannel): Promise<void> {
    this.#farewell ??= this.#cancel(channel)
    return this.#farewell
  }

  async #cancel(channel: RpcChannel): Promise<void> {
    const method = cancelOf(this.#options.plugin.kind)
    if (method === undefined) return
    await channel.call(method, {}, { deadlineMs: farewellMs }).catch(() => undefined)
  }

  async close(): Promise<void> {
    this.#language?.close()
    await this.#engine.close()
  }

  async #sources(args: readonly string[]): Promise<Start> {
    const { plugin, installed, cwd: pwd } = this.#options
    const run = await sourceRun(plugin, { args, pwd, installed })
    if (!('language' in run)) return run
    const { language, runtime } = run
    this.#runtime = runtime
    return { variables: this.#token(language), file: language.file, args: [this.#engineAddress] }
  }

  /** Our own language plugins answer only callers with this token, because a caller can run anything. */
  #token({ kind, root: { origin } }: InstalledPlugin): Start['variables'] {
    if (kind !== 'language' || origin !== 'bundled') return {}
    const { hostId } = this.#options
    this.#headers = { [tokenHeader]: hostId }
    return { SLIPWAY_LANGUAGE_TOKEN: hostId }
  }

  async #runSources(runtime: SourceRuntime, port: number): Promise<void> {
    const { plugin, cwd, note } = this.#options
    const language = await this.#dialPort(port, { deadlineMs: answerMs }, async (channel, control) => {
      await shakeHands(channel, { plugin: { kind: 'language' }, engineAddress: this.#engineAddress }, control)
    })
    if (typeof language === 'string') {
      this.#greet({ reason: `is run by a language plugin that does not answer: ${language}`, permanent: false })
      return
    }
    this.#language = language
    const ended = await runByLanguage(language, {
      ...pulumiName(plugin),
      file: plugin.file,
      runtime,
      cwd,
      args: plugin.kind === 'converter' ? [] : [this.#engineAddress],
      environment: plugin.environment,
      loaderAddress: this.#isServed ? this.#engineAddress : '',
      heard: (stream, line) => {
        note(`${stream}: ${quoted(line)}`)
        this.#heardOfModule(line)
        if (stream === 'stdout' && this.#port === undefined) this.#heardPort(portIn(line), line)
      },
    })
    note(`${plugin.id} ${ended.reason}`)
    this.#greet(ended)
  }

  #heardOfModule(line: string): void {
    const { plugin } = this.#options
    if (plugin.isSource === true) this.#advice ??= adviceOnModule(line, dirname(plugin.file))
  }

  #heardPort(port: number | undefined, line: string): void {
    this.#port = port ?? 0
    if (port !== undefined) this.#greet({ version: '' })
    else this.#greet({ reason: `printed ${quoted(line)} where its port was expected`, permanent: false })
  }

  /** Checks both the process that listens at the port and the one that answers: every local process can reach the port. */
  async #dialPort(
    port: number,
    control: CallControl,
    greet: (channel: RpcChannel, control: CallControl) => Promise<void>,
  ): Promise<RpcChannel | string> {
    const { peers, group } = this.#options
    const launched = { group: group() }
    const isOurs = this.#attachedTo === undefined
    const problem = isOurs ? peers.problemOfPort(port, launched) : undefined
    if (problem !== undefined) return problem
    const socket = openSocket({ port })
    const channel = connectChannel({ port }, { socket, maxMessageBytes, headers: this.#headers })
    try {
      await greet(channel, control)
      const refusal = isOurs ? await peers.refusalOf(socket, launched) : undefined
      if (refusal === undefined) return channel
      channel.close()
      return `the answer is not from the plugin: ${refusal.refusal}`
    } catch (error) {
      channel.close()
      return messageOf(error)
    }
  }
}
