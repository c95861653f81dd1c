import { Failure, type ValueMap, valueMap } from '@slipway/model'
import type { InMemory } from '@slipway/operations'
import { didYouMean } from '@slipway/source'
import type { GivenReference } from '@slipway/testkit'

type ExportsOf = NonNullable<InMemory['exportsOf']>

/** Answers references with what the test gives for them. Of several statements, a later one counts more. */
export function exportsGiven(given: () => readonly GivenReference[]): ExportsOf {
  return async ({ instance, project, names }) => {
    const fitting = given().filter(
      (one) => one.reference === instance && (one.project === undefined || one.project === project),
    )
    if (fitting.length === 0) throw notGiven(instance, names, given())
    const values: ValueMap = valueMap(fitting.flatMap((one) => Object.entries(one.values)))
    const missing = names.find((name) => !Object.hasOwn(values, name))
    if (missing !== undefined) throw noExport(instance, missing, Object.keys(values))
    return values
  }
}

function notGiven(instance: string, names: readonly string[], given: readonly GivenReference[]): Failure {
  const message = `the test gives nothing for the reference ${instance}: add ${example(instance, names[0])} to given`
  const near = didYouMean(
    instance,
    given.map(({ reference }) => reference),
  )
  return new Failure('testing/not-given', message, near === undefined ? {} : { hint: `the test gives others: ${near}` })
}

function noExport(instance: string, missing: string, names: readonly string[]): Failure {
  const all = names.length === 0 ? 'it gives none' : `it gives: ${names.join(', ')}`
  return new Failure(
    'testing/not-given',
    `the test gives no "${missing}" for the reference ${instance}: add it to ${example(instance, missing)}`,
    { hint: didYouMean(missing, names) ?? all },
  )
}

function example(instance: string, name = 'name'): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
  return `given.reference(${quoted(instance)}, { ${key}: … })`
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`
}
