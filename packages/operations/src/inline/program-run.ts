import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Program, Tags, Want } from '@slipway/engine'
import type { ProgramParts } from '@slipway/engine/run'
import { isMap, type ValueMap, valueMap } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { diagnosticsOf } from '../reading/diagnostics-failure.ts'
import type { InstanceState } from '@slipway/stores'
import { AskedResources, LeftOut, NotHad } from './asked-resources.ts'
import { type CallPlace, placeOfCall } from './call-place.ts'
import { type Captured, capture, knownNow, settled } from './captured.ts'
import type { InlineOptions, InlineProgram, Named, ProgramStack } from './inline-program.ts'
import type { LateDefinitions } from './late-definitions.ts'
import type { Listener } from './later.ts'
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
  /** Aborted: the program is not waited for any longer. */
  readonly stop: AbortSignal
}

/** One run of a program that is a function, as the engine takes it. */
export class InlineRun {
  readonly #options: InlineRunOptions
  /** What the program has failed with, as it was thrown. */
  failure: unknown

  constructor(options: InlineRunOptions) {
    this.#options = options
  }

  readonly program: Program = async (want, saying) => {
    const { program, stop, parts, state } = this.#options
    const stack = new Stack(this.#options, want)
    const stopped = Promise.withResolvers<never>()
    const abort = (): void => stopped.reject(new Error('it was ended because this run was stopped'))
    stop.addEventListener('abort', abort)
    if (stop.aborted) abort()
    try {
      saying.mayGo(({ name }) => parts.mayGo([name]))
      await Promise.race([stack.run(program), stopped.promise])
      parts.refuseUnknown((state?.resources ?? []).map(({ name }) => [name]))
      saying.exports(await stack.exports())
    } catch (thrown) {
      this.failure = thrown
      throw told(thrown)
    } finally {
      stack.end()
      stop.removeEventListener('abort', abort)
      stopped.promise.catch(() => undefined)
    }
  }

  /** Nothing is left behind by a function. */
  close(): Promise<void> {
    return Promise.resolve()
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
  readonly #open = new Set<Promise<unknown>>()
  /** The first that went wrong, other than that something could not be had. */
  #failure: { readonly thrown: unknown } | undefined
  /** Nothing more can be asked for. */
  #isOver = false
  /** All that it asked for is known: now goes what it did not ask for. */
  #hasEnded = false
  readonly #recorded: ValueMap

  constructor(options: InlineRunOptions, want: Want) {
    this.#recorded = options.state?.instance.exports ?? valueMap()
    this.instance = options.instance
    this.isPlan = options.isPlan
    this.#resources = new AskedResources({ ...options, want })
  }

  // What it gives back has the fields that its type says, which nobody can show here.
  resource = (name: string, type: string, spec: unknown = {}, options: InlineOptions = {}): never => {
    const place = placeOfCall(this.resource)
    if (this.#isOver) throw this.#tooLate(name)
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
    this.heed(record)
    return { name, type, output: this.#outputs(name) } as never
  }

  export(name: string, value: unknown): void {
    if (this.#isOver) throw this.#tooLate(`the export ${name}`)
    this.#exports.set(name, capture(value, `the export ${name}`))
  }

  heed(work: Promise<unknown>): void {
    if (this.#hasEnded) return
    this.#open.add(work)
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
    // Nobody asks any more why the run failed: this is as loud as anything that nobody hears.
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
    await this.#quiet()
    this.#isOver = true
    if (this.#failure !== undefined) throw this.#failure.thrown
    const { missing } = this.#resources
    if (missing.size > 0) throw new Error(`${[...missing].join(', ')} could not be made or read`)
  }

  /** Nothing is open, and what nobody awaits had its turn to ask for more: `output.known().then((id) => stack.resource(…))`. */
  async #quiet(): Promise<void> {
    do {
      await Promise.allSettled(this.#open)
      await nextTurn()
    } while (this.#open.size > 0)
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

  end(): void {
    this.#isOver = true
    this.#hasEnded = true
    this.#resources.end()
  }

  /** As long as nothing was destroyed it fails the run, also where nobody hears it. */
  #tooLate(what: string): TypeError {
    const thrown = new TypeError(`${what} comes too late: the program has ended; await what it waits for`)
    this.#failure ??= { thrown }
    return thrown
  }

  #outputs(name: string) {
    const output = (path: string): Output<unknown> => {
      const place: CallPlace | undefined = placeOfCall(output)
      return new Output<unknown>(this.#resources.field(name, path, place), this)
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
