/** The lines that commands which plan, change or check print with `--json`. */
import { z } from 'zod'
import {
  action,
  count,
  diagnostic,
  failedAttempt,
  format,
  milliseconds,
  operation,
  outcome,
  pluginErrorCode,
  text,
  time,
  value,
  values,
} from './parts.ts'

const change = z.object({ path: text, previous: value.optional(), next: value.optional() })
const blocked = z.object({ code: text, message: text, hint: text.optional() })
const summary = z.object({
  create: count,
  update: count,
  replace: count,
  delete: count,
  forget: count,
  none: count,
  rename: count.optional(),
  record: count.optional(),
  import: count.optional(),
  read: count.optional(),
})

const found = z
  .object({ by: z.enum(['import', 'read']), id: text })
  .optional()
  .describe('in a program: the resource exists, and is adopted or only read, under this id')

const planStep = z.object({
  name: text,
  child: text.optional().describe('path of the child that the resource belongs to'),
  type: text,
  action,
  renamedFrom: text.optional(),
  madeFrom: z.object({ resource: text, type: text, transform: text }).optional(),
  destroyFirst: z.literal(true).optional(),
  retainsOld: z.literal(true).optional().describe('in a replace: the old resource is forgotten and stays outside'),
  oldStays: z.string().optional().describe('in a replace: why the old resource stays for now'),
  conditionUntil: text.optional().describe('after this it is known whether the resource should exist'),
  mayBeDestroyed: z.literal(true).optional(),
  reason: text.optional(),
  replaceBecause: z.array(text).optional(),
  changes: z.array(change),
  recorded: z.array(change).optional().describe('options whose records change'),
  importedAs: text.optional().describe('the resource already exists, and is imported under this id'),
  found,
  lostWith: text.optional().describe('the container that the resource is in, and is lost with although it is retained'),
  goesWith: text.optional().describe('the step that destroys the resource too, without a call'),
  after: z.array(text),
  blocked: blocked.optional(),
})

const planLink = z.object({
  name: text,
  type: text,
  action: z.enum(['create', 'update', 'delete', 'none']),
  a: text,
  b: text,
  conditionUntil: text.optional().describe('after this it is known whether both ends should exist'),
  mayBeUndone: z.literal(true).optional(),
  reason: text.optional(),
  changes: z.array(change),
  after: z.array(text),
  blocked: blocked.optional(),
})

const exported = { exports: values, exportsChanged: z.boolean(), exportChanges: z.array(change) }
const planChild = z.object({ name: text, change: z.enum(['new', 'gone']).optional(), summary, ...exported })
const planTask = z.object({
  plugin: text,
  task: text,
  stage: text,
  type: text,
  node: text.optional(),
  skipped: text.optional().describe('why the task does not run'),
})

const planCheck = z.object({
  path: text.describe('metadata.slipway.checks[0]'),
  outcome: z.enum(['met', 'unmet', 'open']),
  message: text.optional().describe('the message of the blueprint, if the check is not met'),
  until: text.optional().describe('what the check waits for, if it is open'),
})

const plan = z.object({
  format,
  type: z.literal('plan'),
  operation,
  instance: text,
  targets: z.array(text).optional().describe('the plan covers only these and what they need'),
  exclude: z.array(text).optional().describe('the plan covers everything except these and what depends on them'),
  stateVersion: z.int(),
  blueprintHash: text,
  changes: z.boolean(),
  summary,
  steps: z.array(planStep),
  links: z.array(planLink).optional(),
  ...exported,
  protect: z.boolean().optional().describe('all of the instance will be protected, or no longer; absent: as it was'),
  checks: z.array(planCheck).optional(),
  children: z.array(planChild).optional(),
  tasks: z.array(planTask).optional(),
  taskOrderChanges: z.array(text).optional(),
  tasksUnfinished: z.boolean().optional(),
})

const stepEvent = {
  format,
  key: text.describe('name of the step in its run, the same in all its events'),
  name: text,
  resourceType: text,
  action,
  found,
  at: time,
}
const task = { format, plugin: text, task: text, stage: text, at: time }
const taskEnd = { node: text, exitCode: z.int().optional(), output: text, dropped: count, durationMs: milliseconds }
const stage = z.enum(['pre_deployment', 'post_deployment'])

export const lines = {
  plan,
  runStarted: z.object({
    format,
    type: z.literal('run-started'),
    runId: text,
    instance: text,
    operation,
    steps: count,
    at: time,
  }),
  stepStarted: z.object({ ...stepEvent, type: z.literal('step-started'), resourceId: text }),
  stepFinished: z.object({
    ...stepEvent,
    type: z.literal('step-finished'),
    because: text.optional(),
    durationMs: milliseconds,
  }),
  stepWaiting: z.object({ format, type: z.literal('step-waiting'), key: text, name: text, polls: count, at: time }),
  stepFailed: z.object({
    ...stepEvent,
    type: z.literal('step-failed'),
    code: text,
    pluginErrorCode: pluginErrorCode.optional(),
    reasons: z.array(text),
    hint: text.optional(),
    inDoubt: z.boolean(),
    durationMs: milliseconds,
  }),
  stepSkipped: z.object({ ...stepEvent, type: z.literal('step-skipped'), because: text }),
  stepDropped: z.object({ ...stepEvent, type: z.literal('step-dropped'), because: text }),
  linkPhase: z.object({
    format,
    type: z.literal('link-phase'),
    key: text,
    name: text,
    phase: z.enum(['a', 'b', 'intermediaries']),
    attempt: count,
    durationMs: milliseconds,
    at: time,
  }),
  attemptFailed: z.object({
    format,
    type: z.literal('attempt-failed'),
    ...failedAttempt,
    retryInMs: z.number().optional().describe('absent: there is no further attempt'),
  }),
  doubtSettled: z.object({
    format,
    type: z.literal('doubt-settled'),
    name: text,
    resourceType: text,
    action: z.enum(['create', 'update', 'delete']),
    verdict: z.enum(['exists', 'missing', 'absent', 'repeat', 'unknown']),
    at: time,
  }),
  notFoundYet: z.object({
    format,
    type: z.literal('not-found-yet'),
    name: text,
    resourceType: text,
    waitMs: z.number(),
    at: time,
  }),
  deleteDelayed: z.object({
    format,
    type: z.literal('delete-delayed'),
    name: text,
    resourceType: text,
    waitMs: z.number(),
    at: time,
  }),
  policyViolation: z.object({
    format,
    type: z.literal('policy-violation'),
    pack: text,
    policy: text,
    enforcement: text,
    name: text,
    message: text,
  }),
  stageStarted: z.object({ format, type: z.literal('stage-started'), stage, tasks: count, at: time }),
  stageFinished: z.object({
    format,
    type: z.literal('stage-finished'),
    stage,
    outcome,
    durationMs: milliseconds,
    at: time,
  }),
  taskStarted: z.object({ ...task, type: z.literal('task-started'), node: text }),
  taskFinished: z.object({ ...task, type: z.literal('task-finished'), ...taskEnd }),
  taskFailed: z.object({ ...task, type: z.literal('task-failed'), ...taskEnd, reason: text, stops: z.boolean() }),
  taskSkipped: z.object({ ...task, type: z.literal('task-skipped'), node: text.optional(), because: text }),
  runFinished: z.object({
    format,
    type: z.literal('run-finished'),
    instance: text,
    operation,
    outcome,
    reasons: z.array(text).optional().describe('why the run did not succeed, beside failed steps'),
    counts: z.record(z.string(), count),
    exports: values,
    durationMs: milliseconds,
    at: time,
  }),
  rolledBack: z.object({
    format,
    type: z.literal('rolled-back'),
    instance: text,
    outcome,
    counts: z.record(z.string(), count),
    left: z.array(text).describe('reasons why something is not as it was before'),
    durationMs: milliseconds,
  }),
  validation: z.object({
    format,
    type: z.literal('validation'),
    file: text,
    valid: z.boolean(),
    diagnostics: z.array(diagnostic),
    left: count.optional().describe('number of diagnostics that are not listed'),
    notLookedAt: z
      .array(z.object({ what: text, why: z.enum(['missing', 'outside', 'untrusted']) }))
      .describe('what the diagnostics do not speak of: it is missing here, or a validation never looks there'),
  }),
  diagnostics: z.object({
    format,
    type: z.literal('diagnostics'),
    diagnostics: z.array(diagnostic),
    left: count.optional(),
  }),
  error: z.object({
    format,
    type: z.literal('error'),
    code: text,
    message: text,
    hint: text.optional(),
    details: z.array(text),
  }),
} as const

export const line = z.union(Object.values(lines))
