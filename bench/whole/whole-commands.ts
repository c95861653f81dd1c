/**
 * Whole commands: up, nothing to do, destroy. Each figure is the median of several runs of the real command line, after
 * one uncounted run that warms the compile cache.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bareLimit } from './bare-limit.ts'
import { chain, flat, tofuChain, tofuFlat } from './blueprints.ts'
import { median, measure, type Measured } from './measure.ts'

const slipway = join(import.meta.dirname, '../../node_modules/.bin/slipway')

interface Row {
  readonly name: string
  readonly up: Measured
  readonly nothing: Measured
  readonly destroy: Measured
  readonly stateBytes: number
}

/** One case: fresh folder, up, up again, destroy; `runs` times; the median of each. */
async function slipwayCase(name: string, blueprint: string, runs: number): Promise<Row> {
  const measured: { up: Measured; nothing: Measured; destroy: Measured; stateBytes: number }[] = []
  for (let run = 0; run < runs; run++) {
    const cwd = mkdtempSync(join(tmpdir(), 'slipway-bench-'))
    try {
      writeFileSync(join(cwd, 'bench.blueprint.yaml'), blueprint)
      const command = (...args: string[]) => measure({ command: slipway, args, cwd })
      const up = await command('up', '--yes')
      const stateBytes = stateSize(cwd)
      const nothing = await command('up', '--yes')
      measured.push({ up, nothing, destroy: await command('destroy', '--yes'), stateBytes })
    } finally {
      rmSync(cwd, { recursive: true, force: true })
    }
  }
  const middle = (pick: (one: (typeof measured)[number]) => Measured): Measured => ({
    seconds: median(measured.map((one) => pick(one).seconds)),
    cpuSeconds: median(measured.map((one) => pick(one).cpuSeconds)),
    peakTreeMb: median(measured.map((one) => pick(one).peakTreeMb)),
    peakOwnMb: median(measured.map((one) => pick(one).peakOwnMb)),
    peakMbWithout: median(measured.map((one) => pick(one).peakMbWithout)),
  })
  return {
    name,
    up: middle((one) => one.up),
    nothing: middle((one) => one.nothing),
    destroy: middle((one) => one.destroy),
    stateBytes: measured[0]?.stateBytes ?? 0,
  }
}

function stateSize(cwd: string): number {
  const state = join(cwd, '.slipway')
  const files = execFileSync('find', [state, '-type', 'f', '-name', 'state*'], { encoding: 'utf8' })
  return files
    .split('\n')
    .filter((file) => file !== '')
    .reduce((sum, file) => sum + statSync(file).size, 0)
}

function tofuOnPath(): boolean {
  try {
    execFileSync('tofu', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function tofuCase(program: string): Promise<{ up: number; nothing: number; destroy: number }> {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-bench-tofu-'))
  try {
    mkdirSync(cwd, { recursive: true })
    writeFileSync(join(cwd, 'main.tf'), program)
    const command = (...args: string[]) => measure({ command: 'tofu', args, cwd })
    await command('init', '-input=false')
    const up = await command('apply', '-auto-approve', '-input=false')
    const nothing = await command('apply', '-auto-approve', '-input=false')
    const destroy = await command('destroy', '-auto-approve', '-input=false')
    return { up: up.seconds, nothing: nothing.seconds, destroy: destroy.seconds }
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

function figure(label: string, one: Measured): string {
  return `${label} ${one.seconds.toFixed(2)} s (engine ${one.peakOwnMb.toFixed(0)} MB, tree ${one.peakTreeMb.toFixed(0)} MB)`
}

function show(row: Row): void {
  console.log(
    `${row.name.padEnd(14)} ${figure('up', row.up)}  ${figure('nothing', row.nothing)}  ${figure('destroy', row.destroy)}  state ${(row.stateBytes / 1e6).toFixed(2)} MB`,
  )
}

/** How the time grows: the exponent of N between two rows. */
function exponent(small: Row, large: Row, factor: number): string {
  const grow = (pick: (row: Row) => Measured) =>
    (Math.log(pick(large).seconds / pick(small).seconds) / Math.log(factor)).toFixed(2)
  return `up ${grow((row) => row.up)}, nothing ${grow((row) => row.nothing)}, destroy ${grow((row) => row.destroy)}`
}

async function besideLimit(row: Row, count: number): Promise<void> {
  const limit = await bareLimit(count)
  console.log(
    `${''.padEnd(14)} bare limit (${count} deploys, ${count * 2} rows in durable groups): ${limit.toFixed(2)} s; up is ${(row.up.seconds / limit).toFixed(2)} x that`,
  )
}

async function besideTofu(row: Row, program: string): Promise<void> {
  if (!tofuOnPath()) return
  const tofu = await tofuCase(program)
  console.log(
    `${''.padEnd(14)} tofu: up ${tofu.up.toFixed(2)} s (${(tofu.up / row.up.seconds).toFixed(1)} x ours), nothing ${tofu.nothing.toFixed(2)} s (${(tofu.nothing / row.nothing.seconds).toFixed(1)} x), destroy ${tofu.destroy.toFixed(2)} s (${(tofu.destroy / row.destroy.seconds).toFixed(1)} x)`,
  )
}

await slipwayCase('warm-up', flat(1), 1)
const help = []
for (let run = 0; run < 7; run++)
  help.push((await measure({ command: slipway, args: ['--help'], cwd: tmpdir() })).seconds)
console.log(`--help         ${(median(help) * 1000).toFixed(0)} ms`)

show(await slipwayCase('1 resource', flat(1), 5))
show(await slipwayCase('100 flat', flat(100), 3))
const thousand = await slipwayCase('1,000 flat', flat(1000), 3)
show(thousand)
await besideLimit(thousand, 1000)
await besideTofu(thousand, tofuFlat(1000))
const links = await slipwayCase('1,000 chain', chain(1000), 3)
show(links)
await besideTofu(links, tofuChain(1000))
const tenThousand = await slipwayCase('10,000 flat', flat(10_000), 1)
show(tenThousand)
await besideLimit(tenThousand, 10_000)
console.log(`growth 1,000 to 10,000, as exponent of N: ${exponent(thousand, tenThousand, 10)}`)
