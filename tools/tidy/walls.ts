/** Which room may import which: the table of ARCHITECTURE.md, as a value. `*` is every room but `slipway` itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  model: [],
  processes: [],
  graph: [],
  source: ['model'],
  agent: ['graph', 'model'],
  infra: ['agent', 'model'],
  protocol: ['model'],
  sdk: ['model', 'protocol'],
  testkit: ['model', 'processes', 'protocol', 'host', 'sdk'],
  stores: ['model'],
  engine: ['model', 'source', 'graph', 'stores'],
  stages: ['graph', 'model', 'processes', 'source', 'stores'],
  host: ['model', 'processes', 'protocol', 'source', 'graph'],
  operations: [
    'agent',
    'engine',
    'graph',
    'host',
    'model',
    'processes',
    'protocol',
    'source',
    'stages',
    'stores',
    'testkit',
  ],
  slipway: ['*'],
  // Processes and commands are what its resources are.
  'plugins/local': ['sdk', 'processes'],
}

/** Of the stores, the engine may use the port and the records, which is what the package's main entry exports. */
const mainEntryOnly = new Set(['engine>stores'])

/** Rooms inside a package, and those beside them that they do not know. Tests may look over. */
const apart: readonly (readonly [room: RegExp, unknown: RegExp])[] = [
  [/^packages\/protocol\/src\/wire\//, /^packages\/protocol\/src\/(deploy-engine|pulumi)\//],
  [/^packages\/(host\/src\/dialects|protocol\/src)\/deploy-engine\//, /\/pulumi\//],
  [/^packages\/(host\/src\/dialects|protocol\/src)\/pulumi\//, /\/deploy-engine\//],
  [/^packages\/host\/src\/(?!dialects\/|index\.ts$)/, /^packages\/host\/src\/dialects\/.+\//],
]

/** Why an import crosses a wall; `undefined` when it does not. `specifier` is as written, `file` relative to the root. */
export function crossedWall(file: string, specifier: string): string | undefined {
  const room = roomOf(file)
  const target = /^@slipway\/([a-z-]+)(\/.*)?$/.exec(specifier)
  if (room === undefined) return undefined
  if (specifier === 'slipway' || specifier.startsWith('slipway/')) return `nothing imports slipway, and ${room} does`
  if (specifier.startsWith('.')) return leavesItsRoom(file, specifier)
  if (target === null) return undefined
  return crossesInto(room, target[1] as string, target[2])
}

function crossesInto(room: string, target: string, subpath: string | undefined): string | undefined {
  const permitted = allowed[room] ?? (room.startsWith('plugins/') ? ['sdk'] : [])
  if (target === room || permitted.includes('*')) return undefined
  if (!permitted.includes(target))
    return `${room} may not import ${target} (it may: ${permitted.join(', ') || 'nothing of ours'})`
  if (subpath !== undefined && mainEntryOnly.has(`${room}>${target}`))
    return `${room} may import only the main entry of ${target}`
  return undefined
}

/** `packages/host/src/layout.ts` is of room `host`; `plugins/local/src/file.ts` of `plugins/local`; the rest has no walls. */
function roomOf(file: string): string | undefined {
  const [top, name] = file.split('/')
  if (top === 'packages') return name
  return top === 'plugins' ? `plugins/${name}` : undefined
}

function leavesItsRoom(file: string, specifier: string): string | undefined {
  const base = new URL(`file:///${file}`)
  const target = new URL(specifier, base).pathname.slice(1)
  const home = file.split('/').slice(0, 2).join('/')
  if (!target.startsWith(`${home}/`)) return `${specifier} leaves the package: import the package by its name`
  const isApart = apart.some(([room, unknown]) => room.test(file) && unknown.test(target))
  return isApart && !file.endsWith('.test.ts') ? `${file} is in a room that does not know ${target}` : undefined
}
