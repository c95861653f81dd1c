/**
 * The cost of one resource on the wire alone: DeployResource and ResourceHasStabilised of about 1 KB, from
 * ProviderClient to a provider that does nothing, in a process of its own, 32 in flight.
 *
 *     node bench/rpc.ts [resources = 10000]
 *
 * Prints resources a second and the CPU of both processes; the first thousand tells what a cold start costs.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'

import { type DeployRequest, type Provider, valueMap } from '@slipway/model'
import { connectChannel, type LocalAddress, ProviderClient, providerRoutes, RpcServer } from '@slipway/protocol'

const inFlight = 32
const hostId = 'bench'

const spec = valueMap(Array.from({ length: 12 }, (_, index) => [`field${index}`, 'x'.repeat(30)] as const))

function request(index: number): DeployRequest {
  return {
    type: 'bench/thing',
    resourceId: `resource-${index}`,
    resourceName: `thing${index}`,
    instanceId: 'instance',
    instanceName: 'bench',
    spec,
    changes: {
      mustRecreate: false,
      modified: [],
      added: Object.entries(spec).map(([name, next]) => ({ path: `spec.${name}`, next })),
      removed: [],
      unchanged: [],
      computed: ['spec.id'],
    },
    context: { config: { region: 'here' }, variables: { environment: 'bench' } },
  }
}

/** Has only what the wire needs. */
const idle: Partial<Provider> = {
  define: async () => ({
    pluginId: 'bench/idle',
    pluginVersion: '1.0.0',
    namespace: 'bench',
    config: { fields: {}, allowAdditionalFields: false },
    resourceTypeNames: ['bench/thing'],
    dataSourceTypeNames: [],
    functionNames: [],
    resourceTypes: {
      'bench/thing': {
        type: 'bench/thing',
        label: 'Thing',
        schema: { type: 'object', attributes: {} },
        destroyBeforeCreate: false,
        settlement: 'repeatable',
        stabilisedDependencies: [],
      },
    },
    dataSourceTypes: {},
    functions: {},
  }),
  deploy: async ({ resourceId }) => ({ 'spec.id': resourceId }),
  hasStabilised: async () => ({ stabilised: true, computed: {} }),
}

async function plugin(): Promise<void> {
  const server = new RpcServer(providerRoutes(idle as Provider, () => hostId))
  process.send?.(await server.listen())
  process.on('message', () => process.send?.(process.cpuUsage()))
}

async function engine(total: number): Promise<void> {
  const child = fork(import.meta.filename, ['plugin'])
  const [address] = (await once(child, 'message')) as [LocalAddress]
  const channel = connectChannel(address)
  const client = new ProviderClient(channel, { hostId, pluginId: 'bench/idle', pluginVersion: '1.0.0' })
  for (const resources of [Math.min(1000, total), total]) {
    const pluginCpu = await cpuOf(child)
    const ownCpu = process.cpuUsage()
    const started = performance.now()
    let next = 0
    const worker = async (): Promise<void> => {
      while (next < resources) {
        const each = request(next++)
        await client.deploy(each)
        await client.hasStabilised(each)
      }
    }
    await Promise.all(Array.from({ length: inFlight }, worker))
    const seconds = (performance.now() - started) / 1000
    const own = process.cpuUsage(ownCpu)
    const plugins = await cpuOf(child)
    console.log(
      `${resources} resources: ${seconds.toFixed(2)} s, ${Math.round(resources / seconds)}/s, ` +
        `CPU engine ${((own.user + own.system) / 1e6).toFixed(2)} s, plugin ${(plugins - pluginCpu).toFixed(2)} s, ` +
        `engine ${Math.round(process.memoryUsage.rss() / 1e6)} MB`,
    )
  }
  channel.close()
  child.kill()
}

/** Seconds of processor time that the child has used. */
async function cpuOf(child: ReturnType<typeof fork>): Promise<number> {
  child.send('cpu')
  const [usage] = (await once(child, 'message')) as [NodeJS.CpuUsage]
  return (usage.user + usage.system) / 1e6
}

await (process.argv[2] === 'plugin' ? plugin() : engine(Number(process.argv[2] ?? 10_000)))
