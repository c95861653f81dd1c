/** The kind of value that a setting takes. `tree`: anything; its user reads it. */
export type SettingKind = 'text' | 'integer' | 'number' | 'boolean' | 'list' | 'scalar' | 'tree'

export interface KnownSetting {
  readonly kind: SettingKind
  readonly summary: string
  readonly default?: SettingValue
  readonly choices?: readonly string[]
  readonly minimum?: number
}

export type SettingValue = string | number | boolean | null | readonly SettingValue[] | SettingTree

export interface SettingTree {
  readonly [key: string]: SettingValue
}

/** Every setting by its key; `*` stands for one name that the user chooses. */
export const knownSettings: Readonly<Record<string, KnownSetting>> = {
  parallelism: { kind: 'integer', minimum: 1, default: 32, summary: 'steps at the same time' },
  'plugins.path': { kind: 'list', summary: 'plugin directories, before those of CELERITY_DEPLOY_ENGINE_PLUGIN_PATH' },
  'plugins.require': {
    kind: 'text',
    choices: ['used', 'all'],
    default: 'used',
    summary: 'which installed plugins must start: those that are used, or all',
  },
  'plugins.env': {
    kind: 'text',
    choices: ['inherit', 'listed'],
    default: 'inherit',
    summary: 'environment of plugins: all of ours, or what plugins.envNames lists',
  },
  'plugins.envNames': {
    kind: 'list',
    default: [],
    summary: 'variables for plugins when plugins.env is listed; AWS_* is a prefix',
  },
  'plugins.pin.*': { kind: 'text', summary: 'version of a plugin, by its id' },
  'plugins.namespaces.*': { kind: 'text', summary: 'plugin id for a namespace that several plugins claim' },
  'plugins.allowUnsafePaths': {
    kind: 'boolean',
    default: false,
    summary: 'launch plugins that other users may change',
  },
  'plugins.registrationMs': { kind: 'integer', minimum: 1, default: 15_000, summary: 'time for a plugin to register' },
  'plugins.definitionMs': {
    kind: 'integer',
    minimum: 1,
    default: 10_000,
    summary: 'deadline of calls for definitions',
  },
  'plugins.callMs': {
    kind: 'integer',
    minimum: 1,
    default: 3_600_000,
    summary: 'deadline of deploy, destroy and other calls',
  },
  'plugins.gatewayMs': {
    kind: 'integer',
    minimum: 1,
    default: 120_000,
    summary: 'deadline of what a plugin asks of another one through the engine',
  },
  'plugins.gatewayStableMs': {
    kind: 'integer',
    minimum: 1,
    default: 3_600_000,
    summary: 'the same where it waits until a resource is stable',
  },
  'plugins.lockMs': {
    kind: 'integer',
    minimum: 1,
    default: 900_000,
    summary: 'how long a plugin waits for the lock of a resource',
  },
  'retry.maxRetries': {
    kind: 'integer',
    minimum: 0,
    default: 5,
    summary: 'retries of a transient error, where the plugin does not say',
  },
  'retry.firstDelayMs': { kind: 'integer', minimum: 0, default: 2000, summary: 'pause before the first retry' },
  'retry.factor': { kind: 'number', minimum: 1, default: 2, summary: 'by which each pause is longer than the last' },
  'retry.maxDelayMs': { kind: 'integer', minimum: 0, default: 300_000, summary: 'longest pause' },
  'retry.jitter': { kind: 'boolean', default: true, summary: 'take a random part of each pause' },
  'include.depth': {
    kind: 'integer',
    minimum: 1,
    default: 5,
    summary: 'how many blueprints may lie inside each other, the outermost counted',
  },
  'providers.*.*': { kind: 'scalar', summary: 'configuration of a provider: namespace, field' },
  'transformers.*.*': {
    kind: 'scalar',
    summary: 'configuration of a transformer: last part of its id, field',
  },
  'context.*': { kind: 'scalar', summary: 'context variables, given to every plugin call' },
  nodes: { kind: 'tree', summary: 'nodes and their roles, for stage tasks' },
  tasks: { kind: 'tree', summary: 'task plugins besides those in tasks/' },
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
