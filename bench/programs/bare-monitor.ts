import { route, RpcServer } from '@slipway/protocol'
import { Engine, monitor } from '@slipway/protocol/pulumi'
import { timed, type Took } from '../whole/measure.ts'
import { runner, type ProgramFolder } from './program-folder.ts'

const { ResourceMonitor } = monitor

/** The program in the runner of its SDK alone, with a monitor in this process that answers each question at once. */
export async function runAlone({ folder, checked }: ProgramFolder): Promise<Took> {
  let root = ''
  const server = new RpcServer([
    route(ResourceMonitor.GetDeploymentInfo, () => ({ supportedFeatures: [] })),
    route(ResourceMonitor.SupportsFeature, () => ({ hasSupport: true })),
    route(ResourceMonitor.RegisterResource, ({ type, name, object }) => ({
      urn: `urn:pulumi:dev::bench::${type}::${name}`,
      id: 'id',
      ...(object !== undefined && { object }),
    })),
    route(ResourceMonitor.RegisterResourceOutputs, () => ({})),
    route(ResourceMonitor.SignalAndWaitForShutdown, () => ({})),
    route(Engine.Log, () => ({})),
    route(Engine.GetRootResource, () => ({ urn: root })),
    route(Engine.SetRootResource, ({ urn }) => {
      root = urn
      return {}
    }),
  ])
  const at = await server.listen()
  if (!('port' in at)) throw new Error('the monitor listens at no port')
  const address = `127.0.0.1:${at.port}`
  const about = ['--monitor', address, '--engine', address, '--project', 'bench', '--stack', 'dev', '--pwd', folder]
  const env = { PULUMI_CONFIG: '{}', PULUMI_NODEJS_TYPESCRIPT: 'true', TS_NODE_CACHE_DIRECTORY: checked }
  try {
    return await timed({
      command: process.execPath,
      args: [runner, ...about, '--parallel', '32', '.'],
      cwd: folder,
      env,
    })
  } finally {
    await server.close()
  }
}
