/**
 * 1,000 resources of a plugin of Pulumi: up, nothing to do, destroy; each beside the bare calls that the plugin needs for it,
 * with 32 in flight, in the same run: start, greeting and configuration, and then Check and Create, Check and Diff, Delete.
 * And the same of one resource. The plugin is on grpc-js, without an SDK.
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
import { median, measure } from './whole/measure.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, count: { type: 'string', default: '1000' } },
})
const runs = Number(values.runs)
const slipway = join(import.meta.dirname, '../node_modules/.bin/slipway')
const interop = join(import.meta.dirname, '../test/interop/pulumi')
const plugin = join(interop, 'bare.cjs')
const inFlight = 32
const type = 'bare:index:Page'
const steps = ['up', 'nothing', 'destroy'] as const

function about(index: number) {
  return { urn: `urn:pulumi:x::x::${type}::page${index}`, name: `page${index}`, type }
}

type Seconds = Record<(typeof steps)[number], number>

/** Seconds that the plugin itself needs, from its start to its end, whoever asks. */
async function bare(count: number): Promise<Seconds> {
  return {
    up: await run(count, async (channel, index) => {
      const { inputs } = await channel.call(Methods.Check, {
        ...about(index),
        news: structToWire({ text: `page number ${index}` }),
      })
      await channel.call(Methods.Create, { ...about(index), properties: inputs })
    }),
    nothing: await run(count, async (channel, index) => {
      const news = structToWire({ text: `page number ${index}` })
      await channel.call(Methods.Check, { ...about(index), olds: news, news })
      await channel.call(Methods.Diff, { ...about(index), id: `page-${index}`, olds: news, oldInputs: news, news })
    }),
    destroy: await run(count, async (channel, index) => {
      await channel.call(Methods.Delete, { ...about(index), id: `page-${index}` })
    }),
  }
}

async function run(count: number, work: (channel: RpcChannel, index: number) => Promise<void>): Promise<number> {
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
  return (performance.now() - started) / 1000
}

/** The same through the whole command. */
async function whole(count: number): Promise<Seconds> {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-bench-'))
  try {
    const folder = join(cwd, 'plugins/resource-bare-v3.1.4')
    mkdirSync(folder, { recursive: true })
    const script = `#!/bin/sh\nexec '${process.execPath}' '${plugin}' "$@"\n`
    writeFileSync(join(folder, 'pulumi-resource-bare'), script, { mode: 0o755 })
    writeFileSync(join(cwd, 'pages.blueprint.yaml'), blueprint(count))
    const env = { PULUMI_HOME: cwd, XDG_CACHE_HOME: join(cwd, 'cache') }
    const command = async (...args: string[]): Promise<number> =>
      (await measure({ command: slipway, args, cwd, env })).seconds
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

if (!existsSync(join(interop, 'node_modules/@grpc/grpc-js'))) {
  console.log('needs the SDK of Pulumi: npm ci --prefix test/interop/pulumi')
} else {
  for (const count of [1, Number(values.count)]) {
    const limits: Seconds[] = []
    const measured: Seconds[] = []
    for (let each = 0; each < runs; each++) {
      limits.push(await bare(count))
      measured.push(await whole(count))
    }
    for (const step of steps) {
      const [limit, took] = [median(limits.map((one) => one[step])), median(measured.map((one) => one[step]))]
      const ratio = (took / limit).toFixed(2)
      console.log(`${count} ${step}: ${took.toFixed(2)} s, ${ratio} x the bare calls (${limit.toFixed(2)} s)`)
    }
  }
}
