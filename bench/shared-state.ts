// Whole commands with their state in PostgreSQL: on this machine, and 5 ms away, beside the same commands with a state in a folder, in turns.
// Usage: node bench/shared-state.ts [resources] [rounds]
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Relay } from '../packages/infra/src/testing/relay.ts'
import { missing, startServer } from '../packages/infra/src/testing/servers.ts'

const resources = Number(process.argv[2] ?? 1_000)
const rounds = Number(process.argv[3] ?? 3)
/** Half of the round trip to a database in another building. */
const oneWayMs = 2.5

const absent = missing('postgres')
if (absent !== false) {
  console.log(`PostgreSQL is needed: ${absent}`)
  process.exit(1)
}
const server = await startServer('postgres')
const relay = await Relay.to(server.port)
const top = mkdtempSync(join(tmpdir(), 'slipway-bench-'))
const slipway = join(import.meta.dirname, '../node_modules/.bin/slipway')
let schemas = 0

function textOf(count: number, isChain: boolean): string {
  const one = (_: unknown, index: number): string => {
    const after = isChain && index > 0 ? `, dependsOn: r${index - 1}` : ''
    return `  r${index}: { type: null/resource, spec: { value: v${index} }${after} }\n`
  }
  return `version: 2025-11-02\nresources:\n${Array.from({ length: count }, one).join('')}`
}

const places = {
  folder: (folder: string) => join(folder, 'state'),
  loopback: () => `postgres://test@127.0.0.1:${server.port}/postgres?schema=bench_${++schemas}`,
  relay: () => `postgres://test@127.0.0.1:${relay.port}/postgres?schema=bench_${++schemas}`,
  '5 ms away': () => `postgres://test@127.0.0.1:${relay.port}/postgres?schema=bench_${++schemas}`,
} as const
type Place = keyof typeof places

interface Measured {
  readonly up: number
  readonly again: number
  readonly upTrips: number
  readonly againTrips: number
}

async function measured(place: Place, text: string): Promise<Measured> {
  const folder = mkdtempSync(join(top, 'project-'))
  const home = join(folder, 'home')
  mkdirSync(home)
  writeFileSync(join(folder, 'site.blueprint.yaml'), text)
  const env = { PATH: process.env['PATH'], HOME: home, SLIPWAY_STATE: places[place](folder), NO_COLOR: '1' }
  relay.slowDown(place === '5 ms away' ? oneWayMs : 0)
  // Do the one-time work for this machine and state first: compile code, read definitions of plugins, make tables.
  await command(folder, env, ['state', 'list'])
  const before = relay.roundTrips
  const up = await command(folder, env, ['up', '--yes'])
  const between = relay.roundTrips
  const again = await command(folder, env, ['up', '--yes'])
  relay.slowDown(0)
  return { up, again, upTrips: between - before, againTrips: relay.roundTrips - between }
}

async function command(cwd: string, env: NodeJS.ProcessEnv, args: readonly string[]): Promise<number> {
  const began = performance.now()
  const child = spawn(slipway, args, { cwd, env, stdio: 'ignore' })
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`slipway ${args.join(' ')} ended with ${String(code)}`)
  return performance.now() - began
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

async function compared(what: string, text: string): Promise<void> {
  const all = new Map<Place, Measured[]>()
  const names = Object.keys(places) as Place[]
  for (let round = 0; round < rounds; round++)
    for (const name of names) all.set(name, [...(all.get(name) ?? []), await measured(name, text)])
  console.log(`\n${what}, ${rounds} rounds in turns; medians`)
  const of = (name: Place, key: keyof Measured): number => median((all.get(name) ?? []).map((each) => each[key]))
  for (const name of names) {
    const trips = of(name, 'upTrips') === 0 ? '' : `   round trips ${of(name, 'upTrips')} and ${of(name, 'againTrips')}`
    console.log(
      `  ${name.padEnd(10)} up ${of(name, 'up').toFixed(0)} ms   nothing to do ${of(name, 'again').toFixed(0)} ms${trips}`,
    )
  }
  const ratio = (a: Place, b: Place): string => `${(of(a, 'up') / of(b, 'up')).toFixed(2)} x`
  console.log(
    `  loopback is ${ratio('loopback', 'folder')} of the folder; 5 ms away is ${ratio('5 ms away', 'relay')} of the same without the delay`,
  )
}

try {
  await compared(`${resources} resources beside each other`, textOf(resources, false))
  await compared(`a chain of ${Math.ceil(resources / 10)}`, textOf(Math.ceil(resources / 10), true))
} finally {
  await relay.close()
  await server.remove()
  rmSync(top, { recursive: true, force: true })
}
