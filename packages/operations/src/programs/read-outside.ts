import type { ProviderCatalog } from '@slipway/engine'
import {
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
import type { Question, ReadOutside } from '../inline/outside/question.ts'

export interface OutsideOptions {
  readonly catalog: ProviderCatalog
  readonly stop: AbortSignal
  /** Milliseconds. */
  readonly deadlines: { readonly fetch: number; readonly callFunction: number }
  /** Called with every answer, because it may contain secrets. */
  readonly learn: (value: Value) => void
}

/** Reads data sources and calls plugins' functions for a program. Asks each question once. */
export function outside(options: OutsideOptions): ReadOutside {
  const answers = new Map<string, Promise<Value>>()
  return (question) => {
    const key = JSON.stringify(question, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
    // All secrets look alike in the key, so such answers are not cached.
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
  const { catalog, stop: signal, deadlines } = options
  const control = { signal, deadlineMs: deadlines.callFunction }
  const result = await new Functions(catalog).call({ name, args }, '', control)
  if (result instanceof PartialFunction)
    throw new Failure('engine/function-failed', `${name} gives a function, and a value is needed here`)
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
      hint: didYouMean(namespace, catalog.namespaces()) ?? 'slipway plugin list shows what is installed',
    })
  const filters = filtersOf(filter, definition)
  const provider = await catalog.provider(namespace)
  const context = catalog.context(namespace)
  const exports = exportsOf(question, definition)
  const asked = { type, dataSourceName: type, filters, exports, context }
  const values = await provider.fetch(asked, { signal, deadlineMs: deadlines.fetch })
  const isHidden = containsSecret(filter)
  return valueMap(
    Object.keys(exports).map((name) => {
      const value = values[name] ?? null
      return [name, isHidden || definition.fields[name]?.sensitive === true ? secret(value) : value] as const
    }),
  )
}

/** All declared fields, and the wanted others with any type. */
function exportsOf({ fields }: Question & { kind: 'data' }, definition: DataSourceTypeDefinition) {
  const known = Object.entries(definition.fields).map(([name, { type }]) => [name, { type }] as const)
  const more = definition.hasMoreFields === true ? fields : []
  return Object.fromEntries([...known, ...more.map((name) => [name, { type: 'any' }] as const)])
}

/** Reads a filter: `{ region: 'eu' }` tests equality, `{ size: { operator: '>', search: 3 } }` uses another operator. */
function filtersOf(filter: Value, { type, filterFields }: DataSourceTypeDefinition): readonly DataSourceFilter[] {
  if (!isMap(filter)) throw new Failure('programs/bad-filter', `the filter of ${type} is no object`)
  return Object.entries(filter).map(([field, given]) => {
    if (!Object.hasOwn(filterFields, field)) {
      const names = Object.keys(filterFields)
      throw new Failure('programs/bad-filter', `${type} has no filter ${field}`, {
        hint: didYouMean(field, names) ?? `it has: ${names.join(', ')}`,
      })
    }
    const { operator = '=', search = given } = isMap(given) ? given : {}
    if (typeof operator !== 'string') throw new Failure('programs/bad-filter', `the operator of ${field} is no text`)
    return { field, operator, search: isList(search) ? search : [search] }
  })
}
