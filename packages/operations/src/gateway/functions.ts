import { callCore, coreFunctions, coreNamespace, isCore, type ProviderCatalog } from '@slipway/engine'
import {
  type CallControl,
  Failure,
  type FunctionAnswer,
  type FunctionDefinition,
  type NamedCall,
  PartialFunction,
  PluginFailure,
  type Value,
} from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { namedFailure } from './named-failure.ts'

/** The function that a name refers to. */
interface Found {
  readonly namespace: string
  readonly name: string
}

/** The functions of the language and of all installed providers, for plugins. Starts providers that have not been asked yet. */
export class Functions {
  readonly #catalog: ProviderCatalog

  constructor(catalog: ProviderCatalog) {
    this.#catalog = catalog
  }

  /** All names, sorted. Skips installed providers that cannot be asked, as for blueprints. */
  async names(): Promise<readonly string[]> {
    const theirs = await this.#namesByProvider()
    return [...new Set([...coreFunctions.keys(), ...[...theirs.values()].flat()])].sort()
  }

  async has(name: string): Promise<boolean> {
    return (await this.#claims(name)).length > 0
  }

  async define(wanted: string, asker: string): Promise<FunctionDefinition> {
    const { namespace, name } = await this.#find(wanted, asker)
    const request = { resourceTypes: [], dataSourceTypes: [], functions: [name] }
    const definition = (await this.#catalog.define(namespace, request))?.functions[name]
    if (definition === undefined) throw await this.#missing(wanted)
    return definition
  }

  /** Calls a function. @param asker the caller's namespace: its own functions take precedence over the functions of other providers */
  async call({ name: wanted, args }: NamedCall, asker: string, control: CallControl): Promise<FunctionAnswer> {
    const { namespace, name } = await this.#find(wanted, asker)
    const isOutside = coreFunctions.has(name) && 'answered' in (coreFunctions.get(name) ?? {})
    if (namespace === coreNamespace && !isOutside) return await this.#callCore({ name, args }, asker, control)
    return await this.#callProvider(namespace, { name, args }, control)
  }

  /** Calls a function for a stack. A stack gets bytes as text, like a blueprint, but a plugin gets them in base 64. */
  async callForStack({ name: wanted, args }: NamedCall, control: CallControl): Promise<FunctionAnswer> {
    const { namespace, name } = await this.#find(wanted, '')
    if (namespace !== coreNamespace) return await this.#callProvider(namespace, { name, args }, control)
    const core = coreFunctions.get(name)
    if (core !== undefined && 'isTemplate' in core && core.isTemplate)
      throw new Failure('engine/function-failed', `a stack cannot call ${name}, which reads names of a blueprint`, {
        hint: 'write a function that returns the text, or read the file (readFileSync) and replace what you want in it',
      })
    return await this.#callCore({ name, args }, '', control)
  }

  async #callCore(call: NamedCall, asker: string, control: CallControl): Promise<FunctionAnswer> {
    return await callCore(call, (nested) => this.#answer(nested, asker, control))
  }

  /** Answers a nested call from a function of the language, perhaps to a provider's function. */
  async #answer({ name, args }: NamedCall, asker: string, control: CallControl): Promise<Value> {
    const { namespace } = coreFunctions.has(name) ? { namespace: coreNamespace } : await this.#find(name, asker)
    const answer = await this.#callProvider(namespace, { name, args }, control)
    if (!(answer instanceof PartialFunction)) return answer
    throw new Failure('engine/function-failed', `${name} returns a function, but a value is needed here`)
  }

  async #callProvider(namespace: string, { name, args }: NamedCall, control: CallControl): Promise<FunctionAnswer> {
    const provider = await this.#catalog.provider(namespace)
    const context = this.#catalog.context(namespace)
    try {
      return await provider.callFunction({ name, args, context }, control)
    } catch (thrown) {
      throw thrown instanceof PluginFailure ? namedFailure(thrown, `${namespace}::${name}`) : thrown
    }
  }

  async #find(wanted: string, asker: string): Promise<Found> {
    const claims = await this.#claims(wanted)
    const [first, second] = claims
    if (first === undefined) throw await this.#missing(wanted)
    const own = claims.find(({ namespace }) => namespace === asker)
    if (second === undefined || own !== undefined) return own ?? first
    const names = claims.map(({ namespace }) => `${namespace}::${wanted}`)
    throw new Failure('engine/ambiguous-function', `several providers have a function ${wanted}`, {
      hint: `call it by its provider: ${names.join(' or ')}`,
    })
  }

  /** The functions that a name may refer to. No provider can take the name of a function of the language. */
  async #claims(wanted: string): Promise<readonly Found[]> {
    const [, namespace, name = wanted] = /^([^:]+)::(.+)$/.exec(wanted) ?? []
    if (isCore(name) && (namespace ?? coreNamespace) === coreNamespace) return [{ namespace: coreNamespace, name }]
    const theirs = namespace === undefined ? await this.#namesByProvider() : await this.#namesByProvider([namespace])
    return [...theirs].flatMap(([provider, names]) => (names.includes(name) ? [{ namespace: provider, name }] : []))
  }

  async #namesByProvider(
    namespaces: readonly string[] = this.#catalog.namespaces(),
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const answers = await Promise.allSettled(namespaces.map((namespace) => this.#catalog.define(namespace, nothing)))
    return new Map(
      answers.flatMap((answer, index) =>
        answer.status === 'fulfilled' ? [[namespaces[index] ?? '', answer.value?.functionNames ?? []] as const] : [],
      ),
    )
  }

  async #missing(wanted: string): Promise<Failure> {
    const near = didYouMean(wanted, await this.names())
    return new Failure('engine/no-function', `no installed provider has the function ${wanted}`, {
      hint: near ?? 'slipway plugin list shows the installed plugins',
    })
  }
}

const nothing = { resourceTypes: [], dataSourceTypes: [], functions: [] }
