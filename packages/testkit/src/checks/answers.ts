import { inspect } from 'node:util'
import { type PluginErrorCode, type Value, type ValueMap } from '@slipway/model'
import { expect, type Check } from '../report.ts'
import { says } from './found.ts'
import { answered, definitionOf, type ProviderSubject } from './provider.ts'

/** An existing thing that the test reads. */
export interface DataSourceExercise {
  readonly type: string
  /** Values of filters with `=`. */
  readonly filter: ValueMap
  /** Known fields; the other fields only have to exist. */
  readonly expect?: ValueMap
  /** The code with which it must fail, instead. */
  readonly fails?: PluginErrorCode
}

/** A call of a function with a known result. */
export interface FunctionExercise {
  readonly name: string
  readonly args: readonly Value[]
  /** The result; left out: any result. */
  readonly returns?: Value
  /** The code with which it must fail, instead. */
  readonly fails?: PluginErrorCode
}

export function dataSourceCheck(exercise: DataSourceExercise): Check<ProviderSubject> {
  const { type, filter, fails } = exercise
  return {
    name: `${type} (data source): ${fails === undefined ? 'is fetched' : `fails with ${fails}`}`,
    async run(subject) {
      const { provider, context, answerMs: deadlineMs } = subject
      const { dataSourceTypeNames } = await definitionOf(subject)
      expect(dataSourceTypeNames.includes(type), 'the plugin has no such data source')
      const asked = { resourceTypes: [], dataSourceTypes: [type], functions: [] }
      const fields = Object.entries((await provider.define(asked, { deadlineMs })).dataSourceTypes[type]?.fields ?? {})
      const request = {
        type,
        dataSourceName: 'testkit',
        filters: Object.entries(filter).map(([field, value]) => ({ field, operator: '=', search: [value] })),
        exports: Object.fromEntries(fields.map(([name, field]) => [name, { type: field.type }])),
        context,
      }
      if (fails !== undefined) return await failsWith(fails, provider.fetch(request, { deadlineMs }))
      const found = await provider.fetch(request, { deadlineMs })
      const stray = Object.keys(found).find((name) => !fields.some(([field]) => field === name))
      expect(stray === undefined, `it gives "${stray}", which is not one of its fields`)
      for (const [name, wanted] of Object.entries(exercise.expect ?? {}))
        expect(says(found[name], wanted), `"${name}" is ${inspect(found[name])}, not ${inspect(wanted)}`)
      return `${Object.keys(found).length} of ${fields.length} fields`
    },
  }
}

export function functionCheck({ name, args, returns, fails }: FunctionExercise): Check<ProviderSubject> {
  return {
    name: `${name}(${args.map((argument) => inspect(argument)).join(', ')}): ${fails === undefined ? 'gives what it should' : `fails with ${fails}`}`,
    async run({ provider, context, answerMs: deadlineMs }) {
      const call = provider.callFunction({ name, args, context }, { deadlineMs })
      if (fails !== undefined) return await failsWith(fails, call)
      const answer = await call
      expect(
        returns === undefined || says(answer as Value, returns),
        `it gives ${inspect(answer)}, not ${inspect(returns)}`,
      )
      return inspect(answer)
    },
  }
}

/** The code decides whether the engine tries again, and whether it assumes that something was made. */
export async function failsWith(code: PluginErrorCode, call: Promise<unknown>): Promise<string> {
  const failure = await answered('the call', call)
  expect(failure !== undefined, `it succeeds, and should fail with ${code}`)
  expect(failure.pluginErrorCode === code, `it fails with ${failure.pluginErrorCode}: ${failure.message}`)
  return failure.message
}
