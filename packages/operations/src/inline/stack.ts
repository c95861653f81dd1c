import type { Value } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { atPlace, type CallPlace, placeOfCall } from './call-place.ts'
import { Checks, type ToldCheckOutcome } from './outside/checks.ts'
import { type Captured, capture, settled } from './captured.ts'
import { formerNamesIn, givenOptions } from './options/given-options.ts'
import type { Named, ProgramStack } from './inline-program.ts'
import { type Asking, lateAsks } from './late-asks.ts'
import type { KnownCall, Listener } from './later.ts'
import { refuseUnknownKeys } from './options/known-keys.ts'
import { nameIn } from './options/named.ts'
import { LeftOut, NotHad } from './resources.ts'
import { capturedExport, returnedExports } from './returned.ts'
import { OpenWork } from './open-work.ts'
import { pluginCall, type ReadOutside } from './outside/question.ts'
import { calling, linkReading, reading, withFields, type WithFields } from './outside/readings.ts'
import type { Resources } from './resources.ts'
import { childOf, type ChildStack, namesIn, type Prefixes, prefixesWithin, type Renamed } from './outside/scope.ts'
import type { Speaker, StackOptions } from './speaker.ts'

/** A function that asks for resources and returns its exports. */
export type StackFunction = (stack: ProgramStack) => unknown

const outermost: Prefixes = { now: '', former: [] }

/** True for a failure that is reported elsewhere, or that is intended. */
function isQuiet(thrown: unknown): boolean {
  return thrown instanceof NotHad || thrown instanceof LeftOut
}

/** The argument of a program's function. */
export class Stack implements ProgramStack, Speaker, Listener {
  readonly instance: string
  readonly isPlan: boolean
  readonly #resources: Resources
  readonly #exports = new Map<string, Captured>()
  readonly #open: OpenWork
  /** The first failure, other than an unavailable value. */
  #failure: { readonly thrown: unknown } | undefined
  readonly #checks = new Checks()
  /** While true, a failure is the outcome of a check. */
  #isChecking = false
  /** Once true, the program cannot ask for more. */
  #isOver = false
  /** True once the run is over: the program's failure is no longer read. */
  #hasEnded = false
  readonly #options: StackOptions
  readonly #program: StackFunction
  /** Former names of the requested resources. */
  readonly #aliases = new Set<string>()
  #usesKnown = false

  constructor(options: StackOptions, program: StackFunction) {
    this.#options = options
    this.#program = program
    this.#open = new OpenWork(options)
    this.instance = options.instance
    this.isPlan = options.isPlan
    this.#resources = options.resources
  }

  // The result has the fields of its type, but the compiler cannot verify that here.
  resource = (name: string, given: unknown, spec: unknown = {}, options?: unknown): never =>
    this.#ask(ownName(name), given, spec, options, placeOfCall(this.resource)) as never

  data = (type: string, filter: unknown = {}): never =>
    reading(type, capture(filter, `the filter of ${type}`), this.#read, this) as never

  call = (name: string, ...args: readonly unknown[]): never =>
    calling(
      { name, args: capture(args, `the arguments of ${name}`), place: placeOfCall(this.call) },
      this.#read,
      this,
    ) as never

  plugin = (key: string, descriptor: string): void => {
    const place = placeOfCall(this.plugin)
    if (this.#isOver) throw this.#tooLate(`the plugin ${key}`, place)
    if (typeof key !== 'string' || typeof descriptor !== 'string')
      throw new TypeError('a plugin has a key and a descriptor: stack.plugin("tflocal", "terraform:hashicorp/local")')
    this.heed(this.#read({ kind: 'call', name: pluginCall, args: [key, descriptor] }, place))
  }

  reference = (instance: string, options: { readonly project?: string } = {}): never => {
    refuseUnknownKeys(options, ['project'], `the second argument of the reference to ${instance}`)
    return this.data('core/exports', { instance, project: options.project })
  }

  link = (a: Named, b: Named): never =>
    linkReading(this.#named(a, 'the link'), this.#named(b, 'the link'), this.#read, this) as never

  scope = (name: string, renamed?: Renamed): ProgramStack => this.#scope(prefixesWithin(outermost, name, '.', renamed))

  child = (name: string, stack: ChildStack, inputs: object = {}, renamed?: Renamed): never =>
    childOf(name, stack, this.#scope(prefixesWithin(outermost, name, '/', renamed)), inputs, this) as never

  readonly #read: ReadOutside = (question, place) => this.#resources.read(question, place)

  /** Returns this stack with a prefix for names. */
  #scope(prefixes: Prefixes): ProgramStack {
    const { full, named, optionsIn } = namesIn(this.#resources, prefixes)
    const resource = (name: string, given: unknown, spec: unknown = {}, options?: unknown): never =>
      this.#ask(full(ownName(name)), given, spec, optionsIn(name, options), placeOfCall(resource)) as never
    const check = (name: string, condition: unknown, message?: unknown): void =>
      this.#check(full(name), condition, message, placeOfCall(check))
    const { instance, isPlan, data, call, plugin, reference } = this
    return {
      instance,
      isPlan,
      data,
      call,
      plugin,
      reference,
      resource,
      check,
      link: (a, b) => this.link(named(a), named(b)),
      scope: (name, renamed) => this.#scope(prefixesWithin(prefixes, name, '.', renamed)),
      child: (name: string, stack: ChildStack, inputs: object = {}, renamed?: Renamed) =>
        childOf(full(name), stack, this.#scope(prefixesWithin(prefixes, name, '/', renamed)), inputs, this) as never,
      export: (name) => {
        throw new TypeError(`${full(name)} cannot be exported inside a child: return it, and export the result`)
      },
    }
  }

  #ask(name: string, given: unknown, spec: unknown, options: unknown, place: CallPlace | undefined): object {
    const type = typeNamed(given)
    if (this.#isOver) throw this.#tooLate(name, place)
    if (typeof name !== 'string' || typeof type !== 'string')
      throw new TypeError('a resource has a name and a type: stack.resource("page", "local/file", { … })')
    if (this.#resources.has(name))
      throw new TypeError(`${name} was already asked for: each resource needs its own name`)
    const said = givenOptions(options, name, (named) => this.#named(named, name))
    const record = this.#resources.ask({ name, type, place, spec: capture(spec, `the spec of ${name}`), ...said })
    for (const alias of formerNamesIn(said.options)) this.#aliases.add(alias)
    this.heed(record)
    return { name, type, ...this.#outputs(name) }
  }

  export = (name: string, value: unknown): void => {
    if (this.#isOver) throw this.#tooLate(`the export ${name}`, placeOfCall(this.export))
    this.#exports.set(name, capturedExport(name, value))
  }

  check = (name: string, condition: unknown, message?: unknown): void =>
    this.#check(name, condition, message, placeOfCall(this.check))

  #check(name: string, condition: unknown, message: unknown, place: CallPlace | undefined): void {
    if (this.#isOver) throw this.#tooLate(`the check ${name}`, place)
    this.#checks.add(name, condition, message, place)
  }

  async checks(deadlineMs?: number): Promise<readonly ToldCheckOutcome[]> {
    this.#isChecking = true
    return await this.#checks.outcomes(this.#options, deadlineMs)
  }

  heed(work: Promise<unknown>, from?: KnownCall): void {
    if (from !== undefined) this.#usesKnown = true
    if (this.#hasEnded || this.#isChecking) return
    this.#open.add(work, from)
    work.then(
      () => this.#open.delete(work),
      (thrown: unknown) => {
        this.#open.delete(work)
        if (!isQuiet(thrown)) this.#fail(thrown)
      },
    )
  }

  unheard(thrown: unknown): void {
    if (isQuiet(thrown) || this.#isChecking) return
    // Throw the failure like any unhandled failure.
    if (this.#hasEnded) throw thrown
    this.#fail(thrown)
  }

  #fail(thrown: unknown): void {
    if (this.#failure !== undefined) return
    this.#failure = { thrown }
    this.#options.failed?.(thrown)
  }

  /** Runs the program until all its requests are made and settled. */
  async run(): Promise<void> {
    try {
      for (const [name, value] of returnedExports(await this.#program(this))) this.export(name, value)
    } catch (thrown) {
      // The program stopped before its last request, even if only for a value that this run leaves out.
      if (!(thrown instanceof NotHad)) this.#fail(thrown)
      this.#resources.end()
    }
    await this.#open.ended()
    if (this.#failure === undefined) await lateAsks(this.#options, this.#asking())
    this.#isOver = true
    if (this.#failure !== undefined) throw this.#failure.thrown
    const { missing } = this.#resources
    if (missing.size > 0) throw new Error(`${[...missing].join(', ')} could not be made or read`)
  }

  #asking(): Asking {
    return {
      usesKnown: this.#usesKnown,
      aliases: this.#aliases,
      count: () => this.#resources.names.size,
      ended: () => this.#open.ended(),
    }
  }

  /** Returns the exports. An export from a left-out resource is `undefined` and keeps its old value. */
  async exports(): Promise<ReadonlyMap<string, Value | undefined>> {
    const exported = await Promise.all(
      Array.from(this.#exports, async ([name, value]) => {
        const known = await settled(value).then(
          (resolved) => resolved.value,
          (thrown: unknown) => (thrown instanceof LeftOut ? undefined : Promise.reject(thrown)),
        )
        return [name, known] as const
      }),
    )
    if (this.#failure !== undefined) throw this.#failure.thrown
    return new Map(exported)
  }

  /** The first failure so far. */
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

  /** Fails the run unless it is over, even if the program ignores the error. A failed run destroys nothing. */
  #tooLate(what: string, place: CallPlace | undefined): TypeError {
    const message = `${what} comes too late: the program has ended; await the function that asks for it`
    this.#fail(new TypeError(`${atPlace(place)}${message}`))
    return new TypeError(message)
  }

  #outputs(name: string): WithFields {
    return withFields((path, place) => this.#resources.field(name, path, place), this, name)
  }

  #named(named: Named, by: string): string {
    const name = nameIn(named)
    if (name === undefined)
      throw new TypeError(
        `${by} names ${named === null ? 'null' : `a value of type ${typeof named}`}: give a resource of this program, or its name`,
      )
    if (this.#resources.has(name)) return name
    const near = didYouMean(name, this.#resources.names)
    throw new TypeError(`${by} names ${name}, which was not asked for before${near === undefined ? '' : `; ${near}`}`)
  }
}

/** Rejects a name with a `/`: only `child` adds that path. */
function ownName(name: string): string {
  if (typeof name === 'string' && name.includes('/'))
    throw new TypeError(`${JSON.stringify(name)} cannot be a name of a resource: only names in a child have a /`)
  return name
}

/** Returns the name of a type, which a program gives as a string or as the result of the SDK's `defineResource`. */
function typeNamed(given: unknown): unknown {
  return typeof given === 'object' && given !== null && 'type' in given ? given.type : given
}
