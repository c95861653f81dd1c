/**
 * A program in TypeScript with the real SDK: up, nothing to do, destroy; beside the same program in the runner of its SDK alone, with a
 * monitor that answers at once, in the same run. 1,000 resources and one of a provider that answers at once, and 1,000 of one that
 * works as the public one for random values does. Of one resource also the first time, when nothing of the program is checked yet, here
 * or there; otherwise it has not changed since it was checked.
 *
 *     node bench/programs.ts [--runs=3] [--count=1000]
 *
 * Seconds of the clock, and of the processor in brackets: medians. MB of all processes beside the program and its provider, in one more
 * turn that is not timed: looking at memory takes time.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runAlone } from './programs/bare-monitor.ts'
import { forgetChecks, type ProgramFolder, programFolder, programsOwn, runner } from './programs/program-folder.ts'
import { measure, median, timed, type Took } from './whole/measure.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, count: { type: 'string', default: '1000' } },
})
const runs = Number(values.runs)
const slipway = join(import.meta.dirname, '../node_modules/.bin/slipway')

function whole({ folder: cwd, env }: ProgramFolder, ...args: string[]): Promise<Took> {
  return timed({ command: slipway, args, cwd, env })
}

async function megabytes({ folder: cwd, env }: ProgramFolder, ...args: string[]): Promise<number> {
  return (await measure({ command: slipway, args, cwd, env, without: programsOwn })).peakMbWithout
}

/** How long one step took, by its name: the whole command, and the program alone where that is a peer of it. */
type Turn = Readonly<Record<string, readonly [whole: Took, alone?: Took]>>

async function firstTurnOf(program: ProgramFolder): Promise<Turn> {
  forgetChecks(program)
  const alone = await runAlone(program)
  forgetChecks(program)
  const first = await whole(program, 'up', '--yes')
  await whole(program, 'destroy', '--yes')
  return { 'first up': [first, alone] }
}

async function turnOf(program: ProgramFolder): Promise<Turn> {
  const alone = await runAlone(program)
  const up = await whole(program, 'up', '--yes')
  const nothing = await whole(program, 'up', '--yes')
  return { up: [up, alone], nothing: [nothing, alone], destroy: [await whole(program, 'destroy', '--yes')] }
}

async function memoryOf(program: ProgramFolder): Promise<Readonly<Record<string, number>>> {
  const up = await megabytes(program, 'up', '--yes')
  const nothing = await megabytes(program, 'up', '--yes')
  return { up, nothing, destroy: await megabytes(program, 'destroy', '--yes') }
}

async function bench(name: string, count: number, busyMs = 0): Promise<void> {
  const program = programFolder(count, busyMs)
  try {
    const firsts: Turn[] = []
    for (let each = 0; each < (count === 1 ? runs : 1); each++) firsts.push(await firstTurnOf(program))
    // Forgetting the checks has also removed those of the runner on its own.
    await runAlone(program)
    const turns: Turn[] = []
    for (let each = 0; each < runs; each++) turns.push(await turnOf(program))
    if (count === 1) show(name, firsts)
    show(name, turns, await memoryOf(program))
  } finally {
    rmSync(program.folder, { recursive: true, force: true })
  }
}

function show(name: string, turns: readonly Turn[], memory: Readonly<Record<string, number>> = {}): void {
  for (const step of Object.keys(turns[0] ?? {})) {
    const measured = turns.flatMap((turn) => (turn[step] === undefined ? [] : [turn[step]]))
    const took = secondsOf(measured.map(([ours]) => ours))
    const alone = measured.flatMap(([, other]) => other ?? [])
    const peer = alone.length === 0 ? undefined : secondsOf(alone)
    const beside = peer && `${(took.seconds / peer.seconds).toFixed(2)} x the program alone (${peer.text})`
    const peak = memory[step] && `${memory[step].toFixed(0)} MB`
    console.log(`${name} ${step}: ${[took.text, beside, peak].filter(Boolean).join(', ')}`)
  }
}

function secondsOf(measured: readonly Took[]): { readonly seconds: number; readonly text: string } {
  const seconds = median(measured.map((one) => one.seconds))
  const cpu = median(measured.map((one) => one.cpuSeconds))
  return { seconds, text: `${seconds.toFixed(2)} s (${cpu.toFixed(2)})` }
}

if (!existsSync(runner)) {
  console.log('needs the SDK of Pulumi: npm ci --prefix test/interop/pulumi')
} else {
  const count = Number(values.count)
  await bench('1', 1)
  await bench(`${count}`, count)
  await bench(`${count} of one that works`, count, 3.4)
}
