/**
 * 1,000 resources of a plugin of Pulumi: up, nothing to do, destroy; each beside the bare calls that the plugin needs for it,
 * with 32 in flight, in the same run: start, greeting and configuration, and then Check and Create, Check and Diff, Delete.
 * And the same of one resource. The plugin is on grpc-js, without an SDK. Seconds of the clock, and of the processor in brackets: on a
 * busy machine only those can be compared.
 *
 *     node bench/pulumi.ts [--runs=3] [--count=1000]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { connectChannel, type RpcChannel } from '@slipway/protocol'
import { PulumiProviderMethods as Methods, structToWire } from '@slipway/protocol/pulumi'
import { childrensCpuSeconds, median, measure } from './whole/measure.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, count: { type: 'string', default: '1000' } },
})
const runs = Number(values.runs)
const slipway = join(import.meta.dirname, '../node_modules/.bin/slipway')
const interop = join(import.meta.dirname, '../test/interop/pulumi')
const plugin = join(interop, 'bare.cjs')
const inFlight = 32
const deadlineMs = 60_000
const type = 'bare:index:Page'
const steps = ['up', 'nothing', 'destroy'] as const

function about(index: number) {
  return { urn: `urn:pulumi:x::x::${type}::page${index}`, name: `page${index}`, type }
}

interface Took {
  readonly seconds: number
  readonly cpuSeconds: number
}

type Times = Record<(typeof steps)[number], Took>

/** What the plugin itself needs, from its start to its end, whoever asks; and the asking. */
async function bare(count: number): Promise<Times> {
  return {
    up: await run(count, async (channel, index) => {
      const { inputs } = await channel.call(Methods.Check, {
        ...about(index),
        news: structToWire({ text: `page number ${index}` }),
      })
      await channel.call(Methods.Create, { ...about(index), properties: inputs })
    }),
    // As the protocol wants them: with the outputs of before, a seed, and a time until when an answer is of use.
    nothing: await run(count, async (channel, index) => {
      const news = structToWire({ text: `page number ${index}` })
      const olds = structToWire({ text: `page number ${index}`, letters: '14' })
      const checked = { ...about(index), olds: news, news, randomSeed: Buffer.from(`0190c4c8-7b1d-7000-8000-${index}`) }
      await channel.call(Methods.Check, checked, { deadlineMs })
      await channel.call(
        Methods.Diff,
        { ...about(index), id: `page-${index}`, olds, oldInputs: news, news },
        { deadlineMs },
      )
    }),
    destroy: await run(count, async (channel, index) => {
      await channel.call(Methods.Delete, { ...about(index), id: `page-${index}` })
    }),
  }
}

async function run(count: number, work: (channel: RpcChannel, index: number) => Promise<void>): Promise<Took> {
  const cpuBefore = allCpuSeconds()
  const started = performance.now()
  const child = spawn(process.execPath, [plugin], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const channel = connectChannel({ port: Number(line) })
  await channel.call(Methods.CheckConfig, {})
  await channel.call(Methods.Configure, {})
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) await work(channel, next++)
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  channel.close()
  child.kill()
  await once(child, 'exit')
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: allCpuSeconds() - cpuBefore }
}

/** Of this process, and of those that it has seen the end of. */
function allCpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return childrensCpuSeconds() + (user + system) / 1e6
}

/** The same through the whole command. */
async function whole(count: number): Promise<Times> {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-bench-'))
  try {
    const folder = join(cwd, 'plugins/resource-bare-v3.1.4')
    mkdirSync(folder, { recursive: true })
    // Nothing is cached of a script for the shell, which may start what lies anywhere; of one for Node it is, as of a binary.
    const script = `#!${process.execPath}\nrequire('${plugin}')\n`
    writeFileSync(join(folder, 'pulumi-resource-bare'), script, { mode: 0o755 })
    writeFileSync(join(cwd, 'pages.blueprint.yaml'), blueprint(count))
    const env = { PULUMI_HOME: cwd, XDG_CACHE_HOME: join(cwd, 'cache') }
    const command = (...args: string[]): Promise<Took> => measure({ command: slipway, args, cwd, env })
    // As everywhere here, what is cached of a plugin is there.
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

if (!existsSync(join(interop, 'node_modules/@grpc/grpc-js'))) {
  console.log('needs the SDK of Pulumi: npm ci --prefix test/interop/pulumi')
} else {
  for (const count of [1, Number(values.count)]) {
    const limits: Times[] = []
    const measured: Times[] = []
    for (let each = 0; each < runs; each++) {
      limits.push(await bare(count))
      measured.push(await whole(count))
    }
    for (const step of steps) {
      const [limit, took] = [middle(limits.map((one) => one[step])), middle(measured.map((one) => one[step]))]
      const ratio = (took.seconds / limit.seconds).toFixed(2)
      console.log(`${count} ${step}: ${textOf(took)}, ${ratio} x the bare calls (${textOf(limit)})`)
    }
  }
}
