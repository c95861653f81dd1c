import type { Value } from '@slipway/model'
import type { CallPlace } from '../inline/call-place.ts'
import { type Captured, knownNow, settled } from '../inline/captured.ts'
import type { Resolved } from '../inline/later.ts'
import { NotHad } from '../inline/resources.ts'
import { linkCall, type Question } from '../inline/outside/question.ts'
import type { Resources, Wish } from '../inline/resources.ts'
import type { FromStack, ToldSpec, ToStack } from './messages.ts'
import { errorFromEngine, toldByStack } from './told-error.ts'
import { treeOf, valueOf } from './value-tree.ts'

type Answer = Extract<ToStack, { readonly type: 'had' | 'not-had' | 'value' | 'no-value' | 'goes' }>

/** The requested resources as seen in the stack's process. The resources themselves live in the engine's process. */
export class RemoteResources implements Resources {
  readonly #send: (message: FromStack) => void
  readonly #records = new Map<string, PromiseWithResolvers<void>>()
  readonly #fields = new Map<number, { readonly name: string; readonly answer: PromiseWithResolvers<Resolved> }>()
  readonly #going = new Map<number, PromiseWithResolvers<boolean>>()
  /** Names of resources without an answer yet. */
  readonly #awaited = new Set<string>()
  readonly missing = new Set<string>()
  #count = 0
  #isOver = false

  constructor(send: (message: FromStack) => void) {
    this.#send = send
  }

  get names(): ReadonlySet<string> {
    return new Set(this.#records.keys())
  }

  /** True while an answer of the engine is pending. */
  get isWaiting(): boolean {
    return this.#awaited.size + this.#fields.size + this.#going.size > 0
  }

  has(name: string): boolean {
    return this.#records.has(name)
  }

  end(): void {
    this.#isOver = true
  }

  async ask(wish: Wish): Promise<void> {
    const { name, type, place, dependsOn, labels, linkSelector, removalPolicy, options, spec, beside } = wish
    const record = Promise.withResolvers<void>()
    record.promise.catch((thrown: unknown) => thrown instanceof NotHad && this.missing.add(name))
    this.#records.set(name, record)
    this.#awaited.add(name)
    const isKnown = isKnownNow(spec) && isKnownNow(beside)
    const known: ToldSpec | undefined = isKnown
      ? { spec: treeOf(knownNow(spec, name)), beside: treeOf(knownNow(beside, name)), needs: [] }
      : undefined
    this.#send({
      type: 'asked',
      name,
      resource: type,
      place,
      dependsOn,
      labels,
      linkSelector,
      removalPolicy,
      options: treeOf(options),
      spec: known,
    })
    if (known === undefined) await this.#sendSpec(wish)
    await record.promise
  }

  async field(name: string, path: string, place: CallPlace | undefined): Promise<Resolved> {
    const id = ++this.#count
    const answer = Promise.withResolvers<Resolved>()
    this.#fields.set(id, { name, answer })
    this.#send({ type: 'field', id, name, path, place })
    return await answer.promise
  }

  async read(question: Question, place: CallPlace | undefined): Promise<Value> {
    const id = ++this.#count
    const answer = Promise.withResolvers<Resolved>()
    const what = aboutOf(question)
    this.#fields.set(id, { name: what, answer })
    if (question.kind === 'data') {
      const { type, filter, fields } = question
      this.#send({ type: 'read', id, data: { type, filter: treeOf(filter), fields }, place })
    } else this.#send({ type: 'read', id, call: { name: question.name, args: treeOf(question.args) }, place })
    return (await answer.promise).value
  }

  async isAnythingGoing(aliases: ReadonlySet<string>): Promise<boolean> {
    const id = ++this.#count
    const answer = Promise.withResolvers<boolean>()
    this.#going.set(id, answer)
    this.#send({ type: 'going', id, aliases: [...aliases] })
    return await answer.promise
  }

  take(answer: Answer): void {
    switch (answer.type) {
      case 'had':
        this.#awaited.delete(answer.name)
        return this.#records.get(answer.name)?.resolve()
      case 'not-had':
        this.#awaited.delete(answer.name)
        return this.#records.get(answer.name)?.reject(errorFromEngine(answer.error, answer.name))
      case 'value':
        this.#takeField(answer.id)?.answer.resolve({ value: valueOf(answer.value), needs: new Set(answer.needs) })
        return
      case 'no-value': {
        const field = this.#takeField(answer.id)
        return field?.answer.reject(errorFromEngine(answer.error, field.name))
      }
      case 'goes': {
        this.#going.get(answer.id)?.resolve(answer.isAnything)
        this.#going.delete(answer.id)
      }
    }
  }

  #takeField(id: number) {
    const field = this.#fields.get(id)
    this.#fields.delete(id)
    return field
  }

  async #sendSpec({ name, spec, beside }: Wish): Promise<void> {
    try {
      const [given, more] = await Promise.all([settled(spec), settled(beside)])
      // The function has failed meanwhile. The engine's process still waits for the spec, and then answers.
      if (this.#isOver) throw new NotHad(name)
      const needs = [...given.needs.union(more.needs)]
      const { refers } = given
      this.#send({ type: 'spec', name, spec: { spec: treeOf(given.value), beside: treeOf(more.value), needs, refers } })
    } catch (thrown) {
      this.#send({ type: 'spec-failed', name, error: toldByStack(thrown) })
    }
  }
}

function aboutOf(question: Question): string {
  if (question.kind === 'data') return question.type
  return question.name === linkCall ? question.args.map(String).join('::') : question.name
}

function isKnownNow(captured: Captured): boolean {
  switch (captured.kind) {
    case 'known':
      return true
    case 'output':
      return false
    case 'list':
      return captured.items.every(isKnownNow)
    case 'map':
      return captured.entries.every(([, item]) => isKnownNow(item))
  }
}
