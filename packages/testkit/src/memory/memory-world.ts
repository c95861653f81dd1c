import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CallControl,
  type ComputedValues,
  type DefinitionRequest,
  type DeployRequest,
  type DestroyRequest,
  type FetchRequest,
  type FunctionAnswer,
  type FunctionCallRequest,
  type FunctionDefinition,
  isMap,
  PluginFailure,
  type Provider,
  type ProviderDefinition,
  type Value,
  type ValidateResourceRequest,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { AskedNames, isNamed, type Subject } from './asked-names.ts'
import { computing } from './computing.ts'
import type { Given } from './given.ts'
import { inventedAnswer, inventedField, inventedOf } from './invented.ts'
import { inMemoryLinks } from './memory-links.ts'

type Define = (request: DefinitionRequest) => Promise<ProviderDefinition | undefined>

/** The things outside Slipway, in the memory of a test; its providers are made from definitions. */
export class MemoryWorld {
  readonly #things = new Map<string, ValueMap>()
  #given: readonly Given[] = []
  /** How many calls have failed so far because of each statement. */
  readonly #failed = new Map<Given, number>()
  readonly #asked = new AskedNames()
  readonly #instance: string

  /** @param instance the name of the instance of the test */
  constructor(instance: string) {
    this.#instance = instance
  }

  /** Sets the behaviour from now on, in place of the earlier one. */
  give(given: readonly Given[]): void {
    this.#given = given
  }

  /** The names and types that it was asked about so far. */
  get asked(): AskedNames {
    return this.#asked
  }

  provider(define: Define): Provider {
    return {
      links: inMemoryLinks,
      define: async (request) => (await define(request)) ?? nothingKnown(),
      validateResource: async (request) => {
        this.#asked.note(this.#subject(request))
        return []
      },
      deploy: (request, control) => this.#deploy(define, request, control),
      hasStabilised: async () => ({ stabilised: true, computed: {} }),
      externalState: async ({ resourceId }) => this.#things.get(resourceId),
      destroy: async (request, control) => {
        const make = (): unknown => this.#things.delete(request.resourceId)
        await this.#asGiven(this.#subject(request), { method: 'provider.Resource.Destroy', make }, control)
      },
      fetch: (request) => this.#fetch(define, request),
      callFunction: (request) => this.#call(define, request),
    }
  }

  async #deploy(define: Define, request: DeployRequest, control?: CallControl): Promise<ComputedValues> {
    const { type, resourceName: name, resourceId, spec, current } = request
    const subject = this.#subject(request)
    this.#asked.note(subject)
    const definition = await define({ resourceTypes: [type], dataSourceTypes: [], functions: [] })
    const schema = definition?.resourceTypes[type]?.schema
    const before = this.#things.get(resourceId) ?? current?.spec
    const computed = new Map<string, Value>()
    for (const [path, each, isOptional] of schema === undefined ? [] : computing(schema)) {
      if (isOptional && valueAt(spec, path) !== undefined) continue
      const known = this.#valueOf(subject, path) ?? (before && valueAt(before, path))
      computed.set(['spec', ...path].join('.'), known ?? inventedOf(each, `${type} ${name} ${path.join('.')}`))
    }
    const made = valueMap(computed)
    const make = (): unknown => this.#things.set(resourceId, withComputed(spec, computed))
    await this.#asGiven(subject, { method: 'provider.Resource.Deploy', made, make }, control)
    return made
  }

  async #fetch(define: Define, { type, dataSourceName, exports }: FetchRequest): Promise<ValueMap> {
    const subject = { type, name: dataSourceName }
    this.#asked.note(subject)
    await this.#asGiven(subject, { method: 'provider.DataSource.Fetch', make: () => undefined })
    const definition = await define({ resourceTypes: [], dataSourceTypes: [type], functions: [] })
    const fields = definition?.dataSourceTypes[type]?.fields ?? {}
    const values = Object.entries(exports).map(([name, { aliasFor = name, type: shape }]) => {
      const schema = fields[aliasFor] ?? { type: shape === 'array' ? 'array' : 'string' }
      const value = this.#valueOf(subject, [aliasFor])
      return [name, value ?? inventedField(schema, `${type} ${dataSourceName} ${aliasFor}`)] as const
    })
    return valueMap(values)
  }

  async #call(define: Define, { name, args }: FunctionCallRequest): Promise<FunctionAnswer> {
    const definition = await define({ resourceTypes: [], dataSourceTypes: [], functions: [name] })
    const known: FunctionDefinition | undefined = definition?.functions[name]
    const subject = { type: `${definition?.namespace ?? ''}::${name}`, name }
    this.#asked.note(subject)
    const result = this.#valueOf(subject, ['result'])
    return result ?? inventedAnswer(known?.returns ?? 'any', `${name} ${JSON.stringify(args.map(String))} ${name}`)
  }

  #subject({
    type,
    resourceName: name,
    instanceName = '',
  }: ValidateResourceRequest | DeployRequest | DestroyRequest): Subject {
    const before = `${this.#instance}-`
    return { type, name, child: instanceName.startsWith(before) ? instanceName.slice(before.length) : undefined }
  }

  /** The test's value for this property; a thing's name counts more than its type, and a later statement more than an earlier one. */
  #valueOf(subject: Subject, path: readonly string[]): Value | undefined {
    const found = this.#about(subject).map(({ values }) => valueAt(values, path))
    return found.find((value) => value !== undefined)
  }

  #about(subject: Subject): readonly Given[] {
    const last = this.#given.toReversed()
    return [...last.filter(({ of }) => isNamed(of, subject)), ...last.filter(({ of }) => of === subject.type)]
  }

  /** Makes a change, unless a statement says that it fails. */
  async #asGiven(
    subject: Subject,
    { method, made, make }: { readonly method: string; readonly made?: ComputedValues; readonly make: () => unknown },
    control?: CallControl,
  ): Promise<void> {
    const about = this.#about(subject)
    const takesMs = about.find((one) => one.takesMs !== undefined)?.takesMs
    if (takesMs !== undefined) await sleep(takesMs, undefined, { signal: control?.signal })
    const failing = about.find((one) => this.#stillFails(one))
    if (failing?.fails === undefined) make()
    if (failing === undefined) return
    this.#failed.set(failing, (this.#failed.get(failing) ?? 0) + 1)
    const isHalf = failing.fails === undefined
    throw new PluginFailure('protocol/plugin-error', failing.fails ?? failing.failsHalfway ?? '', {
      pluginId: 'memory',
      method,
      pluginErrorCode: 'UNEXPECTED',
      ...(isHalf ? made !== undefined && { made } : { refused: true, answered: true }),
    })
  }

  #stillFails(one: Given): boolean {
    if (one.fails === undefined && one.failsHalfway === undefined) return false
    return (this.#failed.get(one) ?? 0) < (one.times ?? Number.POSITIVE_INFINITY)
  }
}

function valueAt(value: Value, path: readonly string[]): Value | undefined {
  let found: Value | undefined = value
  for (const name of path) found = found !== undefined && isMap(found) ? found[name] : undefined
  return found
}

function withComputed(spec: ValueMap, computed: ReadonlyMap<string, Value>): ValueMap {
  let whole = spec
  for (const [path, value] of computed) whole = placed(whole, path.split('.').slice(1), value)
  return whole
}

function placed(into: ValueMap, [name = '', ...rest]: readonly string[], value: Value): ValueMap {
  if (rest.length === 0) return { ...into, [name]: value }
  const inner = into[name]
  return { ...into, [name]: placed(inner !== undefined && isMap(inner) ? inner : {}, rest, value) }
}

function nothingKnown(): never {
  throw new PluginFailure('protocol/plugin-error', 'nobody has defined it', {
    pluginId: 'memory',
    method: 'provider.GetConfigDefinition',
    pluginErrorCode: 'UNEXPECTED',
  })
}
