import { type ChildProcess, spawn } from 'node:child_process'
import { basename, dirname } from 'node:path'
import type { Duplex } from 'node:stream'
import { Failure } from '@slipway/model'
import { describeExit, exitOf, guardedGroup, LineSplitter, signalGroup, withStdioAlone } from '@slipway/processes'
import { atPlace, type CallPlace } from '../inline/call-place.ts'
import type { StackOptions } from '../inline/speaker.ts'
import { passphraseVariable, privateKeyVariable } from '../settings/sealer.ts'
import { Channel } from './channel.ts'
import { checkedMessage } from './checked-message.ts'
import { HeardStack } from './heard-stack.ts'
import type { FromStack, ToldCheck, ToldVariable, ToStack, TriedValue } from './messages.ts'
import { Silence } from './silence.ts'
import { OurErrors } from './told-error.ts'

export interface StackProcessOptions {
  /** Absolute: the file of the stack. */
  readonly file: string
  /** The program that runs it: `dist/stack.cjs`. */
  readonly program: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Folder of Node's compile cache. */
  readonly compileCacheDir?: string | undefined
  /** Called with each line of its output. */
  readonly onLine: (line: string) => void
  /** Called for each file that it loads. */
  readonly onRead?: (file: string) => void
  /** Called with warnings about the process. */
  readonly onNotice: (sentence: string) => void
}

/** The declarations of a loaded module. */
export interface LoadedStack {
  readonly name?: string | undefined
  readonly variables: readonly ToldVariable[]
}

/**
 * Variables that the child does not get: handles of our own parent process, useless to it, and the keys to the state's secrets, which no
 * package of the project needs.
 */
const notHandedOn = new Set([
  'NODE_CHANNEL_FD',
  'NODE_CHANNEL_SERIALIZATION_MODE',
  'NODE_TEST_CONTEXT',
  'NODE_UNIQUE_ID',
  passphraseVariable,
  privateKeyVariable,
])

/** The time for the process to end on request before it is killed, in milliseconds. */
const graceMs = 1000

/** The process that runs a stack's module. If the module ends or crashes the process, calls fail with the reason. */
export class StackProcess {
  readonly #options: StackProcessOptions
  readonly #child: ChildProcess
  readonly #channel: Channel
  readonly #silence: Silence
  readonly #loaded = Promise.withResolvers<LoadedStack>()
  readonly #checks = new Map<number, PromiseWithResolvers<Readonly<Record<string, ToldCheck>>>>()
  readonly #ended: Promise<void>
  /** Whether the stack protects its whole instance with the last given values. A text: the reason why the answer is unknown. */
  protect: boolean | string | undefined
  /** The files that it has loaded until now. */
  readonly files: string[] = []
  #run: HeardStack | undefined
  #exit: { readonly code: number; readonly place: CallPlace | undefined } | undefined
  /** The reason why the process accepts no more requests. */
  #over: Failure | undefined
  #isClosing = false

  constructor(options: StackProcessOptions) {
    const { file } = options
    this.#options = options
    this.#loaded.promise.catch(() => undefined)
    this.#child = start(options)
    const socket = this.#child.stdio[3] as Duplex
    this.#channel = new Channel(
      socket,
      (message) => this.#take(message),
      (problem) => problem !== undefined && this.#refuse(problem),
    )
    this.#silence = new Silence({
      ping: () => this.#send({ type: 'ping' }),
      warn: (seconds) =>
        options.onNotice(
          `${basename(file)} has not answered for ${seconds} seconds: does it loop without waiting for anything? Ctrl-C ends it`,
        ),
      giveUp: (seconds) =>
        this.#fail(
          new Failure('stack-file/silent', `${file} has not answered for ${seconds} seconds, and was ended`, {
            hint: 'a loop that waits for nothing lets nothing else happen: look for one in the file, and in what it imports',
          }),
        ),
    })
    this.#ended = this.#end()
  }

  /** @throws Failure `stack-file/not-loaded`, `stack-file/exited`, `stack-file/silent` */
  loaded(): Promise<LoadedStack> {
    return this.#loaded.promise
  }

  /** The verdicts of the variables' schemas on the given values. */
  async check(given: Readonly<Record<string, TriedValue>>): Promise<Readonly<Record<string, ToldCheck>>> {
    if (this.#over !== undefined) throw this.#over
    const id = this.#checks.size + 1
    const answer = Promise.withResolvers<Readonly<Record<string, ToldCheck>>>()
    this.#checks.set(id, answer)
    this.#send({ type: 'check', id, given })
    return await answer.promise
  }

  /** Begins to listen to a run of the function; one at a time. */
  listen(about: StackOptions): HeardStack {
    const run = new HeardStack(about, (message) => this.#send(message))
    this.#run = run
    if (this.#over !== undefined) run.fail(this.#over)
    return run
  }

  /** Ends the process, by force if necessary. Reports what the module left open. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#send({ type: 'close' })
    this.#channel.flush()
    const late = setTimeout(() => this.#kill(), graceMs)
    // A function that has not come to its end may never answer.
    if (this.#silence.isLong) this.#kill()
    await this.#ended
    clearTimeout(late)
  }

  /** Ends the process without asking it. */
  kill(): void {
    this.#isClosing = true
    this.#kill()
  }

  #kill(): void {
    if (this.#child.pid !== undefined) signalGroup(this.#child.pid, 'SIGKILL')
  }

  #send(message: ToStack): void {
    this.#channel.send(message)
  }

  #take(message: unknown): void {
    this.#silence.heard()
    try {
      this.#hear(checkedMessage(message))
    } catch (thrown) {
      if (!(thrown instanceof TypeError)) throw thrown
      this.#refuse(thrown.message)
    }
  }

  #hear(message: FromStack): void {
    switch (message.type) {
      case 'loaded':
        return this.#loaded.resolve(message)
      case 'module':
        this.files.push(message.file)
        return this.#options.onRead?.(message.file)
      case 'not-loaded':
        return this.#fail(notLoaded(this.#options.file, message))
      case 'checked':
        this.protect = message.protect
        return this.#checks.get(message.id)?.resolve(message.checks)
      case 'exiting':
        this.#exit = { code: message.code, place: message.place }
        return
      case 'closing':
        if (message.open.length > 0)
          this.#options.onNotice(
            `${basename(this.#options.file)} has left ${message.open.join(' and ')} open, which was ended with it: close it, or unref() it, before the function returns`,
          )
        return
      case 'pong':
        return
      default:
        this.#run?.take(message)
    }
  }

  async #end(): Promise<void> {
    const status = await exitOf(this.#child)
    this.#silence.end()
    // The guard kills all processes that the module started.
    this.#child.stdio[4]?.destroy()
    this.#fail(this.#exitFailure(describeExit(status)))
  }

  #refuse(problem: string): void {
    this.#fail(
      new Failure('stack-file/bad-message', `${this.#options.file} has said what no stack says: ${problem}`, {
        hint: 'the process of a stack speaks to Slipway over the descriptor 3: nothing else may write there',
      }),
    )
  }

  #fail(failure: Failure): void {
    if (this.#over !== undefined || this.#isClosing) return
    this.#over = failure
    this.#kill()
    this.#loaded.reject(failure)
    for (const check of this.#checks.values()) check.reject(failure)
    this.#run?.fail(failure)
  }

  #exitFailure(how: string): Failure {
    const { file } = this.#options
    if (this.#exit === undefined)
      return new Failure('stack-file/exited', `the process of ${file} ${how} before it had said all`)
    const { code, place } = this.#exit
    return new Failure(
      'stack-file/exited',
      `${atPlace(place)}${basename(file)} has ended its own process, with exit code ${code}`,
      {
        hint: 'throw an error to fail the run, or return to end the function',
      },
    )
  }
}

function notLoaded(file: string, { error }: FromStack & { readonly type: 'not-loaded' }): Failure {
  const cause = new OurErrors().read(error) as Error
  const { place, message } = error
  const at = place === undefined ? `${file}: ` : atPlace(place)
  return new Failure('stack-file/not-loaded', `${at}${message}`, { cause })
}

function start({ file, program, env, compileCacheDir, onLine }: StackProcessOptions): ChildProcess {
  const handedOn = Object.entries(env).filter(([name]) => !notHandedOn.has(name))
  const cache = compileCacheDir !== undefined && { NODE_COMPILE_CACHE: compileCacheDir }
  // As for plugins: a cache folder in Slipway's own environment wins over the user's default one.
  const environment = { ...cache, ...Object.fromEntries(handedOn) }
  const { command, args } = guardedGroup(
    [process.execPath, '--disable-warning=ExperimentalWarning', program, file],
    4,
    [3],
  )
  const child = withStdioAlone(['ignore', 'pipe', 'pipe', 'pipe', 'pipe'], (stdio) =>
    spawn(command, args, { cwd: dirname(file), env: environment, detached: true, stdio }),
  )
  for (const stream of [child.stdout, child.stderr]) {
    const lines = new LineSplitter((line) => line)
    stream?.on('data', (chunk: Buffer) => lines.push(chunk).forEach(onLine))
    stream?.on('end', () => lines.end().forEach(onLine))
    stream?.on('error', () => {})
  }
  child.stdio[4]?.on('error', () => {})
  return child
}
