/**
 * 200 plugins of 5 MB from a local server, installed by the installer in a process of its own, and in turns with it by curl, tar and one
 * `sync -f`, eight at a time; then the same once more, when there is nothing to do; then a `plan` with them and their lock file, and one
 * without. The processor times say more than the clock where others work on the machine.
 *
 *     node bench/install.ts [--count=200] [--megabytes=5] [--runs=3]
 */
import { execFile, spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    megabytes: { type: 'string', default: '5' },
    runs: { type: 'string', default: '3' },
  },
})
const run = promisify(execFile)
const dir = mkdtempSync(join(tmpdir(), 'slipway-bench-install-'))
const served = join(dir, 'served')
const project = join(dir, 'project')
const names = Array.from({ length: Number(values.count) }, (_, index) => `p${index}`)

async function packArchives(): Promise<void> {
  const content = Buffer.alloc(Number(values.megabytes) * 1024 * 1024)
  randomFillSync(content)
  for (const [index, name] of names.entries()) {
    const folder = join(dir, 'packing')
    mkdirSync(folder, { recursive: true })
    content.writeUInt32LE(index)
    const program = `pulumi-resource-${name}`
    writeFileSync(join(folder, program), content, { mode: 0o755 })
    mkdirSync(served, { recursive: true })
    await run('tar', [
      '-I',
      'gzip -1',
      '-cf',
      join(served, `${program}-v1.0.0-linux-amd64.tar.gz`),
      '-C',
      folder,
      program,
    ])
    rmSync(folder, { recursive: true })
  }
}

interface Took {
  readonly milliseconds: number
  /** Also milliseconds: the processor's time for the user and for the system. */
  readonly processor: number
}

/** Installs the same plugins by hand: curl, tar and one sync. */
async function byHand(port: string): Promise<Took> {
  const folder = join(dir, 'by-hand')
  mkdirSync(folder)
  const each = `mkdir $0 && curl -sf http://127.0.0.1:${port}/pulumi-resource-$0-v1.0.0-linux-amd64.tar.gz -o $0.tar.gz && tar -xzf $0.tar.gz -C $0`
  const started = performance.now()
  const command = `printf '%s\\n' ${names.join(' ')} | xargs -P 8 -I{} sh -c '${each}' {} && sync -f .`
  const { stdout } = await run('sh', ['-c', `${command}; times`], { cwd: folder, maxBuffer: 1 << 26 })
  const milliseconds = performance.now() - started
  rmSync(folder, { recursive: true })
  return { milliseconds, processor: processorOf(stdout) }
}

/** Reads `0m0.01s 0m0.02s`: the times of a shell and of its children. */
function processorOf(times: string): number {
  const all = [...times.matchAll(/(\d+)m([\d.]+)s/g)]
  return all.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000, 0)
}

interface Measured extends Took {
  readonly megabytes: number
}

async function byInstaller(port: string, home: string): Promise<Measured> {
  const script = join(import.meta.dirname, 'install/installing.ts')
  const { stdout } = await run(process.execPath, [script, home, join(project, 'slipway.lock'), port, ...names])
  return JSON.parse(stdout) as Measured
}

/** The processor time of a `plan` that has nothing to do, with the plugins of a home or without any. */
async function plan(home: string): Promise<number> {
  const slipway = join(import.meta.dirname, '../node_modules/.bin/slipway')
  const env = { ...process.env, HOME: join(dir, 'user'), SLIPWAY_HOME: home }
  const command = `${slipway} trust . && ${slipway} up --yes && ${slipway} plan`
  await run('sh', ['-c', command], { cwd: project, env })
  const { stdout } = await run('sh', ['-c', `${slipway} plan >/dev/null; times`], { cwd: project, env })
  return processorOf(stdout)
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

await packArchives()
mkdirSync(project)
mkdirSync(join(dir, 'user'))
writeFileSync(
  join(project, 'bench.blueprint.yaml'),
  'version: 2025-11-02\nresources:\n  item:\n    type: null/resource\n    spec:\n      value: x\n',
)
const server = spawn(process.execPath, [join(import.meta.dirname, 'install/archive-server.ts'), served], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const [port] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string]
  const [hands, installs, again]: [Took[], Measured[], number[]] = [[], [], []]
  const [plans, barePlans]: [number[], number[]] = [[], []]
  for (let count = 0; count < Number(values.runs); count++) {
    const home = join(dir, 'home')
    hands.push(await byHand(port.trim()))
    installs.push(await byInstaller(port.trim(), home))
    again.push((await byInstaller(port.trim(), home)).milliseconds)
    plans.push(await plan(home))
    rmSync(join(project, 'slipway.lock'))
    barePlans.push(await plan(join(dir, 'empty')))
    rmSync(home, { recursive: true })
  }
  const shown = (name: string, of: (took: Took) => number): void => {
    const [hand, took] = [median(hands.map(of)), median(installs.map(of))]
    console.log(
      `${name.padEnd(24)} by hand ${hand.toFixed(0)} ms, installer ${took.toFixed(0)} ms, ${(took / hand).toFixed(2)} x`,
    )
  }
  console.log(
    `${values.count} plugins of ${values.megabytes} MB, medians of ${values.runs}; by hand: curl, tar and sync -f, 8 at a time`,
  )
  shown('by the clock', ({ milliseconds }) => milliseconds)
  shown('processor', ({ processor }) => processor)
  console.log(`memory of the installer  ${Math.max(...installs.map(({ megabytes }) => megabytes)).toFixed(0)} MB`)
  console.log(`nothing to do            ${median(again).toFixed(1)} ms`)
  console.log(
    `a plan takes ${median(barePlans).toFixed(0)} ms of the processor, with the plugins ${median(plans).toFixed(0)} ms`,
  )
} finally {
  server.kill()
  rmSync(dir, { recursive: true, force: true })
}
