/**
 * 1,000 resources of a plugin of Pulumi: up, nothing to do, destroy; each beside commands that make the bare calls which the plugin
 * needs for it, in the same run: one with the client of Slipway itself (pulumi/bare-calls.ts), which is the fastest that we know, and one
 * with that of grpc-js (bare-calls.cjs beside the plugin). And the same of one resource. The plugin is on grpc-js, without an SDK. Seconds of
 * the clock, and of the processor in brackets: on a busy machine only those can be compared.
 *
 *     node bench/pulumi.ts [--runs=3] [--count=1000]
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildSync } from 'esbuild'
import { median, timed, type Took } from './whole/measure.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, count: { type: 'string', default: '1000' } },
})
const runs = Number(values.runs)
const slipway = join(import.meta.dirname, '../node_modules/.bin/slipway')
const interop = join(import.meta.dirname, '../test/interop/pulumi')
const plugin = join(interop, 'bare.cjs')
const type = 'bare:index:Page'
const steps = ['up', 'nothing', 'destroy'] as const

type Times = Record<(typeof steps)[number], Took>

/** Bundles it into one script, as Slipway is, so that Node does not read and strip its imports one by one. */
function bundled(entry: string, folder: string, name: string): string {
  const outfile = join(folder, name)
  buildSync({ entryPoints: [entry], outfile, bundle: true, minify: true, platform: 'node', logLevel: 'error' })
  return outfile
}

/** Measures the time that the plugin itself needs, from its start to its end, and the time for asking it. */
async function bare(bareCalls: string, count: number): Promise<Times> {
  const calls = (step: string): Promise<Took> =>
    timed({ command: process.execPath, args: [bareCalls, plugin, step, String(count)], cwd: import.meta.dirname })
  return { up: await calls('up'), nothing: await calls('nothing'), destroy: await calls('destroy') }
}

/** Measures the same work through the whole command. */
async function whole(count: number): Promise<Times> {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-bench-'))
  try {
    const folder = join(cwd, 'plugins/resource-bare-v3.1.4')
    mkdirSync(folder, { recursive: true })
    // Slipway caches nothing of a script for the shell, since that may start a file from anywhere. It does cache a script for Node, like a binary.
    const script = `#!${process.execPath}\nrequire('${plugin}')\n`
    writeFileSync(join(folder, 'pulumi-resource-bare'), script, { mode: 0o755 })
    writeFileSync(join(cwd, 'pages.blueprint.yaml'), blueprint(count))
    const env = { PULUMI_HOME: cwd, XDG_CACHE_HOME: join(cwd, 'cache') }
    const command = (...args: string[]): Promise<Took> => timed({ command: slipway, args, cwd, env })
    // Fills the cache of the plugin first, as in every other case here.
    await command('validate')
    return {
      up: await command('up', '--yes'),
      nothing: await command('up', '--yes'),
      destroy: await command('destroy', '--yes'),
    }
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

function blueprint(count: number): string {
  const pages = Array.from(
    { length: count },
    (_, index) => `  page${index}:\n    type: "${type}"\n    spec: { text: page number ${index} }\n`,
  )
  return `version: 2025-11-02\nresources:\n${pages.join('')}`
}

function middle(times: readonly Took[]): Took {
  return {
    seconds: median(times.map(({ seconds }) => seconds)),
    cpuSeconds: median(times.map(({ cpuSeconds }) => cpuSeconds)),
  }
}

function textOf({ seconds, cpuSeconds }: Took): string {
  return `${seconds.toFixed(2)} s (${cpuSeconds.toFixed(2)})`
}

async function compare({ own, others }: Record<'own' | 'others', string>, count: number): Promise<void> {
  const times: Record<'own' | 'others' | 'whole', Times[]> = { own: [], others: [], whole: [] }
  for (let each = 0; each < runs; each++) {
    times.own.push(await bare(own, count))
    times.others.push(await bare(others, count))
    times.whole.push(await whole(count))
  }
  for (const step of steps) {
    const of = (who: keyof typeof times): Took => middle(times[who].map((one) => one[step]))
    const took = of('whole')
    const beside = (limit: Took): string => `${(took.seconds / limit.seconds).toFixed(2)} x`
    const [bareOnes, onGrpcJs] = [of('own'), of('others')]
    console.log(
      `${count} ${step}: ${textOf(took)}, ${beside(bareOnes)} the bare calls (${textOf(bareOnes)}), ` +
        `${beside(onGrpcJs)} those on grpc-js (${textOf(onGrpcJs)})`,
    )
  }
}

if (!existsSync(join(interop, 'node_modules/@grpc/grpc-js'))) {
  console.log('needs the SDK of Pulumi: npm ci --prefix test/interop/pulumi')
} else {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-'))
  try {
    const calls = {
      own: bundled(join(import.meta.dirname, 'pulumi/bare-calls.ts'), folder, 'own.cjs'),
      others: bundled(join(interop, 'bare-calls.cjs'), folder, 'others.cjs'),
    }
    for (const count of [1, Number(values.count)]) await compare(calls, count)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
