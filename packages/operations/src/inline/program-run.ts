import type { Clock, Program, Saying, Tags, Want } from '@slipway/engine'
import type { ProgramParts } from '@slipway/engine/run'
import { type Diagnostic, isMap, type ValueMap, valueMap } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { diagnosticsOf } from '../reading/diagnostics-failure.ts'
import type { InstanceState } from '@slipway/stores'
import { AskedResources, LeftOut, NotHad } from './asked-resources.ts'
import { type CallPlace, placeOfCall } from './call-place.ts'
import { type Captured, capture, knownNow, settled } from './captured.ts'
import type { InlineOptions, InlineProgram, Named, ProgramStack } from './inline-program.ts'
import type { LateDefinitions } from './late-definitions.ts'
import type { KnownCall, Listener } from './later.ts'
import { OpenWork } from './open-work.ts'
import { Output } from './output.ts'

export interface InlineRunOptions {
  readonly program: InlineProgram
  readonly instance: string
  readonly isPlan: boolean
  readonly definitions: LateDefinitions
  readonly installed: readonly string[]
  readonly configurations: (namespace: string) => readonly string[]
  readonly tags: Tags | undefined
  /** What the run is about. */
  readonly parts: ProgramParts
  readonly state: InstanceState | undefined
  readonly clock: Clock
  readonly warn: (diagnostic: Diagnostic) => void
  /** Aborted: the program is not waited for any longer. */
  readonly stop: AbortSignal
}

/**
 * Milliseconds without asking after which a program is taken not to ask for what it asked for last time. Enough for a request over the
 * network; only programs wait for it that use `known()`, and only before something goes.
 */
const turnMs = 1000

/** As often as it does ask for something, it gets so many of these at most. */
const mostTurns = 10

/** One run of a program that is a function, as the engine takes it. */
export class InlineRun {
  readonly #options: InlineRunOptions
  #stack: Stack | undefined
  /** What the program has failed with, as it was thrown. */
  failure: unknown

  constructor(options: InlineRunOptions) {
    this.#options = options
  }

  readonly program: Program = async (want, saying) => {
    const { program, stop, parts, state } = this.#options
    const stack = new Stack(this.#options, want, saying)
    this.#stack = stack
    const stopped = Promise.withResolvers<never>()
    const abort = (): void => stopped.reject(new Error('it was ended because this run was stopped'))
    stop.addEventListener('abort', abort)
    if (stop.aborted) abort()
    try {
      saying.mayGo(({ name }) => parts.mayGo([name]))
      saying.failedSince(() => this.#failedSince(stack))
      await Promise.race([stack.run(program), stopped.promise])
      parts.refuseUnknown((state?.resources ?? []).map(({ name }) => [name]))
      saying.exports(await stack.exports())
    } catch (thrown) {
      this.failure = thrown
      throw told(thrown)
    } finally {
      stack.endAsking()
      stop.removeEventListener('abort', abort)
      stopped.promise.catch(() => undefined)
    }
  }

  /** Nothing is left behind by a function. */
  close(): Promise<void> {
    this.#stack?.end()
    return Promise.resolve()
  }

  #failedSince({ failure }: Stack): Error | undefined {
    if (failure === undefined) return undefined
    this.failure = failure.thrown
    const thrown = told(failure.thrown)
    return thrown instanceof Error ? thrown : new Error(String(thrown))
  }
}

/** Told otherwise, or on purpose. */
function isQuiet(thrown: unknown): boolean {
  return thrown instanceof NotHad || thrown instanceof LeftOut
}

/** What a program's function is given. */
class Stack implements ProgramStack, Listener {
  readonly instance: string
  readonly isPlan: boolean
  readonly #resources: AskedResources
  readonly #exports = new Map<string, Captured>()
  readonly #open: OpenWork
  /** The first that went wrong, other than that something could not be had. */
  #failure: { readonly thrown: unknown } | undefined
  /** Nothing more can be asked for. */
  #isOver = false
  /** The whole run is over: nobody asks any more what the program has failed with. */
  #hasEnded = false
  readonly #recorded: ValueMap
  readonly #options: InlineRunOptions
  /** Former names of what it asks for. */
  readonly #aliases = new Set<string>()
  #usesKnown = false

  constructor(options: InlineRunOptions, want: Want, saying: Saying) {
    this.#options = options
    this.#open = new OpenWork(options)
    this.#recorded = options.state?.instance.exports ?? valueMap()
    this.instance = options.instance
    this.isPlan = options.isPlan
    this.#resources = new AskedResources({ ...options, want, unasked: (resource) => saying.unasked(resource) })
  }

  // What it gives back has the fields that its type says, which nobody can show here.
  resource = (name: string, type: string, spec: unknown = {}, options: InlineOptions = {}): never => {
    const place = placeOfCall(this.resource)
    if (this.#isOver) throw this.#tooLate(name, place)
    if (typeof name !== 'string' || typeof type !== 'string')
      throw new TypeError('a resource has a name and a type: stack.resource("page", "local/file", { … })')
    if (this.#resources.has(name))
      throw new TypeError(`${name} was asked for before: each resource has a name of its own`)
    const {
      dependsOn = [],
      deletedWith,
      removalPolicy,
      labels,
      displayName,
      description,
      annotations,
      custom,
    } = options
    const beside = { displayName, description, annotations, custom }
    const record = this.#resources.ask({
      name,
      type,
      labels,
      removalPolicy,
      place,
      spec: capture(spec, `the spec of ${name}`),
      beside: capture(beside, `the options of ${name}`),
      dependsOn: dependsOn.map((needed) => this.#named(needed, name)),
      options: optionsOf(options, deletedWith === undefined ? undefined : this.#named(deletedWith, name), name),
    })
    for (const alias of options.aliases ?? []) this.#aliases.add(alias)
    this.heed(record)
    return { name, type, output: this.#outputs(name) } as never
  }

  export = (name: string, value: unknown): void => {
    if (this.#isOver) throw this.#tooLate(`the export ${name}`, placeOfCall(this.export))
    this.#exports.set(name, capture(value, `the export ${name}`))
  }

  heed(work: Promise<unknown>, from?: KnownCall): void {
    if (from !== undefined) this.#usesKnown = true
    if (this.#hasEnded) return
    this.#open.add(work, from)
    work.then(
      () => this.#open.delete(work),
      (thrown: unknown) => {
        this.#open.delete(work)
        if (!isQuiet(thrown)) this.#failure ??= { thrown }
      },
    )
  }

  unheard(thrown: unknown): void {
    if (isQuiet(thrown)) return
    // This is as loud as anything that nobody hears.
    if (this.#hasEnded) throw thrown
    this.#failure ??= { thrown }
  }

  /** Until the program has said all, and all of it is there. */
  async run(program: InlineProgram): Promise<void> {
    try {
      await program(this)
    } catch (thrown) {
      // It has not said all that it wants, also where it only could not have what this run leaves out.
      if (!(thrown instanceof NotHad)) this.#failure ??= { thrown }
      this.#resources.end()
    }
    await this.#open.ended()
    if (this.#failure === undefined) await this.#lateAsks()
    this.#isOver = true
    if (this.#failure !== undefined) throw this.#failure.thrown
    const { missing } = this.#resources
    if (missing.size > 0) throw new Error(`${[...missing].join(', ')} could not be made or read`)
  }

  /** What goes on after a `known()` in a function that nobody awaits is not seen. It gets a moment before anything goes for want of it. */
  async #lateAsks(): Promise<void> {
    const { stop, clock } = this.#options
    if (!this.#usesKnown) return
    for (let turn = 0; turn < mostTurns && this.#isAnythingGoing(); turn++) {
      const before = this.#resources.names.size
      await clock.sleep(turnMs, stop)
      await this.#open.ended()
      if (this.#resources.names.size === before) return
    }
  }

  #isAnythingGoing(): boolean {
    const { state, parts } = this.#options
    const isWanted = (name: string): boolean => this.#resources.has(name) || this.#aliases.has(name)
    return (state?.resources ?? []).some(({ name, replaced }) => !replaced && !isWanted(name) && parts.mayGo([name]))
  }

  async exports() {
    const exported = await Promise.all(
      Array.from(this.#exports, async ([name, value]) => {
        const known = await settled(value).then(
          (resolved) => resolved.value,
          // What it comes from is left out: it stays as it was.
          (thrown: unknown) => (thrown instanceof LeftOut ? this.#recorded[name] : Promise.reject(thrown)),
        )
        return known === undefined ? [] : [[name, known] as const]
      }),
    )
    if (this.#failure !== undefined) throw this.#failure.thrown
    return valueMap(exported.flat())
  }

  /** What it has failed with by now. */
  get failure(): { readonly thrown: unknown } | undefined {
    return this.#failure
  }

  endAsking(): void {
    this.#isOver = true
    this.#resources.end()
  }

  end(): void {
    this.endAsking()
    this.#hasEnded = true
  }

  /** Fails the run until all of it is over, also where nobody hears it. As long as nothing is destroyed, nothing will be. */
  #tooLate(what: string, place: CallPlace | undefined): TypeError {
    const message = `${what} comes too late: the program has ended; await the function that asks for it`
    const at = place === undefined ? '' : `${place.file}:${place.line}:${place.column}: `
    this.#failure ??= { thrown: new TypeError(`${at}${message}`) }
    return new TypeError(message)
  }

  #outputs(name: string) {
    const output = (path: string): Output<unknown> => {
      const place: CallPlace | undefined = placeOfCall(output)
      return new Output<unknown>(this.#resources.field(name, path, place), this, `${path} of ${name}`)
    }
    return output
  }

  #named(named: Named, by: string): string {
    const name = typeof named === 'string' ? named : named.name
    if (this.#resources.has(name)) return name
    const near = didYouMean(name, this.#resources.names)
    throw new TypeError(`${by} names ${name}, which was not asked for before${near === undefined ? '' : `; ${near}`}`)
  }
}

/** Those of them that a blueprint writes in `metadata.custom.slipway`. */
function optionsOf(options: InlineOptions, deletedWith: string | undefined, name: string) {
  const { protect, ignoreChanges, replaceOnChanges, replaceOrder, timeouts, aliases, provider, version } = options
  const ours = {
    protect,
    ignoreChanges,
    replaceOnChanges,
    replaceOrder,
    timeouts,
    aliases,
    provider,
    version,
    deletedWith,
  }
  const what = `the options of ${name}`
  const known = knownNow(capture(ours, what), what)
  return isMap(known) ? known : valueMap()
}

/** In one sentence, with the line of the program. */
function told(thrown: unknown): unknown {
  const [first, ...more] = diagnosticsOf(thrown) ?? []
  if (first === undefined) return thrown
  const { file, range, message, hint, path } = first
  const place = file === undefined || range === undefined ? '' : `${file}:${range.start.line}:${range.start.column}: `
  const beside = [path === undefined ? '' : ` (${path})`, hint === undefined ? '' : `; ${hint}`].join('')
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`
  return new Error(`${place}${message}${beside}${others}`, { cause: thrown })
}
