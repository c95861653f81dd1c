import type { ProviderCatalog } from '@slipway/engine'
import {
  containsPassedOn,
  containsSecret,
  type DataSourceFilter,
  type DataSourceTypeDefinition,
  Failure,
  isList,
  isMap,
  namespaceOf,
  PartialFunction,
  secret,
  type Value,
  valueMap,
} from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { Functions } from '../gateway/functions.ts'
import { pluginCall, type Question, type ReadOutside } from '../inline/outside/question.ts'

export interface OutsideOptions {
  readonly catalog: ProviderCatalog
  readonly stop: AbortSignal
  /** Time limits, in milliseconds. */
  readonly deadlines: { readonly fetch: number; readonly callFunction: number }
  /** Gives a plugin a key at once, so that the next resource can have a type with it. @throws Failure */
  readonly namePlugin: (key: string, descriptor: string) => void
  /** Called with every answer, because it may contain secrets. */
  readonly learn: (value: Value) => void
}

/** Reads data sources and calls plugins' functions for a program. Asks each question once. */
export function outside(options: OutsideOptions): ReadOutside {
  const answers = new Map<string, Promise<Value>>()
  return (question) => {
    const key = JSON.stringify(question, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
    // All secrets look alike in the key, so answers to questions with secrets are not cached.
    if (containsSecret(question.kind === 'data' ? question.filter : question.args)) return answer(question, options)
    const known = answers.get(key) ?? answer(question, options)
    answers.set(key, known)
    return known
  }
}

async function answer(question: Question, options: OutsideOptions): Promise<Value> {
  const value = question.kind === 'data' ? await fetched(question, options) : await called(question, options)
  options.learn(value)
  return value
}

async function called({ name, args }: Question & { kind: 'call' }, options: OutsideOptions): Promise<Value> {
  const [key, descriptor] = args
  if (name === pluginCall && typeof key === 'string' && typeof descriptor === 'string') {
    options.namePlugin(key, descriptor)
    return null
  }
  const { catalog, stop: signal, deadlines } = options
  const control = { signal, deadlineMs: deadlines.callFunction }
  const result = await new Functions(catalog).callForStack({ name, args }, control)
  if (result instanceof PartialFunction)
    throw new Failure('engine/function-failed', `${name} returns a function, but a value is needed here`)
  return containsSecret(args) ? secret(result) : result
}

async function fetched(question: Question & { kind: 'data' }, options: OutsideOptions): Promise<Value> {
  const { type, filter } = question
  const { catalog, stop: signal, deadlines } = options
  const namespace = namespaceOf(type)
  const wanted = { resourceTypes: [], dataSourceTypes: [type], functions: [] }
  const definition = (await catalog.define(namespace, wanted))?.dataSourceTypes[type]
  if (definition === undefined)
    throw new Failure('programs/no-data-source', `no installed provider has the data source ${type}`, {
      hint: didYouMean(namespace, catalog.namespaces()) ?? 'slipway plugin list shows the installed plugins',
    })
  const filters = filtersOf(filter, definition)
  const provider = await catalog.provider(namespace)
  const context = catalog.context(namespace)
  const exports = exportsOf(question, definition)
  const asked = { type, dataSourceName: type, filters, exports, context }
  const values = await provider.fetch(asked, { signal, deadlineMs: deadlines.fetch })
  // The process of a stack does not know which values may be recorded.
  if (Object.values(values).some(containsPassedOn))
    throw new Failure(
      'blueprint/ephemeral-value',
      `a stack cannot read ${type}: its values are ephemeral, and a value in a stack may be recorded`,
      { hint: 'read it in a blueprint, and give its values to write-only properties' },
    )
  const isHidden = containsSecret(filter)
  return valueMap(
    Object.keys(exports).map((name) => {
      const value = values[name] ?? null
      return [name, isHidden || definition.fields[name]?.sensitive === true ? secret(value) : value] as const
    }),
  )
}

/** Returns all declared fields, and the other wanted fields with any type. */
function exportsOf({ fields }: Question & { kind: 'data' }, definition: DataSourceTypeDefinition) {
  const known = Object.entries(definition.fields).map(([name, { type }]) => [name, { type }] as const)
  const more = definition.hasMoreFields === true ? fields : []
  return Object.fromEntries([...known, ...more.map((name) => [name, { type: 'any' }] as const)])
}

/** Reads a filter: `{ region: 'eu' }` tests equality, `{ size: { operator: '>', search: 3 } }` uses another operator. */
function filtersOf(filter: Value, { type, filterFields }: DataSourceTypeDefinition): readonly DataSourceFilter[] {
  if (!isMap(filter)) throw new Failure('programs/bad-filter', `the filter of ${type} is not an object`)
  return Object.entries(filter).map(([field, given]) => {
    if (!Object.hasOwn(filterFields, field)) {
      const names = Object.keys(filterFields)
      throw new Failure('programs/bad-filter', `${type} has no filter ${field}`, {
        hint: didYouMean(field, names) ?? `it has: ${names.join(', ')}`,
      })
    }
    const { operator = '=', search = given } = isMap(given) ? given : {}
    if (typeof operator !== 'string') throw new Failure('programs/bad-filter', `the operator of ${field} is not text`)
    return { field, operator, search: isList(search) ? search : [search] }
  })
}
