import { inspect } from 'node:util'
import type { ValueMap, VariableTypeDefinition } from '@slipway/model'
import { expect, type Check } from '../report.ts'
import { says } from './found.ts'
import type { ProviderSubject } from './provider.ts'

/** A variable type with its known options. */
export interface VariableTypeExercise {
  readonly type: string
  /** Values by the names of the options; the other options only have to exist. */
  readonly options: ValueMap
}

/** Duties of every provider that has types of variables. */
export const variableCheck: Check<ProviderSubject> = {
  name: 'offers values of one type for its variables',
  async run(subject) {
    const { namespace } = subject.running
    const { names, types } = await variableTypesOf(subject)
    const absent = names.filter((name) => !Object.hasOwn(types, name))
    expect(absent.length === 0, `there is no definition of ${absent.join(', ')}`)
    const stray = names.find((name) => !name.startsWith(`${namespace}/`))
    expect(stray === undefined, `"${stray}" does not begin with "${namespace}/"`)
    for (const { type, options } of Object.values(types)) {
      const kinds = new Set(Object.values(options).map(({ value }) => typeof value))
      expect(
        kinds.size === 1,
        `the options of ${type} are of ${kinds.size === 0 ? 'no type' : [...kinds].toSorted().join(', ')}`,
      )
      const labels = Object.values(options).map(({ label }) => label)
      expect(new Set(labels).size === labels.length, `two options of ${type} have one label: ${labels.join(', ')}`)
    }
    return `${names.length} types of variables`
  },
}

export function variableExercise({ type, options }: VariableTypeExercise): Check<ProviderSubject> {
  return {
    name: `${type} (variable): offers what it should`,
    async run(subject) {
      const found = (await variableTypesOf(subject)).types[type]
      expect(found !== undefined, 'the plugin has no such type of variables')
      for (const [name, wanted] of Object.entries(options)) {
        const value = Object.hasOwn(found.options, name) ? found.options[name]?.value : undefined
        expect(value !== undefined && says(value, wanted), `"${name}" is ${inspect(value)}, not ${inspect(wanted)}`)
      }
      return `${Object.keys(found.options).length} options`
    },
  }
}

async function variableTypesOf({ provider, answerMs: deadlineMs }: ProviderSubject) {
  const nothing = { resourceTypes: [], dataSourceTypes: [], functions: [] }
  const { variableTypeNames: names = [] } = await provider.define(nothing, { deadlineMs })
  const { variableTypes = {} } = await provider.define({ ...nothing, variableTypes: names }, { deadlineMs })
  const types: Readonly<Record<string, VariableTypeDefinition>> = variableTypes
  return { names, types }
}
