import {
  array,
  boolean,
  enum as oneOf,
  literal,
  union,
  looseObject,
  maxLength,
  number,
  optional,
  record,
  string,
  unknown,
  type infer as Read,
} from 'zod/mini'
import {
  mustBe,
  type OptionDefinition,
  recordedOptionNames,
  resourceOptions,
  resourceStatuses,
  shapeProblems,
} from '@slipway/model'
import { documentFormat } from './document.ts'

/** Maximum length of a name, an id or a similar word, in characters; free text may be longer. */
const longestWord = 1000

const word = string(mustBe('a string')).check(maxLength(longestWord, `has more than ${longestWord} characters`))
const text = string(mustBe('a string'))
const texts = array(text, 'must be a list of strings')
const map = record(string(), unknown(), mustBe('a map'))
const time = number(mustBe('a number'))

const isList = 'must be a list'

function among<const T extends readonly string[]>(words: T) {
  return oneOf(words, mustBe(`one of ${words.join(', ')}`))
}

const times = { createdAt: time, updatedAt: time }
const instanceStatus = among([
  'deploying',
  'deployed',
  'deploy-failed',
  'destroying',
  'destroyed',
  'destroy-failed',
  'interrupted',
])
const ofPlugin = {
  type: word,
  pluginId: word,
  pluginVersion: word,
  pluginDescriptor: optional(text),
  status: among(resourceStatuses),
}

const isTrue = literal(true, 'must be true')

const recordedOptions = Object.fromEntries(
  recordedOptionNames.map((name) => [name, optional(shapeOfOption(resourceOptions[name]))]),
)

/** The shape of a recorded option. A boolean is recorded only if true, and durations in milliseconds. */
function shapeOfOption({ schema, rule }: OptionDefinition) {
  if (rule === 'lengths of time') return record(string(), time, mustBe('a map of numbers'))
  if (schema.type === 'boolean') return isTrue
  if (schema.type === 'array') return texts
  return schema.allowedValues === undefined ? word : among(schema.allowedValues.map(String))
}

const instance = looseObject(
  {
    id: word,
    name: word,
    version: number(mustBe('a number')),
    status: instanceStatus,
    blueprintFile: optional(text),
    blueprintHash: optional(word),
    variableFiles: optional(texts),
    protect: optional(boolean(mustBe('true or false'))),
    exports: map,
    drawn: optional(map),
    configured: optional(map),
    providerSettings: optional(unknown()),
    terraform: optional(map),
    unsteady: optional(record(string(), texts, mustBe('a map'))),
    ...times,
  },
  'must be a map',
)

const resource = looseObject(
  {
    id: word,
    name: word,
    ...ofPlugin,
    seenWith: optional(word),
    spec: map,
    schemaVersion: optional(number('must be a number')),
    metadata: optional(map),
    description: optional(text),
    dependsOn: texts,
    reads: optional(texts),
    removalPolicy: among(['delete', 'retain']),
    options: optional(looseObject({ ...recordedOptions, isOfAnyProvider: optional(isTrue) }, mustBe('a map'))),
    standsIn: optional(texts),
    replaced: boolean(mustBe('true or false')),
    failureReasons: texts,
    ...times,
    deployedAt: optional(time),
    doubtSince: optional(time),
    denied: optional(union([literal(true), literal('answered')], 'must be true or "answered"')),
    mayHold: optional(unknown()),
    triggers: optional(unknown()),
    formerNames: optional(texts),
    untold: optional(literal(true, 'must be true')),
    durationMs: optional(time),
    madeFor: optional(looseObject({ pluginId: word, id: word }, 'must be a map')),
  },
  mustBe('a map'),
)

const intent = looseObject(
  { id: word, runId: word, action: among(['create', 'update', 'delete']), resource, startedAt: time },
  mustBe('a map'),
)

const taskResult = {
  stage: word,
  plugin: word,
  pluginVersion: word,
  task: word,
  node: word,
  outcome: among(['running', 'succeeded', 'failed', 'cancelled']),
  exitCode: optional(number('must be a number')),
  reason: optional(text),
  startedAt: time,
  finishedAt: optional(time),
}

const run = looseObject(
  {
    id: word,
    operation: among(['up', 'destroy', 'refresh', 'import', 'tasks']),
    outcome: among(['running', 'succeeded', 'failed', 'cancelled', 'interrupted']),
    startedAt: time,
    finishedAt: optional(time),
    user: word,
    host: word,
    counts: map,
    reasons: texts,
    children: optional(texts),
    tasks: optional(array(looseObject(taskResult, mustBe('a map')), isList)),
    notes: optional(unknown()),
  },
  mustBe('a map'),
)

const linkEnd = looseObject({ resourceId: word, name: word }, mustBe('a map'))
const formerEnd = looseObject({ resourceId: word, name: word, end: among(['a', 'b']) }, mustBe('a map'))
const link = looseObject(
  {
    id: word,
    // The name contains both ends.
    name: text,
    ...ofPlugin,
    a: linkEnd,
    b: linkEnd,
    former: optional(array(formerEnd, isList)),
    data: map,
    intermediaries: unknown(),
    mappings: map,
    phases: map,
    failureReasons: texts,
    ...times,
    deployedAt: optional(time),
    durationMs: optional(time),
  },
  mustBe('a map'),
)

const task = looseObject(
  { id: text, deploymentId: word, runId: word, fingerprint: word, ...taskResult },
  mustBe('a map'),
)

const child = looseObject(
  { name: word, status: instanceStatus, blueprintFile: text, blueprintHash: word, exports: map, ...times },
  mustBe('a map'),
)

/** The shape of a state document, which users may edit by hand. */
const document = looseObject(
  {
    format: literal(documentFormat, `must be "${documentFormat}"`),
    sealedWith: optional(text),
    purpose: optional(literal('state', 'must be "state"')),
    state: optional(word),
    instance,
    resources: array(resource, isList),
    intents: array(intent, isList),
    runs: array(run, isList),
    tasks: array(task, isList),
    links: optional(array(link, isList)),
    children: optional(array(child, isList)),
  },
  'must be a map',
)

export type CheckedDocument = Read<typeof document>

/** Returns the document, or its mistakes, one line each: `resources[3].spec must be a map`. */
export function checkDocument(given: unknown): CheckedDocument | readonly string[] {
  const { data, error } = document.safeParse(given)
  if (error !== undefined) return shapeProblems(error.issues)
  const problems = doubles(data)
  return problems.length === 0 ? data : problems
}

/** Records that one store cannot hold side by side. */
function doubles({ resources, intents, runs, tasks, links = [], children = [] }: CheckedDocument): readonly string[] {
  return [
    ...repeated('resources', 'id', resources),
    ...repeated('resources', 'name', resources, ({ replaced }) => !replaced),
    ...repeated('intents', 'id', intents),
    ...repeated('runs', 'id', runs),
    ...repeated('tasks', 'id', tasks),
    ...repeated('links', 'id', links),
    ...repeated('links', 'name', links),
    ...repeated('children', 'name', children),
  ]
}

function repeated<Key extends string, Item extends Readonly<Record<Key, string>>>(
  list: string,
  key: Key,
  items: readonly Item[],
  counts: (item: Item) => boolean = () => true,
): readonly string[] {
  const first = new Map<string, number>()
  return items.flatMap((item, index) => {
    if (!counts(item)) return []
    const before = first.get(item[key])
    if (before === undefined) first.set(item[key], index)
    return before === undefined ? [] : [`${list}[${index}].${key} is the same as that of ${list}[${before}]`]
  })
}
