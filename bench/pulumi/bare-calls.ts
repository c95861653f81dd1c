/**
 * The calls that a plugin of Pulumi needs for a step of many resources, and nothing else: its start, greeting and configuration, and then
 * with 32 in flight Check and Create, Check and Diff, or Delete. A command of its own, which a command of Slipway can be compared with.
 *
 *     node bench/pulumi/bare-calls.ts PLUGIN up|nothing|destroy COUNT
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { connectChannel, type RpcChannel } from '@slipway/protocol'
import { PulumiProviderMethods as Methods, structToWire } from '@slipway/protocol/pulumi'

const inFlight = 32
const deadlineMs = 60_000
const type = 'bare:index:Page'

type Calls = (channel: RpcChannel, index: number) => Promise<void>

const callsOf: Readonly<Record<string, Calls>> = {
  up: async (channel, index) => {
    const news = structToWire({ text: `page number ${index}` })
    const { inputs } = await channel.call(Methods.Check, { ...about(index), news })
    await channel.call(Methods.Create, { ...about(index), properties: inputs })
  },
  // The protocol demands the earlier outputs, a seed, and a time until which an answer is useful.
  nothing: async (channel, index) => {
    const news = structToWire({ text: `page number ${index}` })
    const olds = structToWire({ text: `page number ${index}`, letters: '14' })
    const checked = { ...about(index), olds: news, news, randomSeed: Buffer.from(`0190c4c8-7b1d-7000-8000-${index}`) }
    await channel.call(Methods.Check, checked, { deadlineMs })
    const compared = { ...about(index), id: `page-${index}`, olds, oldInputs: news, news }
    await channel.call(Methods.Diff, compared, { deadlineMs })
  },
  destroy: async (channel, index) => {
    await channel.call(Methods.Delete, { ...about(index), id: `page-${index}` })
  },
}

function about(index: number) {
  return { urn: `urn:pulumi:x::x::${type}::page${index}`, name: `page${index}`, type }
}

async function main(): Promise<void> {
  const [plugin = '', step = '', count = ''] = process.argv.slice(2)
  const calls = callsOf[step]
  if (calls === undefined) throw new Error(`there is no step ${step}`)
  const child = spawn(process.execPath, [plugin], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const channel = connectChannel({ port: Number(line) })
  await channel.call(Methods.CheckConfig, {})
  await channel.call(Methods.Configure, {})
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < Number(count)) await calls(channel, next++)
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  channel.close()
  child.kill()
  await once(child, 'exit')
}

void main()
