/**
 * A stack in TypeScript beside the same blueprint, in turns; one resource; a test of ten resources; and from a save to the plan in
 * `slipway dev`. Each with the time of the processor, which tells more than the clock on a machine that does other things, too.
 *
 *     npm run bench -- stacks
 *     node bench/stacks.ts [--runs=3] [--size=1000]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import '../test/trusting.ts'
import { median, type Took, timed } from './whole/measure.ts'
import { flat } from './whole/blueprints.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, size: { type: 'string', default: '1000' } },
})
const runs = Number(values.runs)
const size = Number(values.size)
const workspace = join(import.meta.dirname, '..')
const slipway = join(workspace, 'node_modules/.bin/slipway')
const base = mkdtempSync(join(tmpdir(), 'slipway-bench-stacks-'))

/** The stack that matches the blueprint `flat`. */
function flatStack(count: number): string {
  return `import { stack } from 'slipway'
export default stack({ name: 'bench' }, (s) => {
  for (let index = 0; index < ${count}; index++) s.resource('item' + index, 'null/resource', { value: 'item number ' + index })
})
`
}

interface Turn {
  readonly up: Took
  readonly nothing: Took
}

async function deployed(file: string, text: string): Promise<Turn> {
  const cwd = mkdtempSync(join(base, 'folder-'))
  writeFileSync(join(cwd, file), text)
  const command = (...args: string[]) => timed({ command: slipway, args: [...args, file, '--yes'], cwd })
  const turn = { up: await command('up'), nothing: await command('up') }
  await command('destroy')
  return turn
}

function middle(turns: readonly Turn[], pick: (turn: Turn) => number): number {
  return median(turns.map(pick))
}

function figures(label: string, turns: readonly Turn[]): void {
  const both = (which: keyof Turn): string =>
    `${middle(turns, (turn) => turn[which].seconds).toFixed(2)} s (${middle(turns, (turn) => turn[which].cpuSeconds).toFixed(2)} s CPU)`
  console.log(`${label.padEnd(26)} up ${both('up')}  nothing to do ${both('nothing')}`)
}

/** Starts a fresh Node that does nothing, which every stack needs. */
async function startOfNode(): Promise<Took> {
  const took: Took[] = []
  for (let run = 0; run < 7; run++) took.push(await timed({ command: process.execPath, args: ['-e', '0'], cwd: base }))
  return { seconds: median(took.map((one) => one.seconds)), cpuSeconds: median(took.map((one) => one.cpuSeconds)) }
}

async function besideBlueprint(count: number): Promise<void> {
  const stacks: Turn[] = []
  const blueprints: Turn[] = []
  for (let run = 0; run < runs; run++) {
    blueprints.push(await deployed('bench.blueprint.yaml', flat(count)))
    stacks.push(await deployed('bench.stack.ts', flatStack(count)))
  }
  figures(`blueprint of ${count}`, blueprints)
  figures(`stack of ${count}`, stacks)
  const node = await startOfNode()
  for (const by of ['seconds', 'cpuSeconds'] as const) {
    const up = middle(stacks, (turn) => turn.up[by]) / middle(blueprints, (turn) => turn.up[by])
    const nothing =
      (middle(stacks, (turn) => turn.nothing[by]) - node[by]) / middle(blueprints, (turn) => turn.nothing[by])
    const how = by === 'seconds' ? 'by the clock' : 'by the processor'
    console.log(
      `${''.padEnd(26)} ${how}: up ${up.toFixed(2)} x (bar 1.1), nothing to do less a start of Node (${(node[by] * 1000).toFixed(0)} ms) ${nothing.toFixed(2)} x (bar 1.15)`,
    )
  }
}

/** Runs in one process, as a test runner does: only the first test starts the plugins. */
const ofTen = `import { testStack } from '@slipway/testing'
import { stack } from 'slipway'
const ten = stack({ name: 'ten' }, (s) => {
  for (let index = 0; index < 10; index++) s.resource('item' + index, 'null/resource', { value: 'item number ' + index })
})
const took = []
for (let run = 0; run < 12; run++) {
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  await testStack(ten)
  const { user, system } = process.cpuUsage(cpu)
  took.push([performance.now() - began, (user + system) / 1000])
}
const middle = (index) => took.slice(1).map((one) => one[index]).sort((a, b) => a - b)[5].toFixed(0)
console.log('a test of ten resources    first ' + took[0][0].toFixed(0) + ' ms, then ' + middle(0) + ' ms (' + middle(1) + ' ms CPU) (bar 50)')
`

async function testOfTen(): Promise<void> {
  const cwd = mkdtempSync(join(base, 'test-'))
  mkdirSync(join(cwd, 'node_modules'))
  for (const name of ['slipway', '@slipway'])
    symlinkSync(join(workspace, 'node_modules', name), join(cwd, 'node_modules', name))
  writeFileSync(join(cwd, 'ten.mts'), ofTen)
  const child = spawn(process.execPath, ['ten.mts'], { cwd, stdio: 'inherit' })
  await once(child, 'close')
}

/** User and system time of a process and of the children that it has waited for, milliseconds. */
function cpuOf({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).map(Number)
  return ticks.reduce((sum, each) => sum + each, 0) * 10
}

async function saveToPlan(file: string, text: string): Promise<void> {
  const cwd = mkdtempSync(join(base, 'dev-'))
  writeFileSync(join(cwd, file), text)
  const child = spawn(slipway, ['dev', file], { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
    if (/Plan for bench: 100 to create/.test(said)) child.emit('planned')
  })
  const planned = async (): Promise<void> => {
    await once(child, 'planned', { signal: AbortSignal.timeout(60_000) })
    said = ''
  }
  await planned()
  const took: (readonly [number, number])[] = []
  for (let run = 0; run < 5; run++) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const [began, cpu] = [performance.now(), cpuOf(child)]
    writeFileSync(join(cwd, file), text.replaceAll('item number', `thing ${run} number`))
    await planned()
    took.push([performance.now() - began, cpuOf(child) - cpu])
  }
  child.kill('SIGINT')
  await once(child, 'close')
  const wall = median(took.map(([ms]) => ms)).toFixed(0)
  const cpu = median(took.map(([, ms]) => ms)).toFixed(0)
  console.log(`save to plan of 100, ${file.padEnd(20)} ${wall} ms (${cpu} ms CPU) (bar 300)`)
}

try {
  await deployed('bench.stack.ts', flatStack(1))
  await besideBlueprint(size)
  const one: Turn[] = []
  for (let run = 0; run < 5; run++) one.push(await deployed('bench.stack.ts', flatStack(1)))
  figures('one resource (bar 0.25 s)', one)
  await testOfTen()
  await saveToPlan('bench.blueprint.yaml', flat(100))
  await saveToPlan('bench.stack.ts', flatStack(100))
} finally {
  rmSync(base, { recursive: true, force: true })
}
