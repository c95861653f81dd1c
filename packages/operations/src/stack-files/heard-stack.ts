import type { Value } from '@slipway/model'
import { onceRead } from '@slipway/processes'
import { Later, type Resolved } from '../inline/later.ts'
import type { ToldCheckOutcome } from '../inline/outside/checks.ts'
import type { Wish } from '../inline/resources.ts'
import type { Speaker, StackOptions } from '../inline/speaker.ts'
import type { FromStack, ToldSpec, ToStack } from './messages.ts'
import { OurErrors } from './told-error.ts'
import { treeOf, valueOf } from './value-tree.ts'

interface Specs {
  readonly spec: PromiseWithResolvers<Resolved>
  readonly beside: PromiseWithResolvers<Resolved>
}

interface Connection {
  readonly send: (message: ToStack) => void
  /** Takes the secrets out of what is shown of the stack. */
  readonly redact: (text: string) => string
}

/** One run of a stack's function, as seen from the engine's process. */
export class HeardStack implements Speaker {
  readonly #about: StackOptions
  readonly #resources: StackOptions['resources']
  readonly #send: Connection['send']
  readonly #redact: Connection['redact']
  readonly #errors = new OurErrors()
  /** The pending specs of requested resources. */
  readonly #specs = new Map<string, Specs>()
  readonly #said = Promise.withResolvers<ReadonlyMap<string, Value | undefined>>()
  #outcomes: PromiseWithResolvers<readonly ToldCheckOutcome[]> | undefined
  failure: Speaker['failure']

  constructor(about: StackOptions, { send, redact }: Connection) {
    this.#about = about
    this.#resources = about.resources
    this.#send = send
    this.#redact = redact
    this.#said.promise.catch(() => undefined)
  }

  async run(): Promise<void> {
    const { instance, isPlan, stop } = this.#about
    const onStop = (): void => this.#send({ type: 'stop' })
    stop.addEventListener('abort', onStop)
    this.#send({ type: 'run', instance, isPlan })
    try {
      await this.#said.promise
    } finally {
      stop.removeEventListener('abort', onStop)
    }
  }

  /** True if the user has stopped the run. */
  get isStopped(): boolean {
    return this.#about.stop.aborted
  }

  exports(): Promise<ReadonlyMap<string, Value | undefined>> {
    return this.#said.promise
  }

  async checks(deadlineMs?: number): Promise<readonly ToldCheckOutcome[]> {
    if (this.failure !== undefined) return []
    this.#outcomes = Promise.withResolvers()
    this.#send({ type: 'outcomes', deadlineMs })
    return await this.#outcomes.promise
  }

  endAsking(): void {
    this.#resources.end()
  }

  end(): void {
    this.#send({ type: 'over' })
  }

  /** Fails the run because the process is gone or no longer answers. */
  fail(thrown: unknown): void {
    this.failure ??= { thrown }
    this.#said.reject(this.failure.thrown)
    this.#outcomes?.reject(this.failure.thrown)
  }

  /** Handles a message of the process. @throws TypeError for unreadable values and for unrequested answers */
  take(message: FromStack): void {
    switch (message.type) {
      case 'asked':
        return this.#asked(message)
      case 'spec':
        return this.#settle(message.name, message.spec)
      case 'spec-failed': {
        const thrown = this.#errors.read(message.error)
        const specs = this.#specs.get(message.name)
        this.#specs.delete(message.name)
        specs?.spec.reject(thrown)
        specs?.beside.reject(thrown)
        return
      }
      case 'field':
        return void this.#field(message)
      case 'read':
        return void this.#read(message)
      case 'going':
        return void this.#going(message)
      case 'warning':
        return this.#about.warn(message.diagnostic)
      case 'said':
        return this.#hasSaid(message)
      case 'outcomes':
        return this.#outcomes?.resolve(message.outcomes.map((outcome) => this.#readable(outcome)))
      case 'failing':
        this.failure ??= { thrown: this.#errors.read(message.error) }
        return
      case 'failed':
        this.failure ??= { thrown: this.#errors.read(message.error) }
        return onceRead(() => this.fail(this.failure?.thrown))
      default:
    }
  }

  /** Lets the output of the function be shown before its end has consequences. */
  #hasSaid({ exports }: FromStack & { readonly type: 'said' }): void {
    const values = new Map(exports.map(([name, tree]) => [name, tree === undefined ? undefined : valueOf(tree)]))
    onceRead(() => {
      if (this.failure === undefined) this.#said.resolve(values)
      else this.#said.reject(this.failure.thrown)
    })
  }

  #readable({ message, until, ...outcome }: ToldCheckOutcome): ToldCheckOutcome {
    return {
      ...outcome,
      ...(message !== undefined && { message: this.#redact(message) }),
      ...(until !== undefined && { until: this.#redact(until) }),
    }
  }

  #asked(asked: FromStack & { readonly type: 'asked' }): void {
    const { name, resource: type, place, dependsOn, labels, linkSelector, options, spec } = asked
    if (this.#resources.has(name)) throw new TypeError(`${name} is asked for twice`)
    const values = spec === undefined ? this.#following(name) : knownValues(spec)
    const record = this.#resources.ask({
      name,
      type,
      place,
      dependsOn,
      labels,
      linkSelector,
      removalPolicy: asked.removalPolicy,
      options: valueOf(options),
      ...values,
    })
    record.then(
      () => this.#send({ type: 'had', name }),
      (thrown: unknown) => this.#send({ type: 'not-had', name, error: this.#errors.tell(thrown) }),
    )
  }

  /** The values of a `spec` message that is still to come. */
  #following(name: string): Pick<Wish, 'spec' | 'beside'> {
    const specs = { spec: Promise.withResolvers<Resolved>(), beside: Promise.withResolvers<Resolved>() }
    this.#specs.set(name, specs)
    return {
      spec: { kind: 'output', output: new Later(specs.spec.promise, undefined) },
      beside: { kind: 'output', output: new Later(specs.beside.promise, undefined) },
    }
  }

  #settle(name: string, { spec, beside, needs, refers = [] }: ToldSpec): void {
    const specs = this.#specs.get(name)
    if (specs === undefined) throw new TypeError(`${name} was not asked for, or has its spec`)
    this.#specs.delete(name)
    const all = new Set(needs)
    specs.spec.resolve({ value: valueOf(spec), needs: all, refers })
    specs.beside.resolve({ value: valueOf(beside), needs: all, refers: [] })
  }

  async #field({ id, name, path, place }: FromStack & { readonly type: 'field' }): Promise<void> {
    try {
      const { value, needs } = await this.#resources.field(name, path, place)
      this.#send({ type: 'value', id, value: treeOf(value), needs: [...needs] })
    } catch (thrown) {
      this.#send({ type: 'no-value', id, error: this.#errors.tell(thrown) })
    }
  }

  async #read({ id, data, call, place }: FromStack & { readonly type: 'read' }): Promise<void> {
    try {
      const value = await this.#resources.read(
        data === undefined
          ? { kind: 'call', name: call?.name ?? '', args: valueOf(call?.args ?? []) as readonly Value[] }
          : { kind: 'data', ...data, filter: valueOf(data.filter) },
        place,
      )
      this.#send({ type: 'value', id, value: treeOf(value), needs: [] })
    } catch (thrown) {
      this.#send({ type: 'no-value', id, error: this.#errors.tell(thrown) })
    }
  }

  async #going({ id, aliases }: FromStack & { readonly type: 'going' }): Promise<void> {
    this.#send({ type: 'goes', id, isAnything: await this.#about.isAnythingGoing(new Set(aliases)) })
  }
}

/** The values of a resource that needs no other. */
function knownValues({ spec, beside }: ToldSpec): Pick<Wish, 'spec' | 'beside'> {
  return { spec: { kind: 'known', value: valueOf(spec) }, beside: { kind: 'known', value: valueOf(beside) } }
}
