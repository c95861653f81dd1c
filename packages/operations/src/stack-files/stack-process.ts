import type { ChildProcess } from 'node:child_process'
import { basename } from 'node:path'
import type { Duplex } from 'node:stream'
import { Failure } from '@slipway/model'
import { describeExit, exitOf, PrintedLines, signalGroup } from '@slipway/processes'
import { atPlace, type CallPlace } from '../inline/call-place.ts'
import type { StackOptions } from '../inline/speaker.ts'
import { Channel } from './channel.ts'
import { checkedMessage } from './checked-message.ts'
import { HeardStack } from './heard-stack.ts'
import type { FromStack, ToldCheck, ToldVariable, ToStack, TriedValue } from './messages.ts'
import { Silence } from './silence.ts'
import { type StackPlace, startStack } from './start-stack.ts'
import { OurErrors } from './told-error.ts'

/** The ears of the command that runs the module. */
export interface StackHearing {
  /** Called with each line that the process prints. */
  readonly onLine: (line: string) => void
  /** Called for each file that the process loads. */
  readonly onRead?: (file: string) => void
  /** True while the lines are not taken as fast as they come. The process then has to wait. Absent: never. */
  readonly isBehind?: (() => boolean) | undefined
  /** Called with warnings about the process. */
  readonly onNotice: (sentence: string) => void
}

/** The declarations of a loaded module. */
export interface LoadedStack {
  readonly name?: string | undefined
  readonly variables: readonly ToldVariable[]
}

/** The time that the process has to end on request before it is killed, in milliseconds. */
const graceMs = 1000

/** The process that runs a stack's module. If the module ends or crashes the process, calls fail with the reason. */
export class StackProcess {
  readonly #file: string
  readonly #child: ChildProcess
  readonly #channel: Channel
  readonly #output: PrintedLines
  /** Set once it may run the module. */
  #hearing: StackHearing | undefined
  #silence: Silence | undefined
  readonly #loaded = Promise.withResolvers<LoadedStack>()
  readonly #checks = new Map<number, PromiseWithResolvers<Readonly<Record<string, ToldCheck>>>>()
  readonly #ended: Promise<void>
  /** Whether the stack protects its whole instance with the last given values. A text gives the reason why the answer is unknown. */
  protect: boolean | string | undefined
  /** The files that the process has loaded until now. */
  readonly files: string[] = []
  #run: HeardStack | undefined
  /** Takes the secrets out of what the stack prints and says. */
  redact: (text: string) => string = (text) => text
  #exit: { readonly code: number; readonly place: CallPlace | undefined } | undefined
  /** The reason why the process accepts no more requests. */
  #over: Failure | undefined
  #isClosing = false
  #closed: Promise<void> | undefined

  /** Starts the process, unless it was started already. It runs nothing of the user before `load`. */
  constructor(place: StackPlace, child = startStack(place)) {
    this.#file = place.file
    this.#loaded.promise.catch(() => undefined)
    this.#child = child
    this.#output = new PrintedLines(child, {
      clean: (line) => this.redact(line),
      onLine: (line) => this.#hearing?.onLine(line),
      isBehind: () => this.#hearing?.isBehind?.() === true,
      // A process whose output is not read may have to wait, and then does not answer.
      onHeld: () => this.#silence?.heard(),
    })
    child.stdio[4]?.on('error', () => {})
    const socket = this.#child.stdio[3] as Duplex
    this.#channel = new Channel(
      socket,
      (message) => this.#take(message),
      (problem) => problem !== undefined && this.#refuse(problem),
    )
    this.#ended = this.#end()
  }

  /** False once the process has ended, or has to. */
  get isUsable(): boolean {
    return this.#over === undefined && !this.#isClosing
  }

  /** Lets the process get ready for a module that it is to run later. */
  prepare(): void {
    this.#send({ type: 'prepare' })
  }

  /** Runs the module. */
  load(hearing: StackHearing): void {
    const file = this.#file
    this.#hearing = hearing
    this.#silence = new Silence({
      ping: () => this.#send({ type: 'ping' }),
      warn: (seconds) =>
        hearing.onNotice(
          `${basename(file)} has not answered for ${seconds} seconds: does it loop without waiting for anything? Ctrl-C ends it`,
        ),
      giveUp: (seconds) =>
        this.#fail(
          new Failure('stack-file/silent', `${file} has not answered for ${seconds} seconds, and was ended`, {
            hint: 'a loop without await blocks everything else: look for one in the file and in its imports',
          }),
        ),
    })
    this.#send({ type: 'load' })
    this.#channel.flush()
  }

  /**
   * Resolves to the declarations of the module once it is loaded.
   *
   * @throws Failure `stack-file/not-loaded`, `stack-file/exited`, `stack-file/silent`
   */
  loaded(): Promise<LoadedStack> {
    return this.#loaded.promise
  }

  /** Returns the verdicts of the variables' schemas on the given values. */
  async check(given: Readonly<Record<string, TriedValue>>): Promise<Readonly<Record<string, ToldCheck>>> {
    if (this.#over !== undefined) throw this.#over
    const id = this.#checks.size + 1
    const answer = Promise.withResolvers<Readonly<Record<string, ToldCheck>>>()
    this.#checks.set(id, answer)
    this.#send({ type: 'check', id, given })
    return await answer.promise
  }

  /** Begins to listen to a run of the function. Only one run is possible at a time. */
  listen(about: StackOptions): HeardStack {
    const run = new HeardStack(about, {
      send: (message) => this.#send(message),
      redact: (text) => this.redact(text),
    })
    this.#run = run
    if (this.#over !== undefined) run.fail(this.#over)
    return run
  }

  /** Ends the process, by force if necessary. Reports what the module left open. May be called again, to wait for the end. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#isClosing = true
    this.#send({ type: 'close' })
    this.#channel.flush()
    const late = setTimeout(() => this.#kill(), graceMs)
    // A function that has not ended may never answer.
    if (this.#silence?.isLong === true) this.#kill()
    await this.#ended
    clearTimeout(late)
  }

  /** Ends the process by force. */
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
    this.#silence?.heard()
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
        return this.#hearing?.onRead?.(message.file)
      case 'not-loaded':
        return this.#fail(notLoaded(this.#file, message))
      case 'checked':
        this.protect = message.protect
        return this.#checks.get(message.id)?.resolve(message.checks)
      case 'exiting':
        this.#exit = { code: message.code, place: message.place }
        return
      case 'closing':
        // A function that was stopped could close nothing.
        if (message.open.length > 0 && this.#run?.isStopped !== true)
          this.#hearing?.onNotice(
            `${basename(this.#file)} has left ${message.open.join(' and ')} open, which was ended with it: is an await missing? Else close it, or unref() it, before the function returns`,
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
    this.#silence?.end()
    // The guard kills all processes that the module started.
    this.#child.stdio[4]?.destroy()
    await this.#output.end()
    this.#fail(this.#exitFailure(describeExit(status)))
  }

  #refuse(problem: string): void {
    this.#fail(
      new Failure(
        'stack-file/bad-message',
        `${this.#file} sent a message that Slipway does not understand: ${problem}`,
        {
          hint: 'the process of a stack speaks to Slipway over the descriptor 3: nothing else may write there',
        },
      ),
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
    const file = this.#file
    if (this.#exit === undefined)
      return new Failure('stack-file/exited', `the process of ${file} ${how} before it had finished`)
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
