import { Failure } from '@slipway/model'
import type { Plan } from '@slipway/engine'
import { type ChangeResult, destroy, type Slipway } from '@slipway/operations'
import type { InstanceState } from '@slipway/stores'
import { plain, plainMap, type Plain } from './plain.ts'
import { planText } from './plan-text.ts'

/** How a test deploys: in memory or for real, a stack or a blueprint. */
export interface Deploying<Change> {
  readonly slipway: Slipway
  /** Deploys, once the plan has been approved. */
  readonly up: (change: Change, approve: (plan: Plan) => Promise<boolean>) => Promise<ChangeResult>
  readonly request: { readonly instance: string; readonly file?: string }
  readonly state: () => Promise<InstanceState | undefined>
}

/** Options of each round of a test. */
export interface Round extends Failing {
  /** Values of variables, by name. A variable keeps its value until a change gives another; `undefined` takes the value away. */
  readonly variables?: Readonly<Record<string, unknown>>
}

export interface Failing {
  /** `false`: failures are in `outcome` and `failures`, for a test that wants to see them. Default: they are thrown. */
  readonly throws?: boolean | undefined
}

/** The variables that have a value. */
export function valuesIn<Value>(variables: Readonly<Record<string, Value | undefined>> = {}): Record<string, Value> {
  const hasValue = (entry: [string, Value | undefined]): entry is [string, Value] => entry[1] !== undefined
  return Object.fromEntries(Object.entries(variables).filter(hasValue))
}

/** A deployment that a test inspects. */
export class Deployed<Change extends Round> {
  readonly #deploying: Deploying<Change>
  #plan = ''
  #variables: Change['variables'] = {}
  #result: ChangeResult | undefined
  #state: InstanceState | undefined

  constructor(deploying: Deploying<Change>) {
    this.#deploying = deploying
  }

  /** The last plan, as text for a snapshot. */
  get plan(): string {
    return this.#plan
  }

  get outcome(): ChangeResult['outcome'] {
    return this.#result?.outcome ?? 'nothing-there'
  }

  /** The failures of the last change, by the name of the resource. */
  get failures(): Readonly<Record<string, string>> {
    const failed = this.#result !== undefined && 'run' in this.#result ? this.#result.run.failures : []
    return Object.fromEntries(failed.map(({ name, reasons }) => [name, reasons.join('; ')]))
  }

  get exports(): Readonly<Record<string, Plain>> {
    return plainMap(this.#state?.instance.exports ?? {})
  }

  /** Names of the existing resources, sorted. */
  get resources(): readonly string[] {
    return this.#records()
      .map(({ name }) => name)
      .sort()
  }

  /**
   * A recorded resource, with the properties that its provider computed, and secrets in plain text.
   * @throws Error for an unknown name
   */
  resource(name: string): Readonly<Record<string, Plain>> {
    const record = this.#records().find((one) => one.name === name)
    if (record !== undefined) return plain(record.spec) as Readonly<Record<string, Plain>>
    throw new Error(`there is no resource ${name}: there is ${this.resources.join(', ') || 'none'}`)
  }

  /** Deploys once more: with other variables, another stack, or after something outside has changed. */
  async change(change: Change): Promise<this> {
    this.#plan = 'nothing to do\n'
    this.#variables = { ...this.#variables, ...change.variables }
    const result = await this.#deploying.up({ ...change, variables: this.#variables }, async (plan) => {
      this.#plan = planText(plan)
      return true
    })
    return await this.#take(result, change)
  }

  /** Destroys everything that it has deployed. */
  async destroy(failing: Failing = {}): Promise<this> {
    const { slipway, request } = this.#deploying
    this.#plan = 'nothing to do\n'
    const approve = async (plan: Plan): Promise<boolean> => {
      this.#plan = planText(plan)
      return true
    }
    return await this.#take(await destroy(slipway, { ...request, approve, throws: false }), failing)
  }

  /** Deploys it, calls `look`, and destroys it in any case. The first failure counts. */
  async lookedAt<T>(change: Change, look: () => Promise<T>): Promise<T> {
    const [looked] = await Promise.allSettled([this.change(change).then(look)])
    const [gone] = await Promise.allSettled([this.destroy()])
    if (looked.status === 'rejected') throw looked.reason
    if (gone.status === 'rejected') throw gone.reason
    return looked.value
  }

  #records() {
    return (this.#state?.resources ?? []).filter(({ replaced }) => !replaced)
  }

  async #take(result: ChangeResult, { throws = true }: Failing): Promise<this> {
    this.#result = result
    this.#state = await this.#deploying.state()
    if (throws && (result.outcome === 'failed' || result.outcome === 'cancelled'))
      throw failureOf(result, this.failures)
    return this
  }
}

function failureOf(result: ChangeResult, failures: Readonly<Record<string, string>>): Failure {
  const reasons = 'run' in result ? result.run.reasons : []
  const all = [...Object.entries(failures).map(([name, why]) => `${name}: ${why}`), ...reasons]
  return new Failure('testing/failed', `${result.operation} of ${result.instance} failed: ${all.join('; ')}`, {
    hint: 'a test that wants to see this says throws: false, and looks at outcome and failures',
  })
}
