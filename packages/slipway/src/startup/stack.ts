/** The process of a stack, built to dist/stack.cjs: `node stack.cjs FILE`, with a socket as descriptor 3. */
import { writeSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Stack } from '@slipway/operations/inline/stack'
import { forStacks } from '@slipway/operations/stack-files/for-stacks'
import { protectionOf, type StackDefinition, stackOf } from '@slipway/operations/stack-files/stack-definition'
import { installModuleHooks } from '@slipway/operations/modules/module-hooks'
import { Channel } from '@slipway/operations/stack-files/channel'
import { DeclaredVariables } from '@slipway/operations/stack-files/declared-variables'
import { loadProblem } from '@slipway/operations/stack-files/load-problem'
import type { FromStack, ToldError, ToStack } from '@slipway/operations/stack-files/messages'
import { namesOfOpen } from './names-of-open.ts'
import { placeInStack } from '@slipway/operations/stack-files/place-in-stack'
import { RemoteResources } from '@slipway/operations/stack-files/remote-resources'
import { toldByStack } from '@slipway/operations/stack-files/told-error'
import { treeOf } from '@slipway/operations/stack-files/value-tree'
import { writeAtOnce } from './write-at-once.ts'

const engine = 3

/** In milliseconds: how soon Node notices that nothing keeps it open. */
const lookMs = 20

const clock = {
  sleep: (ms: number, signal?: AbortSignal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
}

interface Run {
  readonly resources: RemoteResources
  readonly stack: Stack
  readonly stop: AbortController
}

class StackChild {
  readonly #file: string
  readonly #socket = new Socket({ fd: engine, readable: true, writable: true })
  readonly #channel: Channel
  readonly #before = namesOfOpen()
  #definition: StackDefinition | undefined
  #variables = new DeclaredVariables({})
  #isLoading = false
  readonly #read: string[] = []
  #run: Run | undefined
  /** True once the function has said everything. */
  #isSaid = false
  #isClosing = false
  /** Present while somebody wants to know whether anything keeps the process open. */
  #onIdle: (() => void) | undefined

  constructor(file: string) {
    this.#file = file
    this.#channel = new Channel(
      this.#socket,
      (message) => this.#take(message as ToStack),
      () => this.#leave(),
    )
    process.on('exit', (code) => this.#exiting(code))
    process.on('uncaughtException', (thrown) => this.#crashed(thrown))
    process.on('beforeExit', () => this.#nothingToDo())
  }

  tellRead(path: string): void {
    this.#read.push(path)
    this.#send({ type: 'module', file: path })
  }

  async #load(): Promise<void> {
    this.#isLoading = true
    try {
      const module = (await import(pathToFileURL(this.#file).href)) as { readonly default?: unknown }
      this.#definition = stackOf(module.default)
      this.#isLoading = false
      if (this.#definition === undefined) return this.#send({ type: 'not-loaded', error: noStack })
      const { name, variables } = this.#definition
      this.#variables = new DeclaredVariables(variables)
      this.#send({ type: 'loaded', name, variables: this.#variables.told() })
    } catch (thrown) {
      this.#isLoading = false
      this.#send({ type: 'not-loaded', error: loadProblem(thrown, Object.keys(forStacks), this.#read) })
    }
  }

  #take(message: ToStack): void {
    this.#hear(message)
    this.#watchSocket()
  }

  #hear(message: ToStack): void {
    switch (message.type) {
      case 'prepare':
        // Loads what Node strips types with.
        stripTypeScriptTypes('')
        return
      case 'load':
        return void this.#load()
      case 'check':
        void this.#check(message).then(
          (checked) => this.#send(checked),
          (thrown: unknown) => this.#send({ type: 'failed', error: toldByStack(thrown) }),
        )
        return
      case 'run':
        void this.#call(message)
        break
      case 'outcomes':
        void this.#run?.stack.checks(message.deadlineMs).then((outcomes) => this.#send({ type: 'outcomes', outcomes }))
        return
      case 'stop':
        return this.#run?.stop.abort(new Error('the run was stopped'))
      case 'over':
        return this.#run?.stack.end()
      case 'ping':
        return this.#send({ type: 'pong' })
      case 'close':
        return this.#close()
      default:
        this.#run?.resources.take(message)
    }
  }

  async #check({ id, given }: ToStack & { readonly type: 'check' }): Promise<FromStack> {
    const checks = await this.#variables.check(given)
    const isFit = Object.values(checks).every(({ problem }) => problem === undefined)
    const protect = isFit && this.#definition && (await protectionOf(this.#definition, this.#variables.values))
    return { type: 'checked', id, checks, ...(isFit && { protect }) }
  }

  async #call({ instance, isPlan }: ToStack & { readonly type: 'run' }): Promise<void> {
    const program = this.#definition?.program as ((stack: Stack, values: object) => unknown) | undefined
    const resources = new RemoteResources((message) => this.#send(message))
    const stop = new AbortController()
    const about = {
      instance,
      isPlan,
      resources,
      clock,
      stop: stop.signal,
      warn: (diagnostic: Extract<FromStack, { type: 'warning' }>['diagnostic']) =>
        this.#send({ type: 'warning', diagnostic }),
      isAnythingGoing: (aliases: ReadonlySet<string>) => resources.isAnythingGoing(aliases),
      leftOpen: () => this.#leftToEnd(),
      failed: (thrown: unknown) => this.#send({ type: 'failing', error: toldByStack(thrown) }),
    }
    const asked = new Stack(about, (s) => program?.(s as Stack, { ...this.#variables.values }))
    this.#run = { resources, stack: asked, stop }
    this.#isSaid = false
    try {
      await asked.run()
      const exports = await asked.exports()
      const told = Array.from(exports, ([name, value]) =>
        value === undefined ? ([name] as const) : ([name, treeOf(value)] as const),
      )
      this.#send({ type: 'said', exports: told })
    } catch (thrown) {
      this.#send({ type: 'failed', error: toldByStack(thrown) })
    }
    asked.endAsking()
    this.#isSaid = true
    this.#watchSocket()
  }

  /**
   * Keeps the process open with the socket, except while the module or the function waits for nothing from the engine: if nothing else keeps it
   * open then, it would wait for ever, and `#nothingToDo` says so.
   */
  #watchSocket(): void {
    const isItsTurn = this.#run !== undefined && !this.#isSaid && !this.#run.resources.isWaiting
    if (isItsTurn || this.#isLoading || this.#onIdle !== undefined) this.#socket.unref()
    else this.#socket.ref()
  }

  #nothingToDo(): void {
    this.#socket.ref()
    if (this.#isClosing) return
    if (this.#onIdle !== undefined) return this.#onIdle()
    if (this.#isLoading) return this.#send({ type: 'not-loaded', error: { name: 'Error', message: waitsForEver } })
    const message =
      'the function waits for a promise that will never settle: no resource is being created for it, and no timer, file or connection is open'
    this.#isSaid = true
    this.#send({ type: 'failed', error: { name: 'Error', message } })
  }

  #send(message: FromStack): void {
    this.#channel.send(message)
    this.#watchSocket()
  }

  /** Sends the last message whole and at once: nothing comes after it. */
  #sayLast(message: FromStack): void {
    try {
      writeAtOnce(this.#socket)
      this.#channel.flush()
      writeSync(engine, `${JSON.stringify(message)}\n`)
    } catch {
      // The engine notices the end of this process.
    } finally {
      // After a crash this process still reads, and must not wait for what does not come.
      writeAtOnce(this.#socket, false)
    }
  }

  #exiting(code: number): void {
    if (this.#isClosing) return
    this.#sayLast({ type: 'exiting', code, place: placeInStack(new Error('here').stack ?? '') })
  }

  #crashed(thrown: unknown): void {
    const error = toldByStack(thrown)
    this.#sayLast(this.#definition === undefined ? { type: 'not-loaded', error } : { type: 'failed', error })
  }

  /** The things that the module and the function have opened. */
  #leftOpen(): readonly string[] {
    return namesOfOpen().filter((name) => !this.#before.includes(name))
  }

  /** The same, and work that no name tells, such as a hash that another thread works out: Node would not end without it. */
  async #leftToEnd(): Promise<readonly string[]> {
    const open = this.#leftOpen()
    return open.length > 0 || (await this.#wouldEnd()) ? open : ['work']
  }

  /** True if nothing but the socket keeps the process open. */
  #wouldEnd(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#onIdle = () => resolve(true)
    // It keeps nothing open itself.
    setTimeout(() => resolve(false), lookMs).unref()
    this.#watchSocket()
    return promise.finally(() => {
      this.#onIdle = undefined
      this.#watchSocket()
    })
  }

  #close(): void {
    const open = this.#leftOpen()
    this.#isClosing = true
    this.#sayLast({ type: 'closing', open })
    process.exit(0)
  }

  #leave(): void {
    this.#isClosing = true
    process.exit(0)
  }
}

const waitsForEver =
  'the file, or one that it imports, waits for a promise that will never settle: look for an await outside all functions'

const noStack: ToldError = {
  name: 'Error',
  message: 'the file has no stack as its default export: write export default stack((s) => { … })',
}

const [, , file = ''] = process.argv
for (const stream of [process.stdout, process.stderr]) writeAtOnce(stream)
const child = new StackChild(file)
installModuleHooks({
  provided: new Map([
    ['slipway', forStacks],
    ['@slipway/operations', forStacks],
  ]),
  onLoad: (path) => child.tellRead(path),
})
