import { randomUUID } from 'node:crypto'
import { isList, isMap, revealed, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { Init } from '../../../wire/codec/message.ts'
import { Status, StatusError } from '../../../wire/rpc/status.ts'
import { programFromWire } from '../../convert/program-values.ts'
import { structToWire, type Understood } from '../../convert/struct.ts'
import type { View } from '../../gen/provider.ts'
import { type PublishViewStepsRequest, type ViewStep, ViewStepOp } from '../../gen/resource_status.ts'

/** The parts of a resource, as its plugin reports them: maps of `type`, `name`, `parent`, `inputs`, `outputs`. */
export type Views = readonly ValueMap[]

/** The most views of one resource. */
const mostViews = 1000

/** The steps that remove a part, unless they report its new state. */
const removing: ReadonlySet<number> = new Set([ViewStepOp.REMOVE, ViewStepOp.REFRESH, ViewStepOp.READ_DISCARD])

/** Receives the reports of one plugin process about the parts of the resource on which it works. */
export class ViewDesk {
  /** The address at which the plugin finds this desk; empty until it is known. */
  address = ''
  readonly #open = new Map<string, ViewWatch>()

  /** Takes a report. Fails with a StatusError when nobody waits for the report, or when it is too large to record. */
  publish({ token, steps }: PublishViewStepsRequest): void {
    const watch = this.#open.get(token)
    if (watch === undefined) throw new StatusError(Status.invalidArgument, 'no call under way has this token')
    watch.take(steps)
  }

  /**
   * Collects the reports during one piece of work.
   * @param before the recorded views of the resource
   */
  async during<T>(before: Views, work: (watch: ViewWatch) => Promise<T>): Promise<T> {
    const token = randomUUID()
    const watch = new ViewWatch(this.address, token, before)
    this.#open.set(token, watch)
    try {
      return await work(watch)
    } finally {
      this.#open.delete(token)
    }
  }
}

/** The reports during one call. */
export class ViewWatch {
  readonly #address: string
  readonly #token: string
  readonly #before: Views
  readonly #known: Map<string, ValueMap>
  #isTold = false

  constructor(address: string, token: string, before: Views) {
    this.#address = address
    this.#token = token
    this.#before = before
    this.#known = new Map(before.map((view) => [keyOf(view['type'], view['name']), view]))
  }

  /** The reported views; `undefined` when the plugin reported none. */
  get views(): Views | undefined {
    return this.#isTold ? [...this.#known.values()] : undefined
  }

  /** The address and the token that the plugin needs to report. */
  get place(): { readonly resourceStatusAddress: string; readonly resourceStatusToken: string } {
    return { resourceStatusAddress: this.#address, resourceStatusToken: this.#token }
  }

  /** Like `place`, for a resource that exists. */
  placeBeside(understood: Understood) {
    return { ...this.place, oldViews: this.#before.map((view) => viewToWire(view, understood)) }
  }

  take(steps: readonly ViewStep[]): void {
    this.#isTold = true
    for (const { op, type, name, new: now } of steps) {
      if (now !== undefined) this.#known.set(keyOf(type, name), viewOf(type, name, now))
      else if (removing.has(op)) this.#known.delete(keyOf(type, name))
      if (this.#known.size > mostViews)
        throw new StatusError(Status.resourceExhausted, `Slipway records at most ${mostViews} views of one resource`)
    }
  }
}

/** Returns the views in a record; empty when it has none. */
export function viewsIn(recorded: Value | undefined): Views {
  const views = revealed(recorded ?? null)
  return isList(views) ? views.map(revealed).filter(isMap) : []
}

function viewOf(type: string, name: string, { parentType, parentName, inputs, outputs }: NonNullable<ViewStep['new']>) {
  return valueMap([
    ['type', type],
    ['name', name],
    ...(parentType === ''
      ? []
      : ([['parent', valueMap(Object.entries({ type: parentType, name: parentName }))]] as const)),
    ['inputs', programFromWire(inputs)],
    ['outputs', programFromWire(outputs)],
  ])
}

function viewToWire({ type, name, parent, inputs, outputs }: ValueMap, understood: Understood): Init<View> {
  const above = isMap(parent) ? parent : valueMap()
  return {
    type: textOf(type),
    name: textOf(name),
    parentType: textOf(above['type']),
    parentName: textOf(above['name']),
    inputs: structToWire(isMap(inputs) ? inputs : valueMap(), understood),
    outputs: structToWire(isMap(outputs) ? outputs : valueMap(), understood),
  }
}

function keyOf(type: Value | undefined, name: Value | undefined): string {
  return JSON.stringify([textOf(type), textOf(name)])
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : ''
}
