import { defaultChecksMs, defaultDeadlines, defaultParallelism, defaultRetryPolicy } from '@slipway/engine/defaults'
import { defaultPolicy } from '@slipway/host/defaults'
import { defaultCallDeadlines } from '@slipway/protocol/call-deadlines'
import { isPointer } from './given-text.ts'

/** The type of a setting's value. `tree`: any value, interpreted by the code that uses the setting. */
export type SettingKind = 'text' | 'integer' | 'number' | 'boolean' | 'list' | 'scalar' | 'tree'

export interface KnownSetting {
  readonly kind: SettingKind
  /** A description for the guide, in Markdown. */
  readonly summary: string
  readonly default?: SettingValue
  readonly choices?: readonly string[]
  readonly minimum?: number
  /**
   * Present for a setting that switches off a check, which a project must not do. `any`: Slipway ignores every value in a project's file; otherwise
   * it ignores these values. The setting takes effect if the user sets it in their own file, the environment or a flag.
   */
  readonly ignoredOfProject?: 'any' | readonly SettingValue[]
  /** A project's file may only make the setting stricter: a higher number or a later choice. */
  readonly raisedByProject?: true
  /** The environment variable, if not derived from the key. */
  readonly variable?: string
  /** A project's file can only add to the user's list. */
  readonly addedByProject?: true
}

export type SettingValue = string | number | boolean | null | readonly SettingValue[] | SettingTree

export interface SettingTree {
  readonly [key: string]: SettingValue
}

const minute = 60_000

/** Makes a setting for a time in milliseconds. */
function time(value: number | undefined, summary: string): KnownSetting {
  return { kind: 'integer', minimum: 1, ...(value !== undefined && { default: value }), summary }
}

/**
 * All settings by key; `*` stands for a name that the user chooses. The guide's table is made from this list (`UPDATE_DOCS=1 npm run test:one --
 * packages/operations/src/settings/known.test.ts` writes the table).
 */
export const knownSettings: Readonly<Record<string, KnownSetting>> = {
  parallelism: {
    kind: 'integer',
    minimum: 1,
    default: defaultParallelism,
    summary: 'how many steps run at the same time',
  },
  'include.depth': {
    kind: 'integer',
    minimum: 1,
    default: 5,
    summary: 'how deep blueprints may be nested, counting the outermost',
  },
  'plugins.path': {
    kind: 'list',
    summary: 'plugin directories, searched before those of `CELERITY_DEPLOY_ENGINE_PLUGIN_PATH`',
  },
  'plugins.require': {
    kind: 'text',
    choices: ['used', 'all'],
    default: 'used',
    summary:
      'which installed plugins must start: the `used` ones, or `all`; the ones that come with Slipway only if they are used',
  },
  'plugins.inspect.*': {
    kind: 'text',
    ignoredOfProject: 'any',
    summary: 'port where a plugin waits for a Node debugger, by plugin id',
  },
  'plugins.attach.*': {
    kind: 'text',
    ignoredOfProject: 'any',
    summary: 'address where a plugin that its author has started connects, `127.0.0.1:PORT`, by plugin id',
  },
  'plugins.record': {
    kind: 'text',
    ignoredOfProject: 'any',
    summary: 'a file that the plugin calls are written to when the command ends, without secrets',
  },
  'plugins.env': {
    kind: 'text',
    choices: ['inherit', 'listed'],
    default: 'inherit',
    // A list is stricter than the default, so a project may ask for it.
    ignoredOfProject: ['inherit'],
    summary: "which environment variables plugins see: all but Slipway's own (`inherit`), or the `listed` ones",
  },
  'plugins.envNames': {
    kind: 'list',
    default: [],
    ignoredOfProject: 'any',
    summary: 'the names for `listed`; `AWS_*` means all names that begin with `AWS_`',
  },
  'plugins.pin.*': { kind: 'text', summary: 'version of a plugin, by its id' },
  'plugins.namespaces.*': { kind: 'text', summary: 'plugin id for a namespace that several plugins claim' },
  'plugins.packages.*.plugin': {
    kind: 'text',
    summary:
      'id of the Pulumi plugin that serves a package other than its own, [by the name of the package](pulumi-plugins.md#packages-made-by-parameters)',
  },
  'plugins.packages.*.extends': {
    kind: 'text',
    summary: 'or the name of a package whose plugin also serves this one, with the settings it has itself',
  },
  'plugins.packages.*.parameters': { kind: 'list', summary: 'the parameters that make the plugin serve that package' },
  'plugins.packages.*.version': { kind: 'text', summary: 'instead of parameters: the version of that package' },
  'plugins.packages.*.value': {
    kind: 'text',
    summary: 'together with the version: the value that makes the plugin serve it, in base64',
  },
  'plugins.allowUnsafePaths': {
    kind: 'boolean',
    default: false,
    ignoredOfProject: [true],
    summary: 'launch plugins that other users could change',
  },
  'plugins.registries.*': {
    kind: 'text',
    ignoredOfProject: 'any',
    summary: 'URL of the plugin registry of a host, by the host; instead of the URL that the host gives',
  },
  'plugins.mirror': {
    kind: 'text',
    ignoredOfProject: 'any',
    variable: 'SLIPWAY_PLUGIN_MIRROR',
    summary:
      'a folder or a server with plugins that are [installed from there](installer.md#mirrors) and from nowhere else',
  },
  'plugins.overrides.*': {
    kind: 'text',
    ignoredOfProject: 'any',
    summary:
      'URL to download plugins from instead, by a pattern for the URL that they would have come from; `$0`, `$1` and `${name}` stand for the matched parts',
  },
  'plugins.store': {
    kind: 'text',
    ignoredOfProject: 'any',
    variable: 'SLIPWAY_PLUGIN_STORE',
    summary: 'the folder with all downloads, by content (default: `store` in the home of Slipway)',
  },
  'plugins.verify': {
    kind: 'text',
    choices: ['none', 'checksum', 'lock', 'signature', 'attestation'],
    default: 'none',
    raisedByProject: true,
    summary:
      'how sure Slipway must be of a plugin before it installs it, [from least to most](../guides/verify-plugins.md#levels)',
  },
  'plugins.minimumAge': {
    kind: 'integer',
    minimum: 0,
    default: 24,
    raisedByProject: true,
    summary: 'how many hours ago a version must have been published, unless it is asked for by its number',
  },
  'plugins.install': {
    kind: 'text',
    choices: ['always', 'ask', 'never'],
    default: 'ask',
    raisedByProject: true,
    summary:
      'whether `plan`, `up` and the others install a plugin that they need and do not find: `always`, after a question (`ask`; only on a terminal), or `never`',
  },
  'plugins.allowScripts': {
    kind: 'boolean',
    default: false,
    ignoredOfProject: [true],
    summary:
      'run the lifecycle scripts of the npm packages that a plugin needs, and build Python packages from their sources',
  },
  'plugins.allowHttp': {
    kind: 'boolean',
    default: false,
    ignoredOfProject: [true],
    summary: 'download plugins over `http://`, which anyone on the network path can change, also from other machines',
  },
  'plugins.httpTokens': {
    kind: 'list',
    ignoredOfProject: 'any',
    summary:
      'hosts (`registry.example:8080`) whose [tokens](installer.md#tokens) are also sent over `http://`, where anyone on the network path can read them; needs `plugins.allowHttp`',
  },
  'plugins.signers.*': {
    kind: 'list',
    ignoredOfProject: 'any',
    summary: 'who may sign plugins, [by a pattern for their descriptors](../guides/verify-plugins.md#who-may-sign)',
  },
  'plugins.strays': {
    kind: 'text',
    choices: ['tell', 'end'],
    default: 'tell',
    ignoredOfProject: ['tell'],
    summary:
      'how to treat processes that plugins leave behind when they end: `tell` names them at the end of a run, `end` ends them',
  },
  'state.place': {
    kind: 'text',
    variable: 'SLIPWAY_STATE',
    summary:
      'where the state is kept: a folder, or [a database](../guides/shared-state.md), `postgres://user@host/database`; absent: `.slipway/` beside the blueprint',
  },
  'state.allowNetwork': {
    kind: 'boolean',
    default: false,
    ignoredOfProject: [true],
    summary:
      'create and change a state on a network file system, [which only one machine uses](state.md#where-the-state-may-lie)',
  },
  'plugins.registrationMs': time(defaultPolicy.deadlineMs, 'how long a plugin may take to register, at each attempt'),
  'plugins.probeMs': time(defaultPolicy.probeMs, 'how long a plugin that has registered may take to answer'),
  'plugins.definitionMs': time(defaultCallDeadlines.define, 'deadline of calls for definitions'),
  'plugins.callMs': time(
    defaultDeadlines.deploy,
    'deadline of deploy and destroy, unless `deadlines.deployMs` or `.destroyMs` says otherwise',
  ),
  'plugins.gatewayMs': time(2 * minute, 'deadline of calls between plugins through the engine'),
  'plugins.gatewayStableMs': time(60 * minute, 'the same, if it waits until a resource is stable'),
  'plugins.lockMs': time(15 * minute, 'how long a plugin waits for the lock of a resource'),
  'plugins.stopMs': time(defaultPolicy.graceMs, 'how long a plugin may take to stop before it is killed'),
  'deadlines.deployMs': time(undefined, 'how long a plugin may take to make or change a resource'),
  'deadlines.destroyMs': time(undefined, 'how long a plugin may take to destroy a resource'),
  'deadlines.stabiliseMs': time(defaultDeadlines.stabilise, 'how long a deployed resource may take to become stable'),
  'deadlines.hasStabilisedMs': time(defaultDeadlines.hasStabilised, 'deadline of one question whether it is stable'),
  'deadlines.firstPollMs': time(
    defaultDeadlines.firstPoll,
    'pause after the first such question; later ones are longer',
  ),
  'deadlines.longestPollMs': time(defaultDeadlines.longestPoll, 'longest pause between two such questions'),
  'deadlines.externalStateMs': time(defaultDeadlines.externalState, 'deadline of reading the real state of a resource'),
  'deadlines.validateMs': time(defaultDeadlines.validate, 'deadline of checks by plugins'),
  'deadlines.diffMs': time(defaultDeadlines.diff, 'deadline of asking whether a change needs a new resource'),
  'deadlines.upgradeMs': time(defaultDeadlines.upgrade, 'deadline of upgrading a record of an earlier schema version'),
  'deadlines.fetchMs': time(defaultDeadlines.fetch, 'deadline of reading a data source'),
  'deadlines.callFunctionMs': time(defaultDeadlines.callFunction, "deadline of a plugin's function"),
  'deadlines.transformMs': time(2 * minute, 'deadline of what a transformer checks and makes'),
  'deadlines.settleMs': time(
    defaultDeadlines.settle,
    'how long `destroy` waits for the late effect of a call in doubt, if the type gives no time',
  ),
  'checks.deadlineMs': time(
    defaultChecksMs,
    'how long everything that only [checks](blueprints.md#what-only-slipway-is-told) read may take, attempts included',
  ),
  'retry.maxRetries': {
    kind: 'integer',
    minimum: 0,
    default: defaultRetryPolicy.maxRetries,
    summary: 'retries after a transient error, if the plugin has no policy of its own',
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
    summary: 'how much longer each pause is than the one before',
  },
  'retry.maxDelayMs': {
    kind: 'integer',
    minimum: 0,
    default: defaultRetryPolicy.maxDelayMs,
    summary: 'longest pause',
  },
  'retry.jitter': { kind: 'boolean', default: defaultRetryPolicy.jitter, summary: 'wait a random part of each pause' },
  'providers.*.*': {
    kind: 'scalar',
    summary: 'configuration of a provider, by namespace and field; the provider decides which fields there are',
  },
  'configurations.*.*.*': {
    kind: 'scalar',
    summary:
      "a further configuration of a provider, by namespace, name and field, [for some resources](../guides/configuration.md#several-configurations-of-a-provider); fields that it leaves out are taken from the provider's",
  },
  'transformers.*.*': {
    kind: 'scalar',
    summary: 'configuration of a transformer, by the last part of its id and field',
  },
  'context.*': { kind: 'scalar', summary: 'context variables, passed to every plugin call' },
  'tagging.enabled': {
    kind: 'boolean',
    default: false,
    summary: 'tag resources with their instance and blueprint, [where possible](#tags)',
  },
  'tagging.prefix': { kind: 'text', default: 'slipway:', summary: 'prefix of the names of these tags' },
  policyPacks: {
    kind: 'list',
    default: [],
    addedByProject: true,
    summary: 'policy packs that every `plan` and `up` is checked against; those of a project come on top of your own',
  },
  policyConfig: {
    kind: 'tree',
    summary: 'configuration of policies: pack, policy, settings; of packs of your own settings, only your own counts',
  },
  nodes: { kind: 'tree', summary: 'nodes and their roles, for [stage tasks](../guides/tasks.md)' },
  tasks: { kind: 'tree', summary: 'task plugins besides those in `tasks/`' },
}

const wildcards = Object.keys(knownSettings)
  .filter((key) => key.includes('*'))
  .map((key) => ({ key, segments: key.split('.') }))

/** Finds the entry of `knownSettings` for a path. A path is a list, because names such as plugin ids may contain dots. */
export function knownSetting(path: readonly string[]): KnownSetting | undefined {
  const exact = knownSettings[path.join('.')]
  if (exact !== undefined) return exact
  const found = wildcards.find(
    ({ segments }) =>
      segments.length === path.length && segments.every((one, index) => one === '*' || one === path[index]),
  )
  return found === undefined ? undefined : knownSettings[found.key]
}

/** True if there are settings below the path. */
export function isSettingGroup(path: readonly string[]): boolean {
  return Object.keys(knownSettings).some((key) => {
    const segments = key.split('.')
    return (
      segments.length > path.length && path.every((one, index) => segments[index] === '*' || segments[index] === one)
    )
  })
}

/** Returns the environment variable of a key: `SLIPWAY_PLUGINS_ENV_NAMES` for `plugins.envNames`. Settings with a free name have no variable. */
export function variableOf(key: string): string {
  return knownSettings[key]?.variable ?? variableFrom(key)
}

function variableFrom(key: string): string {
  return `SLIPWAY_${key
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase()}`
}

/** True if a project's file may not give a setting this value. A pointer may resolve to any value. */
export function isIgnoredOfProject({ ignoredOfProject }: KnownSetting, value: SettingValue): boolean {
  if (ignoredOfProject === undefined) return false
  return ignoredOfProject === 'any' || isPointer(value) || ignoredOfProject.includes(value)
}

/** True if a value in a project's file would weaken the user's setting. */
export function isWeaker(known: KnownSetting, value: SettingValue, own: SettingValue | undefined): boolean {
  if (known.raisedByProject !== true) return false
  if (isPointer(value)) return true
  const rank = (each: SettingValue | undefined): number =>
    typeof each === 'string' ? (known.choices ?? []).indexOf(each) : Number(each)
  return rank(value) < rank(own ?? known.default)
}
