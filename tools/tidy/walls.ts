/** Which package may import which: the table of ARCHITECTURE.md, as a value. `*` is every one but `slipway` itself. */
export const allowed: Readonly<Record<string, readonly string[]>> = {
  model: [],
  processes: [],
  graph: [],
  source: ['model'],
  agent: ['graph', 'model'],
  infra: ['agent', 'model'],
  protocol: ['model'],
  sdk: ['model', 'protocol'],
  languages: ['model', 'processes', 'protocol', 'source'],
  testkit: ['model', 'processes', 'protocol', 'host', 'sdk'],
  stores: ['model'],
  engine: ['model', 'source', 'graph', 'stores'],
  stages: ['graph', 'model', 'processes', 'source', 'stores'],
  host: ['languages', 'model', 'processes', 'protocol', 'source', 'graph'],
  programs: ['engine', 'model', 'protocol', 'stores'],
  preparer: ['agent', 'graph', 'infra', 'model', 'processes', 'source', 'stages'],
  operations: [
    'agent',
    'engine',
    'graph',
    'host',
    'infra',
    'model',
    'preparer',
    'processes',
    'programs',
    'protocol',
    'source',
    'stages',
    'stores',
    'testkit',
  ],
  editors: ['engine', 'model', 'source'],
  slipway: ['*'],
  // Processes and commands are what its resources are.
  'plugins/local': ['sdk', 'processes'],
  // Pods of nodes are what its resources are, and operations has them.
  'plugins/slipway': ['sdk', 'operations', 'preparer'],
}

/** Of the stores, the engine may use the port and the records, which is what the package's main entry exports. */
export const mainEntryOnly: readonly (readonly [importer: string, imported: string])[] = [['engine', 'stores']]

/**
 * The folders of a folder, in their order: each may import those before it; those that are `apart` do not know each other.
 * Files that lie beside the folders, tests, and folders called testing or gen may look anywhere.
 */
type Rooms = readonly (string | { readonly apart: readonly string[] })[]

export const rooms: Readonly<Record<string, Rooms>> = {
  'packages/agent/src': ['lookup', 'lifecycle', 'report'],
  'packages/editors/src': ['fields', 'schema', 'features', 'server'],
  'packages/engine/src': [
    'language',
    'spec',
    'evaluate',
    'check',
    'providers',
    'expand',
    'transform',
    'reality',
    'plan',
    'run',
  ],
  'packages/graph/src': ['render'],
  'packages/host/src': ['peers', 'gateway', 'dialects', 'discover', 'launch', 'cache', 'supervise'],
  'packages/host/src/dialects': [{ apart: ['deploy-engine', 'pulumi'] }],
  'packages/infra/src': [
    'config',
    'log',
    'servicelabel',
    'resync',
    'rest',
    'keyvalue',
    { apart: ['memory', 'etcd', 'redis', 'postgres', 'sqlite'] },
    'kvdbsync',
    { apart: ['health', 'grpc', 'metrics', 'logmanager'] },
  ],
  'packages/languages/src': ['serve', { apart: ['nodejs', 'python'] }],
  'packages/model/src': ['blueprint', 'provider', 'transformer'],
  'packages/operations/src': [
    'reading',
    'trust',
    'settings',
    'stacks',
    'project',
    'redaction',
    'gateway',
    'parts',
    'loading',
    'lease',
    'node',
    'tasks',
    'state',
    'configure',
    'look',
    'authors',
    'forms',
    'inline',
    'programs',
    'change',
  ],
  'packages/preparer/src': [
    'manifest',
    'records',
    'supervise',
    'install',
    'policies',
    'hooks',
    'deploy',
    'tasks',
    'node',
  ],
  'packages/processes/src': ['ownership', 'identity', 'output', 'process-groups', 'command'],
  'packages/programs/src': ['urns', 'values', 'providers', 'migrations', 'packages', 'monitor', 'components'],
  'packages/protocol/src': ['wire', { apart: ['deploy-engine', 'pulumi'] }],
  'packages/sdk/src': ['schema'],
  'packages/slipway/src': ['picture', 'setup', 'cli', 'startup'],
  'packages/source/src': ['language', 'write'],
  'packages/stages/src': ['local'],
  'packages/stores/src': ['seal', 'sqlite', 'transfer'],
  'packages/testkit/src': ['checks'],
}

/** Only the main entry of the package hands out what lies in a room of these. */
export const inner: readonly string[] = ['packages/host/src/dialects']
