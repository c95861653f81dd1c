/** The documents that `--json` prints, by the name of their schema. */
import { type OptionDefinition, recordedOptionNames, resourceOptions } from '@slipway/model'
import { z } from 'zod'
import {
  count,
  diagnostic,
  failedAttempt,
  format,
  instanceStatus,
  milliseconds,
  outcome,
  text,
  time,
  value,
  values,
} from './parts.ts'

const metadata = z.record(z.string(), value)

const recordedOptions = Object.fromEntries(
  recordedOptionNames.map((name) => [name, shapeOfOption(resourceOptions[name]).optional()]),
)

function shapeOfOption({ schema, rule }: OptionDefinition): z.ZodType {
  const { type, allowedValues, attributes = {} } = schema
  if (rule === 'lengths of time') return z.partialRecord(z.enum(Object.keys(attributes)), milliseconds)
  if (type === 'boolean') return z.literal(true)
  if (type === 'array') return z.array(text)
  return allowedValues === undefined ? text : z.enum(allowedValues.map(String))
}

const resource = z.object({
  format,
  id: text,
  name: text,
  type: text,
  pluginId: text,
  pluginVersion: text,
  status: text,
  spec: values,
  metadata: metadata.optional(),
  description: text.optional(),
  dependsOn: z.array(text),
  reads: z.array(text).describe('ids of the records that it reads'),
  removalPolicy: z.enum(['delete', 'retain']),
  options: z.object(recordedOptions).optional(),
  replaced: z.boolean(),
  failureReasons: z.array(text),
  createdAt: time,
  updatedAt: time,
  deployedAt: time.optional(),
  doubtSince: time.optional(),
  denied: z.literal(true).optional(),
  mayHold: z.array(value).optional(),
  triggers: z.array(value).optional().describe('values of `replaceTriggeredBy` when the resource was created'),
  schemaVersion: z.int().min(2).optional().describe('schema version of the type that the spec has; absent: 1'),
  formerNames: z.array(text).optional(),
  standsIn: z
    .array(z.string())
    .describe(
      'ids of the containers that it may be in (`deletedWith`); an empty id: a container that may not have existed',
    )
    .optional(),
  untold: z.literal(true).optional(),
  durationMs: milliseconds.optional(),
  seenWith: text.optional(),
  madeFor: z.object({ pluginId: text, id: text }).optional(),
})

const child = z.object({
  format,
  name: text,
  status: instanceStatus,
  blueprintFile: text,
  blueprintHash: text,
  exports: values,
  createdAt: time,
  updatedAt: time,
})

const linkEnd = z.object({ resourceId: text, name: text })
const link = z.object({
  format,
  id: text,
  name: text,
  type: text,
  pluginId: text,
  pluginVersion: text,
  status: text,
  a: linkEnd,
  b: linkEnd,
  former: z.array(linkEnd.extend({ end: z.enum(['a', 'b']) })).optional(),
  data: values,
  intermediaries: z.array(z.record(z.string(), value)),
  mappings: z.record(z.string(), text),
  phases: z.record(
    z.string(),
    z.object({
      status: z.enum(['begun', 'done', 'failed']),
      attempts: z.array(milliseconds),
      startedAt: time,
      durationMs: milliseconds.optional(),
    }),
  ),
  failureReasons: z.array(text),
  createdAt: time,
  updatedAt: time,
  deployedAt: time.optional(),
  durationMs: milliseconds.optional(),
})

const taskResult = z.object({
  stage: text,
  plugin: text,
  pluginVersion: text,
  task: text,
  node: text,
  outcome: z.enum(['running', 'succeeded', 'failed', 'cancelled']),
  exitCode: z.int().optional(),
  reason: text.optional(),
  startedAt: time,
  finishedAt: time.optional(),
})

const run = z.object({
  id: text,
  operation: z.enum(['up', 'destroy', 'refresh', 'import', 'tasks']),
  outcome: z.enum([...outcome.options, 'running', 'interrupted']),
  startedAt: time,
  finishedAt: time.optional(),
  user: text,
  host: text,
  counts: z.record(z.string(), count),
  reasons: z.array(text),
  attempts: z.array(z.object(failedAttempt)).optional(),
  children: z.array(text).optional(),
  notes: value.optional(),
  tasks: z.array(taskResult).optional(),
})

const listedPlugin = z.object({
  id: text,
  dialect: text,
  kind: text,
  name: text,
  namespace: text,
  version: text,
  path: text,
  origin: z.enum(['environment', 'default', 'bundled', 'attached', 'project', 'path', 'cache']),
  level: z.enum(['unverified', 'none', 'checksum', 'lock', 'signature', 'attestation']).optional(),
  signer: text.optional(),
})

const podStatus = z.object({
  node: text,
  pod: text,
  kind: z.enum(['pod', 'hook']),
  state: text,
  manifest: text.optional(),
  pid: z.int().optional(),
  attempts: count,
  step: text.optional().describe('of the attempt that is under way'),
  reason: text.optional(),
  healthy: z.boolean().optional(),
  suspended: z.boolean().optional().describe('true for a hook that no longer runs because it failed too often'),
})

const hookRun = z.object({
  at: text.describe('time at which the hook was started, in ISO 8601'),
  node: text,
  pod: text.describe('empty at preparer_init'),
  hook: text,
  launchable: text.optional().describe('if the hook has several launchables'),
  moment: text,
  attempt: count,
  deploy: text.optional().describe('the same for all attempts at one deploy'),
  exit: z.int().nullable().describe('null while the hook runs, and if it did not end by itself'),
  durationMs: z.number(),
  problem: text.optional(),
  output: text.optional(),
  result: value.optional().describe('the JSON object that it wrote'),
})

/** Configuration for the program of a stack; `objectValue` of a list or map. The value of a secret is present only on request. */
const told = z.object({ value: text.optional(), objectValue: value.optional(), secret: z.boolean() })

export const documents = {
  'state-list': z.array(z.object({ name: text, type: text, status: text, id: text, replaced: z.boolean() })),
  'state-show': z.union([resource, link, child]),
  exports: values,
  history: z.array(run),
  instances: z.array(
    z.object({
      name: text,
      status: z.enum([...instanceStatus.options, 'running', 'damaged']),
      resources: count,
      protected: z.literal(true).optional().describe('nothing of it can be destroyed or replaced'),
      blueprintFile: text.optional(),
      updatedAt: time.optional(),
      damage: text.optional(),
    }),
  ),
  graph: z.object({
    format,
    nodes: z.array(z.object({ name: text, caption: text.optional() })),
    edges: z.array(z.object({ from: text, to: text, caption: text.optional() })),
  }),
  eval: value,
  explain: z.object({ format, code: text, text: text.describe('Markdown') }),
  functions: z.array(z.object({ name: text, extension: z.boolean(), description: text, signature: text })),
  import: z.union([
    z.object({ format, instance: text, name: text, resourceType: text, resourceId: text }),
    z.object({
      format,
      resourceType: text,
      things: z.array(z.object({ id: text, name: text })),
      isCut: z.boolean().describe('true: there may be more'),
    }),
  ]),
  logs: z.array(z.object({ plugin: text, file: text, lines: z.array(text) })),
  'plugin-list': z.object({ plugins: z.array(listedPlugin), problems: z.array(diagnostic) }),
  'plugin-test': z.object({
    format,
    file: text,
    plugin: z.object({ id: text, kind: z.enum(['provider', 'transformer']), version: text }).optional(),
    ok: z.boolean(),
    checks: z.array(
      z.object({
        name: text,
        ok: z.boolean(),
        detail: text,
        level: z.enum(['must', 'should']),
        durationMs: z.number(),
      }),
    ),
  }),
  setup: z.object({
    format,
    root: text,
    plugins: z.array(z.object({ id: text, version: text, outcome: text })),
    pathLine: text,
  }),
  'tasks-order': z.array(
    z.object({
      plugin: text,
      version: text,
      stage: text,
      postfix: text,
      key: text,
      type: text,
      typePlugin: text.optional(),
      role: text,
      cmd: value.optional(),
      decidedBy: z.enum(['postfix', 'edge', 'name', 'file-order']),
      file: text,
      line: count,
      column: count,
    }),
  ),
  'tasks-check': z.array(diagnostic),
  'node-status': z.array(podStatus),
  'node-hooks-log': z.array(hookRun),
  'node-logs': z.array(z.object({ launchable: text, lines: z.array(text) })),
  'key-show': z.object({
    publicKey: text,
    fingerprint: text,
    from: z.enum(['file', 'environment', 'passphrase']),
    file: text.optional(),
    isNew: z.boolean(),
  }),
  'state-key-list': z.object({
    recipients: z
      .array(
        z.object({
          name: text,
          publicKey: text,
          fingerprint: text,
          isOwn: z.boolean(),
          isForeign: z.boolean().optional(),
        }),
      )
      .optional(),
    keysInUse: z.array(text),
    key: text.optional(),
  }),
  'stack-ls': z.array(z.object({ name: text, current: z.boolean(), instance: text })),
  'config-ls': z.record(z.string(), told),
  'config-get': told,
  'config-show': z.array(z.object({ key: text, value, origin: text })),
  trust: z.array(
    z.union([
      z.object({ folder: text, owner: count, repository: text, isAsItWas: z.boolean() }),
      z.object({ group: text, gid: count }),
    ]),
  ),
  doctor: z.array(
    z.object({ verdict: z.enum(['good', 'odd', 'bad']), what: text, detail: text, hint: text.optional() }),
  ),
  'doctor-agent': z.object({
    format,
    plan: z.array(text),
    health: z.record(z.string(), value),
    timeline: z.array(z.object({ plugin: text, phase: text, start: z.number(), duration: z.number().optional() })),
  }),
  version: z.object({ format, slipway: text, node: text }),
} as const
