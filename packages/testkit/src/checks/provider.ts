import { isDeepStrictEqual } from 'node:util'
import { PluginFailure, valueMap, type ProviderContext, type ProviderDefinition } from '@slipway/model'
import { ProviderMethods } from '@slipway/protocol'
import type { Harness } from '../harness.ts'
import { expect, type Check } from '../report.ts'
import type { Remains } from './remains.ts'
import { expectAlikeScopes, expectSoundDefinition } from './schema.ts'

/** A provider under a host, and its definition once the host has asked for it. */
export interface ProviderSubject extends Harness {
  readonly context: ProviderContext
  /** A word that differs for each test, so that no test takes another test's things for its own. */
  readonly run: string
  /** The things that the test has made and must remove. */
  readonly remains: Remains
  /** How long a call may take that makes nothing, in milliseconds. */
  readonly answerMs: number
}

export const noIdentity = {
  resourceId: 'testkit',
  resourceName: 'testkit',
  instanceId: 'testkit',
  instanceName: 'testkit',
}

/** Duties of every provider, whatever types it has. Makes nothing. */
export const providerChecks: readonly Check<ProviderSubject>[] = [
  {
    name: 'says its namespace',
    async run(subject) {
      const { namespace } = await definitionOf(subject)
      expect(
        namespace === subject.running.namespace,
        `it is "${namespace}", but the id ends in "${subject.running.namespace}"`,
      )
      return namespace
    },
  },
  {
    name: 'names its types within its namespace',
    async run(subject) {
      const { namespace, resourceTypeNames, dataSourceTypeNames } = await definitionOf(subject)
      const names = [...resourceTypeNames, ...dataSourceTypeNames]
      const stray = names.find((name) => !name.startsWith(`${namespace}/`))
      expect(stray === undefined, `"${stray}" does not begin with "${namespace}/"`)
      for (const each of [resourceTypeNames, dataSourceTypeNames])
        expect(new Set(each).size === each.length, `a type is named twice: ${each.join(', ')}`)
      return `${resourceTypeNames.length} resource types, ${dataSourceTypeNames.length} data source types`
    },
  },
  {
    name: 'defines what it names',
    async run(subject) {
      const definition = await definitionOf(subject)
      const absent = [
        ...missing(definition.resourceTypeNames, definition.resourceTypes),
        ...missing(definition.dataSourceTypeNames, definition.dataSourceTypes),
        ...missing(definition.functionNames, definition.functions),
      ]
      expect(absent.length === 0, `there is no definition of ${absent.join(', ')}`)
      const types = Object.values(definition.resourceTypes)
      const counts = types.map(expectSoundDefinition)
      expectAlikeScopes(types)
      return `${counts.reduce((sum, count) => sum + count, 0)} properties of ${counts.length} resource types`
    },
  },
  {
    name: 'says the same when asked again',
    async run(subject) {
      const [first, second] = [await definitionOf(subject), await definitionOf(subject)]
      expect(isDeepStrictEqual(inAnyOrder(first), inAnyOrder(second)), 'two answers about the same types differ')
      return 'two answers are equal'
    },
  },
  {
    name: 'has a retry policy that ends',
    async run(subject) {
      const { retryPolicy } = await definitionOf(subject)
      if (retryPolicy === undefined) return 'it leaves it to the engine'
      const { maxRetries, factor } = retryPolicy
      expect(maxRetries === 0 || factor >= 1, `the policy is ${JSON.stringify(retryPolicy)}`)
      return `${maxRetries} retries, first after ${retryPolicy.firstDelayMs} ms`
    },
  },
  {
    name: 'checks specs without making anything',
    async run(subject) {
      const { resourceTypeNames } = await definitionOf(subject)
      const { provider, context, answerMs: deadlineMs } = subject
      const asked = { resourceName: 'testkit', spec: valueMap(), context }
      const answers = resourceTypeNames.map((type) =>
        answered(`the check of a ${type}`, provider.validateResource({ type, ...asked }, { deadlineMs })),
      )
      await Promise.all(answers)
      return `${resourceTypeNames.length} resource types answer about an empty spec`
    },
  },
  {
    name: 'fails for types that it does not have',
    async run({ provider, context, running, answerMs: deadlineMs }) {
      const type = `${running.namespace}/no-such-type-of-the-testkit`
      const changes = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] }
      const calls = [
        provider.deploy({ ...noIdentity, type, spec: valueMap(), changes, context }, { deadlineMs }),
        provider.externalState({ ...noIdentity, type, spec: valueMap(), context }, { deadlineMs }),
        provider.fetch({ type, dataSourceName: 'testkit', filters: [], exports: {}, context }, { deadlineMs }),
      ]
      const failures = await Promise.all(calls.map((call) => answered(`a call about "${type}"`, call)))
      expect(!failures.includes(undefined), `a call about "${type}" succeeds`)
      return 'with an error in the answer'
    },
  },
  {
    name: 'checks data sources without reading them',
    async run(subject) {
      const { dataSourceTypeNames } = await definitionOf(subject)
      const { provider, context, answerMs: deadlineMs } = subject
      const asked = { dataSourceName: 'testkit', filters: [], exports: {}, context }
      const answers = dataSourceTypeNames.map((type) =>
        answered(
          `the check of a ${type}`,
          provider.validateDataSource?.({ type, ...asked }, { deadlineMs }) ?? Promise.resolve(),
        ),
      )
      await Promise.all(answers)
      return `${dataSourceTypeNames.length} data source types answer about no filters`
    },
  },
  {
    name: 'answers calls of functions that make no sense',
    async run(subject) {
      const { functionNames } = await definitionOf(subject)
      const { provider, context, answerMs: deadlineMs } = subject
      const call = (name: string) =>
        answered(`${name}()`, provider.callFunction({ name, args: [], context }, { deadlineMs }))
      await Promise.all(functionNames.map(call))
      const stranger = await call('no_such_function_of_the_testkit')
      expect(stranger !== undefined, 'it answers a call of a function that it does not have')
      return `${functionNames.length} functions answer without arguments`
    },
  },
]

/** A duty of providers that speak Slipway's own protocol. */
export const manyCallsCheck: Check<ProviderSubject> = {
  name: 'answers many calls at once',
  async run(subject) {
    const calls = Array.from({ length: 100 }, () =>
      subject.running.channel.call(ProviderMethods.GetNamespace, { hostId: subject.running.hostId }),
    )
    await Promise.all(calls)
    return `${calls.length} calls`
  },
}

/** Asks for the names first, then for everything about them. */
export async function definitionOf({ provider }: Pick<Harness, 'provider'>): Promise<ProviderDefinition> {
  const names = await provider.define({ resourceTypes: [], dataSourceTypes: [], functions: [] })
  return provider.define({
    resourceTypes: names.resourceTypeNames,
    dataSourceTypes: names.dataSourceTypeNames,
    functions: names.functionNames,
  })
}

/** Plugins that use maps list their content in a new order each time. Parameters have fixed positions. */
function inAnyOrder(value: unknown, name = ''): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) {
    const members = Object.entries(value).map(([key, member]) => [key, inAnyOrder(member, key)] as const)
    return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
  const items = value.map((item: unknown) => inAnyOrder(item))
  return name === 'parameters' ? items : items.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? `${member}n` : member))
}

function missing(names: readonly string[], defined: object): string[] {
  return names.filter((name) => !(name in defined))
}

const noAnswer = new Set(['protocol/deadline-exceeded', 'protocol/connection-lost', 'protocol/not-reachable'])

/** A failure that the plugin has answered with is an answer; any other means that it died or hung. */
export async function answered(what: string, call: Promise<unknown>): Promise<PluginFailure | undefined> {
  try {
    await call
    return undefined
  } catch (thrown) {
    if (!(thrown instanceof PluginFailure)) throw thrown
    expect(!thrown.inDoubt && !noAnswer.has(thrown.code), `${what} gets no answer: ${thrown.message}`)
    return thrown
  }
}
