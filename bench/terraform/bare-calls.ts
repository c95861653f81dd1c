/**
 * The calls that a provider of Terraform needs for a step of many `local_file`, and nothing else: its start, schema and settings, and then with 32 in
 * flight what a host says about each file, without a state, a journal or checks. A command of its own, which a command of Slipway can be compared with.
 *
 *     node bench/terraform/bare-calls.ts PROVIDER up|nothing|destroy COUNT
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { connectChannel } from '@slipway/protocol'
import {
  channelOfVersion5,
  type CtyMap,
  ctyFromJson,
  ctyToJson,
  type CtyValue,
  isCtyMap,
  TerraformWireClient,
  type TypeSchema,
  unknown,
} from '@slipway/protocol/terraform'

const inFlight = 32
const cookie = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2'
/** The created resources, kept for the next step as a host keeps a state. */
const kept = 'bare-state.json'
const nothing = new Uint8Array()

interface File {
  readonly state: string
  readonly private: string
}

interface Step {
  readonly client: TerraformWireClient
  readonly type: TypeSchema
  readonly files: Record<number, File>
}

const callsOf: Readonly<Record<string, (step: Step, index: number) => Promise<void>>> = {
  up: async ({ client, type, files }, index) => {
    const config = configOf(type, index)
    // Values that the provider decides are not known yet.
    const proposed: CtyValue = { ...config, id: unknown }
    const request = { prior: null, proposed, config, private: nothing }
    await client.validateResource(type, config)
    const planned = await client.plan(type, request)
    // Plans again when it applies, since unknown values may be known by then.
    const again = await client.plan(type, request)
    const applied = await client.apply(type, {
      prior: null,
      planned: again.planned,
      config,
      private: again.private.length > 0 ? again.private : planned.private,
    })
    files[index] = {
      state: ctyToJson(type.type, applied.state),
      private: Buffer.from(applied.private).toString('base64'),
    }
  },
  nothing: async ({ client, type, files }, index) => {
    const config = configOf(type, index)
    const { state: json = '', private: notes = '' } = files[index] ?? {}
    await client.validateResource(type, config)
    const { state } = await client.upgradeState(type, { version: type.version, json })
    await client.plan(type, { prior: state, proposed: state, config, private: Buffer.from(notes, 'base64') })
  },
  destroy: async ({ client, type, files }, index) => {
    const { state: json = '', private: notes = '' } = files[index] ?? {}
    const { state } = await client.upgradeState(type, { version: type.version, json })
    await client.apply(type, { prior: state, planned: null, config: null, private: Buffer.from(notes, 'base64') })
  },
}

function configOf(type: TypeSchema, index: number): CtyMap {
  const content = { filename: `files/file${index}.txt`, content: `content of file${index}` }
  const config = ctyFromJson(type.type, JSON.stringify(content))
  if (!isCtyMap(config)) throw new Error('a file is an object')
  return config
}

async function main(): Promise<void> {
  const [provider = '', step = '', count = ''] = process.argv.slice(2)
  const calls = callsOf[step]
  if (calls === undefined) throw new Error(`there is no step ${step}`)
  mkdirSync('files', { recursive: true })
  const env = { ...process.env, TF_PLUGIN_MAGIC_COOKIE: cookie, PLUGIN_PROTOCOL_VERSIONS: '5' }
  const child = spawn(provider, [], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const channel = channelOfVersion5(connectChannel({ socketPath: line.split('|')[3] ?? '' }))
  const client = new TerraformWireClient(channel, () => 5)
  const schemas = await client.schemas()
  const type = schemas.resources.get('local_file')
  if (type === undefined) throw new Error('the provider has no files')
  await client.configure(schemas.provider, ctyFromJson(schemas.provider.type, '{}'))
  const files: Record<number, File> = step === 'up' ? {} : JSON.parse(readFileSync(kept, 'utf8'))
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < Number(count)) await calls({ client, type, files }, next++)
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  writeFileSync(kept, JSON.stringify(files))
  channel.close()
  child.kill()
  await once(child, 'exit')
}

void main()
