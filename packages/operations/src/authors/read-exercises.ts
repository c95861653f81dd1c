import {
  Failure,
  isList,
  isMap,
  messageOf,
  type PluginErrorCode,
  type Scalar,
  type Value,
  valueMap,
  type ValueMap,
  DiagnosticsFailure,
} from '@slipway/model'
import { readSource, treeToValue } from '@slipway/source'
import type {
  DataSourceExercise,
  Exercise,
  FunctionExercise,
  LinkExercise,
  TestPluginOptions,
  TransformExercise,
  UpgradeExercise,
  VariableTypeExercise,
} from '@slipway/testkit'
import { readText } from '@slipway/source/files'

/**
 * Reads the exercises that `plugin test` carries out for real: `exercises`, each with `type`, `spec` and optional `update`, `fails` and
 * `stabiliseMs`; `dataSources`, `functions`, `links`, `upgrades`, `variableTypes` and `transforms`; and `config`, the provider's settings.
 *
 * @param run stands for `${run}` in all texts: a word that is another one each time, for names that a service has only once
 * @throws Failure `cli/bad-exercises`, `cli/unreadable-file`; DiagnosticsFailure for invalid YAML or JSON
 */
export function readExercises(file: string, run = 'run'): Exercises {
  const content = withRun(valueOf(file), run)
  if (!isMap(content)) throw bad(file, 'is not a map')
  const unknown = Object.keys(content).find((name) => !known.has(name))
  if (unknown !== undefined) throw bad(file, `"${unknown}" is not one of ${[...known].join(', ')}`)
  const { config } = content
  if (config !== undefined && (!isMap(config) || !Object.values(config).every(isScalar)))
    throw bad(file, '"config" is not a map of scalars')
  return {
    exercises: entriesOf(file, content, 'exercises', exerciseOf),
    dataSources: entriesOf(file, content, 'dataSources', dataSourceOf),
    functions: entriesOf(file, content, 'functions', functionOf),
    links: entriesOf(file, content, 'links', linkOf),
    upgrades: entriesOf(file, content, 'upgrades', upgradeOf),
    variableTypes: entriesOf(file, content, 'variableTypes', variableTypeOf),
    transforms: entriesOf(file, content, 'transforms', transformOf),
    ...(config !== undefined && { config: config as Readonly<Record<string, Scalar>> }),
  }
}

type Exercises = Pick<TestPluginOptions, 'config' | (typeof lists)[number]>

const lists = ['exercises', 'dataSources', 'functions', 'links', 'upgrades', 'variableTypes', 'transforms'] as const
const known: ReadonlySet<string> = new Set(['config', ...lists])

/** An entry of a list, with its name for messages. */
interface Entry {
  readonly file: string
  readonly subject: string
  readonly map: ValueMap
}

function entriesOf<T>(file: string, content: ValueMap, name: string, read: (entry: Entry) => T): readonly T[] {
  const list = content[name]
  if (list === undefined && Object.keys(content).some((other) => other !== 'config' && other !== name)) return []
  if (list === undefined || !isList(list)) {
    if (name === 'exercises' || list !== undefined) throw bad(file, `has no list "${name}"`)
    return []
  }
  return list.map((map, index) => {
    const subject = `${name}[${index}]`
    if (!isMap(map)) throw bad(file, `${subject} is not a map`)
    return read({ file, subject, map })
  })
}

function exerciseOf(entry: Entry): Exercise {
  const { stabiliseMs } = entry.map
  if (stabiliseMs !== undefined && typeof stabiliseMs !== 'number')
    throw bad(entry.file, `${entry.subject}.stabiliseMs is not a number`)
  return {
    type: textAt(entry, 'type'),
    spec: mapAt(entry, 'spec'),
    ...(entry.map['update'] !== undefined && { update: mapAt(entry, 'update') }),
    ...(stabiliseMs !== undefined && { stabiliseMs }),
    ...failsOf(entry),
  }
}

function dataSourceOf(entry: Entry): DataSourceExercise {
  const filter = entry.map['filter'] === undefined ? {} : mapAt(entry, 'filter')
  return { type: textAt(entry, 'type'), filter, ...expectOf(entry), ...failsOf(entry) }
}

function functionOf(entry: Entry): FunctionExercise {
  const { args = [], returns } = entry.map
  if (!isList(args)) throw bad(entry.file, `${entry.subject}.args is not a list`)
  return { name: textAt(entry, 'name'), args, ...(returns !== undefined && { returns }), ...failsOf(entry) }
}

function linkOf(entry: Entry): LinkExercise {
  const annotations = entry.map['annotations'] === undefined ? {} : { annotations: mapAt(entry, 'annotations') }
  return {
    type: textAt(entry, 'type'),
    a: mapAt(entry, 'a'),
    b: mapAt(entry, 'b'),
    ...annotations,
    ...expectOf(entry),
    ...failsOf(entry),
  }
}

function upgradeOf(entry: Entry): UpgradeExercise {
  const { version } = entry.map
  if (typeof version !== 'number') throw bad(entry.file, `${entry.subject}.version is not a number`)
  return {
    type: textAt(entry, 'type'),
    version,
    state: mapAt(entry, 'state'),
    ...expectOf(entry),
    ...failsOf(entry),
  }
}

function variableTypeOf(entry: Entry): VariableTypeExercise {
  return { type: textAt(entry, 'type'), options: mapAt(entry, 'options') }
}

function transformOf(entry: Entry): TransformExercise {
  const { makes, refuses } = entry.map
  if (makes !== undefined && (!isMap(makes) || !Object.values(makes).every((type) => typeof type === 'string')))
    throw bad(entry.file, `${entry.subject}.makes is not a map of types`)
  return {
    resources: mapAt(entry, 'resources'),
    ...(makes !== undefined && { makes: makes as Readonly<Record<string, string>> }),
    ...(refuses !== undefined && { refuses: textAt(entry, 'refuses') }),
    ...failsOf(entry),
  }
}

function expectOf(entry: Entry): { readonly expect?: ValueMap } {
  return entry.map['expect'] === undefined ? {} : { expect: mapAt(entry, 'expect') }
}

const codes = ['BAD_INPUT', 'TRANSIENT', 'UNEXPECTED'] as const

function failsOf({ file, subject, map: { fails } }: Entry): { readonly fails?: PluginErrorCode } {
  if (fails === undefined) return {}
  const code = codes.find((one) => one === fails)
  if (code === undefined) throw bad(file, `${subject}.fails is not one of ${codes.join(', ')}`)
  return { fails: code }
}

function textAt({ file, subject, map }: Entry, name: string): string {
  const value = map[name]
  if (typeof value === 'string') return value
  throw bad(file, `${subject}.${name} is not text`)
}

function mapAt({ file, subject, map }: Entry, name: string): ValueMap {
  const value = map[name]
  if (value !== undefined && isMap(value)) return value
  throw bad(file, `${subject}.${name} is not a map`)
}

function withRun(value: Value, run: string): Value {
  if (typeof value === 'string') return value.replaceAll('${run}', run)
  if (isList(value)) return value.map((item) => withRun(item, run))
  if (isMap(value)) return valueMap(Object.entries(value).map(([key, member]) => [key, withRun(member, run)] as const))
  return value
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
    hint: 'give a list "exercises", each with "type" and "spec", and perhaps "update"; docs/reference/plugin-sdk.md has the others',
  })
}
