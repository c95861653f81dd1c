import {
  type ComputedValues,
  type DeployRequest,
  type DiffRequest,
  type ExternalStateRequest,
  isList,
  type MutableValueMap,
  PluginFailure,
  type PluginFailureDetails,
  type ResourceDiff,
  type Provider,
  type StabilisedResult,
  revealed,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { FakeLinks } from './fake-links.ts'
import { fakeDefinition, fakeTypeDefinition } from './fake-types.ts'

interface Thing {
  readonly name: string
  readonly type: string
  readonly spec: MutableValueMap
  polls: number
}

/** One call of the provider, either before (`effect` is false) or after it has taken effect. */
export interface CloudCall {
  readonly method: string
  readonly name: string
  readonly type: string
  /** The resource id; absent for data sources and functions. */
  readonly resourceId?: string
  readonly effect: boolean
}

interface About {
  readonly type: string
  readonly resourceName: string
  readonly resourceId?: string
}

/** The world in which the fake provider makes things. It outlives engines and plugins. */
export class FakeCloud {
  readonly things = new Map<string, Thing>()
  /** The calls in their order, such as `Deploy web`. */
  readonly calls: string[] = []
  /** Names of things that were made a second time, for types that allow this. */
  readonly madeTwice: string[] = []
  /** The maximum number of calls that were in flight together. */
  busiest = 0
  /** Names of fields that the service does not report, so that the answer repeats the request, as our SDK does. */
  readonly untold = new Set<string>()
  /** Names of things that only report their `echo` once they are stable. */
  readonly late = new Set<string>()
  /** The number of times that a thing is not stable yet, by name. */
  readonly unstable = new Map<string, number>()
  /** A function that is called twice for each call. If it throws, the call fails with that error. */
  interfere: (call: CloudCall) => void | Promise<void> = () => undefined
  readonly links = new FakeLinks((method, { name, type }, work) =>
    this.#call(method, { resourceName: name, type }, work),
  )
  #inFlight = 0

  named(name: string): Thing[] {
    return [...this.things.values()].filter((thing) => thing.name === name)
  }

  names(): string[] {
    return [...this.things.values()].map(({ name }) => name).sort()
  }

  provider(): Provider {
    return {
      links: this.links.provider(),
      define: () => Promise.resolve(fakeDefinition),
      validateResource: () => Promise.resolve([]),
      diff: (request) => this.#call('Diff', request, () => this.#diff(request)),
      deploy: (request) => this.#call('Deploy', request, () => this.#deploy(request)),
      hasStabilised: (request) => this.#call('HasStabilised', request, () => this.#stabilised(request.resourceId)),
      externalState: (request) => this.#call('GetExternalState', request, () => this.#external(request)),
      destroy: (request) => this.#call('Destroy', request, () => this.#destroy(request.resourceId)),
      fetch: ({ type, dataSourceName, filters }) =>
        this.#call('Fetch', { type, resourceName: dataSourceName }, () =>
          valueMap([
            ['answer', `answer to ${plain(filters[0]?.search[0])}`],
            ['token', 'token'],
          ]),
        ),
      callFunction: ({ name, args }) =>
        this.#call('Call', { type: 'function', resourceName: name }, () => plain(args[0]).toUpperCase()),
    }
  }

  async #call<T>(method: string, about: About, work: () => T): Promise<T> {
    const { resourceName: name, type, resourceId } = about
    const call = { method, name, type, ...(resourceId === undefined ? {} : { resourceId }) }
    this.calls.push(`${method} ${name}`)
    this.busiest = Math.max(this.busiest, ++this.#inFlight)
    try {
      await Promise.resolve()
      await this.interfere({ ...call, effect: false })
      const result = work()
      await this.interfere({ ...call, effect: true })
      return result
    } finally {
      this.#inFlight--
    }
  }

  #deploy({ resourceId, resourceName: name, type, spec: marked, current }: DeployRequest): ComputedValues {
    const before = this.things.get(resourceId)
    const isCareless = fakeTypeDefinition(type).settlement === 'ask'
    if (before !== undefined && current === undefined && isCareless) this.madeTwice.push(name)
    const spec = valueMap(Object.entries(revealed(marked) as ValueMap))
    const computed = valueMap([
      ['id', `id of ${name} ${resourceId}`],
      ['echo', `echo of ${plain(spec['value'])}`],
      ['seen', 'yes'],
    ])
    this.things.set(resourceId, {
      name,
      type,
      spec: valueMap([...Object.entries(spec), ...Object.entries(computed)]),
      polls: this.unstable.get(name) ?? 0,
    })
    const told = Object.entries(computed).filter(([key]) => key !== 'echo' || !this.late.has(name))
    return Object.fromEntries(told.map(([key, value]) => [`spec.${key}`, value]))
  }

  #destroy(resourceId: string): void {
    this.things.delete(resourceId)
    this.links.destroyed(resourceId)
  }

  /** Compares two specs. Values that begin with `!` cannot change in place; with values that begin with `!!`, the old thing has to go first. */
  #diff({ spec, current }: DiffRequest): ResourceDiff {
    const wanted = plain(spec['value'])
    const isOther = wanted !== plain(current.spec['value']) && wanted.startsWith('!')
    const differs = wanted.includes('?') && { differs: ['spec.value'] }
    const order = { destroyFirst: wanted.startsWith('!!'), ...(wanted.startsWith('!!~') && { isHabit: true as const }) }
    return { replaceBecause: isOther ? ['spec.value'] : [], ...order, ...differs }
  }

  #stabilised(resourceId: string): StabilisedResult {
    const thing = this.things.get(resourceId)
    if (thing === undefined) return { stabilised: true, computed: {} }
    const stabilised = thing.polls-- <= 0
    return {
      stabilised,
      computed: stabilised && this.late.has(thing.name) ? { 'spec.echo': thing.spec['echo'] ?? null } : {},
    }
  }

  /** The state as it would come over a wire: a copy without empty values. Fields that the service does not report have the values of the request. */
  #external({ resourceId, spec: asked }: ExternalStateRequest): ValueMap | undefined {
    const hasId = ({ spec }: Thing): boolean => asked['id'] !== undefined && spec['id'] === asked['id']
    const thing = this.things.get(resourceId) ?? [...this.things.values()].find(hasId)
    if (thing === undefined) return undefined
    const isTold = ([key, value]: [string, Value]) => !this.untold.has(key) && (!isList(value) || value.length > 0)
    const untold = Object.entries(asked).filter(([key]) => this.untold.has(key))
    return valueMap([...Object.entries(thing.spec).filter(isTold), ...untold])
  }
}

/** A text as it is, or any other value as JSON. */
export function plain(value: Value = 'nothing'): string {
  const shown = revealed(value)
  return typeof shown === 'string' ? shown : JSON.stringify(shown)
}

/** A failure as a plugin's client makes it. */
export function fakeFailure(details: Partial<PluginFailureDetails> & { message?: string } = {}): PluginFailure {
  return new PluginFailure('plugin/call-failed', details.message ?? 'it did not work', {
    pluginId: 'test/fake',
    method: 'provider.Resource.Deploy',
    pluginErrorCode: 'UNEXPECTED',
    ...details,
  })
}
