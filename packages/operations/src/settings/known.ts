import { defaultDeadlines, defaultParallelism, defaultRetryPolicy } from '@slipway/engine/defaults'
import { defaultPolicy } from '@slipway/host/defaults'
import { defaultCallDeadlines } from '@slipway/protocol/call-deadlines'

/** The kind of value that a setting takes. `tree`: anything; its user reads it. */
export type SettingKind = 'text' | 'integer' | 'number' | 'boolean' | 'list' | 'scalar' | 'tree'

export interface KnownSetting {
  readonly kind: SettingKind
  /** For the guide, in Markdown. */
  readonly summary: string
  readonly default?: SettingValue
  readonly choices?: readonly string[]
  readonly minimum?: number
}

export type SettingValue = string | number | boolean | null | readonly SettingValue[] | SettingTree

export interface SettingTree {
  readonly [key: string]: SettingValue
}

const minute = 60_000

/** A time that a setting gives in milliseconds. */
function time(value: number | undefined, summary: string): KnownSetting {
  return { kind: 'integer', minimum: 1, ...(value !== undefined && { default: value }), summary }
}

/**
 * Every setting by its key; `*` stands for one name that the user chooses. The guide has its table from here
 * (`UPDATE_DOCS=1 npm run test:one -- packages/operations/src/settings/known.test.ts` writes it).
 */
export const knownSettings: Readonly<Record<string, KnownSetting>> = {
  parallelism: { kind: 'integer', minimum: 1, default: defaultParallelism, summary: 'steps at the same time' },
  'include.depth': {
    kind: 'integer',
    minimum: 1,
    default: 5,
    summary: 'how many blueprints may lie inside each other, the outermost counted',
  },
  'plugins.path': {
    kind: 'list',
    summary: 'plugin directories, before those of `CELERITY_DEPLOY_ENGINE_PLUGIN_PATH`',
  },
  'plugins.require': {
    kind: 'text',
    choices: ['used', 'all'],
    default: 'used',
    summary:
      'which installed plugins must start: those that are `used`, or `all`; those that came with Slipway when they are used',
  },
  'plugins.inspect.*': { kind: 'text', summary: 'port where a plugin waits for a debugger of Node, by its id' },
  'plugins.attach.*': {
    kind: 'text',
    summary: 'where a plugin comes to that its author has started, `127.0.0.1:PORT`, by its id',
  },
  'plugins.record': {
    kind: 'text',
    summary: 'a file into which the calls of plugins are written when the command ends, without secrets',
  },
  'plugins.env': {
    kind: 'text',
    choices: ['inherit', 'listed'],
    default: 'inherit',
    summary: "what plugins see of the environment: all but Slipway's own (`inherit`), or what is `listed`",
  },
  'plugins.envNames': {
    kind: 'list',
    default: [],
    summary: 'the names for `listed`; `AWS_*` stands for all that begin so',
  },
  'plugins.pin.*': { kind: 'text', summary: 'version of a plugin, by its id' },
  'plugins.namespaces.*': { kind: 'text', summary: 'plugin id for a namespace that several plugins claim' },
  'plugins.packages.*.plugin': {
    kind: 'text',
    summary:
      'the id of the plugin of Pulumi that serves a package which is not its own, [by the name of the package](pulumi-plugins.md#packages-made-by-parameters)',
  },
  'plugins.packages.*.extends': {
    kind: 'text',
    summary:
      'or the name of a package: its plugin serves the other one beside it, with the settings that it has itself',
  },
  'plugins.packages.*.parameters': { kind: 'list', summary: 'the words that make it serve that package' },
  'plugins.packages.*.version': { kind: 'text', summary: 'instead of words: the version of that package' },
  'plugins.packages.*.value': { kind: 'text', summary: 'and what makes the plugin serve it, in base64' },
  'plugins.allowUnsafePaths': {
    kind: 'boolean',
    default: false,
    summary: 'launch plugins that other users may change',
  },
  'plugins.registrationMs': time(defaultPolicy.deadlineMs, 'time for a plugin to register, at each attempt'),
  'plugins.probeMs': time(defaultPolicy.probeMs, 'time for a plugin that has registered to answer'),
  'plugins.definitionMs': time(defaultCallDeadlines.define, 'deadline of calls for definitions'),
  'plugins.callMs': time(
    defaultDeadlines.deploy,
    'deadline of deploy and destroy, where `deadlines.deployMs` or `.destroyMs` does not say another',
  ),
  'plugins.gatewayMs': time(2 * minute, 'deadline of what a plugin asks of another one through the engine'),
  'plugins.gatewayStableMs': time(60 * minute, 'the same where it waits until a resource is stable'),
  'plugins.lockMs': time(15 * minute, 'how long a plugin waits for the lock of a resource'),
  'plugins.stopMs': time(defaultPolicy.graceMs, 'time for a plugin to end when it is told to, before it is killed'),
  'deadlines.deployMs': time(undefined, 'until a plugin has made or changed a resource'),
  'deadlines.destroyMs': time(undefined, 'until a plugin has destroyed a resource'),
  'deadlines.stabiliseMs': time(defaultDeadlines.stabilise, 'until what was deployed must be stable'),
  'deadlines.hasStabilisedMs': time(defaultDeadlines.hasStabilised, 'of one question whether it is'),
  'deadlines.firstPollMs': time(defaultDeadlines.firstPoll, 'pause after the first such question; the next are longer'),
  'deadlines.longestPollMs': time(defaultDeadlines.longestPoll, 'longest pause between two'),
  'deadlines.externalStateMs': time(defaultDeadlines.externalState, 'of a question how a resource really is'),
  'deadlines.validateMs': time(defaultDeadlines.validate, 'of checks by plugins'),
  'deadlines.diffMs': time(defaultDeadlines.diff, 'of a question whether a change needs a new resource'),
  'deadlines.upgradeMs': time(
    defaultDeadlines.upgrade,
    'of bringing what an earlier version of a type has recorded to the present one',
  ),
  'deadlines.fetchMs': time(defaultDeadlines.fetch, 'of reading a data source'),
  'deadlines.callFunctionMs': time(defaultDeadlines.callFunction, 'of a function of a plugin'),
  'deadlines.transformMs': time(2 * minute, 'of what a transformer checks and makes'),
  'deadlines.settleMs': time(
    defaultDeadlines.settle,
    'how long `destroy` waits for what a call in doubt may still make, where its type does not say',
  ),
  'retry.maxRetries': {
    kind: 'integer',
    minimum: 0,
    default: defaultRetryPolicy.maxRetries,
    summary: 'retries of a transient error, where the plugin has no policy of its own',
  },
  'retry.firstDelayMs': {
    kind: 'integer',
    minimum: 0,
    default: defaultRetryPolicy.firstDelayMs,
    summary: 'pause before the first retry',
  },
  'retry.factor': {
    kind: 'number',
    minimum: 1,
    default: defaultRetryPolicy.factor,
    summary: 'by which each pause is longer than the last',
  },
  'retry.maxDelayMs': {
    kind: 'integer',
    minimum: 0,
    default: defaultRetryPolicy.maxDelayMs,
    summary: 'longest pause',
  },
  'retry.jitter': { kind: 'boolean', default: defaultRetryPolicy.jitter, summary: 'take a random part of each pause' },
  'providers.*.*': {
    kind: 'scalar',
    summary: "configuration of a provider, by namespace and field: the provider's own rules",
  },
  'configurations.*.*.*': {
    kind: 'scalar',
    summary:
      "a further configuration of a provider, by namespace, name and field: [for some resources](#several-configurations-of-a-provider); a field that it does not have is the provider's",
  },
  'transformers.*.*': {
    kind: 'scalar',
    summary: 'configuration of a transformer: last part of its id, field',
  },
  'context.*': { kind: 'scalar', summary: 'context variables, given to every plugin call' },
  'tagging.enabled': {
    kind: 'boolean',
    default: false,
    summary: 'tag resources with the instance and the blueprint that they are of, [where that goes](#tags)',
  },
  'tagging.prefix': { kind: 'text', default: 'slipway:', summary: 'how the names of these tags begin' },
  policyPacks: { kind: 'list', default: [], summary: 'policy packs that every `plan` and `up` is held against' },
  policyConfig: { kind: 'tree', summary: 'what policies are to do: pack, policy, settings' },
  nodes: { kind: 'tree', summary: 'nodes and their roles, for [stage tasks](tasks.md)' },
  tasks: { kind: 'tree', summary: 'task plugins besides those in `tasks/`' },
}

const wildcards = Object.keys(knownSettings)
  .filter((key) => key.includes('*'))
  .map((key) => ({ key, segments: key.split('.') }))

/**
 * The entry of `knownSettings` that a path of names falls under. A name may have dots of its own (a plugin id has), so
 * a path is a list.
 */
export function knownSetting(path: readonly string[]): KnownSetting | undefined {
  const exact = knownSettings[path.join('.')]
  if (exact !== undefined) return exact
  const found = wildcards.find(
    ({ segments }) =>
      segments.length === path.length && segments.every((one, index) => one === '*' || one === path[index]),
  )
  return found === undefined ? undefined : knownSettings[found.key]
}

/** True when settings lie below the path: `plugins`, `providers.aws`. */
export function isSettingGroup(path: readonly string[]): boolean {
  return Object.keys(knownSettings).some((key) => {
    const segments = key.split('.')
    return (
      segments.length > path.length && path.every((one, index) => segments[index] === '*' || segments[index] === one)
    )
  })
}

/** `SLIPWAY_PLUGINS_ENV_NAMES` for `plugins.envNames`; settings with a free name have no variable. */
export function variableOf(key: string): string {
  return `SLIPWAY_${key
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase()}`
}
