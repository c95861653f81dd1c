import { Failure, isList, isMap, messageOf, type Scalar, type Value, type ValueMap } from '@slipway/model'
import { readSource, treeToValue } from '@slipway/source'
import type { Exercise, TestPluginOptions } from '@slipway/testkit'
import { DiagnosticsFailure } from '../reading/diagnostics-failure.ts'
import { readText } from '../reading/read-text.ts'

/**
 * The exercises of `plugin test`, which makes them for real: `exercises`, each with `type`, `spec`, and perhaps `update` and `stabiliseMs`; and
 * `config`, the provider's settings.
 *
 * @throws Failure `cli/bad-exercises`, `cli/unreadable-file`; DiagnosticsFailure when it is no YAML or JSON
 */
export function readExercises(file: string): Pick<TestPluginOptions, 'config' | 'exercises'> {
  const content = valueOf(file)
  if (!isMap(content)) throw bad(file, 'is no map')
  const { config, exercises: list } = content
  if (list === undefined || !isList(list)) throw bad(file, 'has no list "exercises"')
  const exercises = list.map((exercise, index) => exerciseOf(file, exercise, index))
  if (config === undefined) return { exercises }
  if (!isMap(config) || !Object.values(config).every(isScalar)) throw bad(file, '"config" is no map of scalars')
  return { exercises, config: config as Readonly<Record<string, Scalar>> }
}

function exerciseOf(file: string, exercise: Value, index: number): Exercise {
  const subject = `exercises[${index}]`
  if (!isMap(exercise)) throw bad(file, `${subject} is no map`)
  const { type, spec, update, stabiliseMs } = exercise
  if (typeof type !== 'string') throw bad(file, `${subject}.type is no text`)
  if (stabiliseMs !== undefined && typeof stabiliseMs !== 'number')
    throw bad(file, `${subject}.stabiliseMs is no number`)
  return {
    type,
    spec: mapAt(file, `${subject}.spec`, spec),
    ...(update !== undefined && { update: mapAt(file, `${subject}.update`, update) }),
    ...(stabiliseMs !== undefined && { stabiliseMs }),
  }
}

function mapAt(file: string, subject: string, value: Value | undefined): ValueMap {
  if (value !== undefined && isMap(value)) return value
  throw bad(file, `${subject} is no map`)
}

function isScalar(value: Value): value is Scalar {
  return value === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value)
}

function valueOf(file: string): Value {
  let text: string
  try {
    text = readText(file)
  } catch (error) {
    if (error instanceof DiagnosticsFailure) throw error
    throw new Failure('cli/unreadable-file', `${file} cannot be read: ${messageOf(error)}`)
  }
  const { tree, diagnostics } = readSource(file, text)
  if (tree === undefined || diagnostics.some((one) => one.severity === 'error'))
    throw new DiagnosticsFailure([...diagnostics])
  return treeToValue(tree)
}

function bad(file: string, problem: string): Failure {
  return new Failure('cli/bad-exercises', `${file}: ${problem}`, {
    hint: 'give a list "exercises", each with "type" and "spec", and perhaps "update"; and "config", when the plugin has settings',
  })
}
