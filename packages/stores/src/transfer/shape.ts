/** The type of a record's field. A `?` marks one that may be absent. */
type Field = 'string' | 'number' | 'boolean' | 'strings' | 'map' | 'any' | Shape
interface Shape {
  readonly [name: string]: Field
}

const resource: Shape = {
  id: 'string',
  name: 'string',
  type: 'string',
  pluginId: 'string',
  pluginVersion: 'string',
  status: 'string',
  spec: 'map',
  'metadata?': 'map',
  'description?': 'string',
  dependsOn: 'strings',
  'reads?': 'strings',
  removalPolicy: 'string',
  replaced: 'boolean',
  failureReasons: 'strings',
  createdAt: 'number',
  updatedAt: 'number',
  'deployedAt?': 'number',
  'doubtSince?': 'number',
  'mayHold?': 'any',
  'untold?': 'boolean',
  'durationMs?': 'number',
}

const linkEnd: Shape = { resourceId: 'string', name: 'string' }

/** The records of a state document, as people may edit them by hand. */
export const shapes = {
  instance: {
    id: 'string',
    name: 'string',
    version: 'number',
    status: 'string',
    'blueprintFile?': 'string',
    'blueprintHash?': 'string',
    exports: 'map',
    'drawn?': 'map',
    createdAt: 'number',
    updatedAt: 'number',
  },
  resource,
  intent: { id: 'string', runId: 'string', action: 'string', resource, startedAt: 'number' },
  run: {
    id: 'string',
    operation: 'string',
    outcome: 'string',
    startedAt: 'number',
    'finishedAt?': 'number',
    user: 'string',
    host: 'string',
    counts: 'map',
    reasons: 'strings',
    'children?': 'strings',
    'notes?': 'any',
  },
  link: {
    id: 'string',
    name: 'string',
    type: 'string',
    pluginId: 'string',
    pluginVersion: 'string',
    status: 'string',
    a: linkEnd,
    b: linkEnd,
    data: 'map',
    intermediaries: 'any',
    mappings: 'map',
    phases: 'map',
    failureReasons: 'strings',
    createdAt: 'number',
    updatedAt: 'number',
    'deployedAt?': 'number',
    'durationMs?': 'number',
  },
  task: {
    id: 'string',
    deploymentId: 'string',
    runId: 'string',
    stage: 'string',
    plugin: 'string',
    pluginVersion: 'string',
    task: 'string',
    node: 'string',
    fingerprint: 'string',
    outcome: 'string',
    'exitCode?': 'number',
    'reason?': 'string',
    startedAt: 'number',
    'finishedAt?': 'number',
  },
  child: {
    name: 'string',
    status: 'string',
    blueprintFile: 'string',
    blueprintHash: 'string',
    exports: 'map',
    createdAt: 'number',
    updatedAt: 'number',
  },
} as const satisfies Readonly<Record<string, Shape>>

/** The problems of a record, one line for each field: `resources[3].spec must be a map`. */
export function shapeProblems(path: string, record: unknown, shape: Shape): readonly string[] {
  if (!isMapLike(record)) return [`${path} must be a map`]
  return Object.entries(shape).flatMap(([name, field]) => {
    const key = name.replace(/\?$/, '')
    const value = record[key]
    if (value === undefined) return name.endsWith('?') ? [] : [`${path}.${key} is missing`]
    return fieldProblems(`${path}.${key}`, value, field)
  })
}

export function listProblems(path: string, list: unknown, shape: Shape): readonly string[] {
  if (!Array.isArray(list)) return [`${path} must be a list`]
  return list.flatMap((record, index) => shapeProblems(`${path}[${index}]`, record, shape))
}

function fieldProblems(path: string, value: unknown, field: Field): readonly string[] {
  if (typeof field === 'object') return shapeProblems(path, value, field)
  if (field === 'any') return []
  if (field === 'map') return isMapLike(value) ? [] : [`${path} must be a map`]
  if (field === 'strings') {
    const fits = Array.isArray(value) && value.every((item) => typeof item === 'string')
    return fits ? [] : [`${path} must be a list of strings`]
  }
  return typeof value === field ? [] : [`${path} must be a ${field}`]
}

function isMapLike(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
