import { isAbsolute, join } from 'node:path'
import { homeOf } from '../home.ts'
import type { SharedPlace } from '@slipway/stores/postgres'

/** @throws Failure `state/bad-url` */
export async function sharedState(url: string, env: NodeJS.ProcessEnv): Promise<SharedPlace> {
  const { machineFolderFor, parseAddress } = await import('@slipway/stores/postgres')
  const address = parseAddress(url)
  const home = homeOf(env)
  const top = join(stateHome(env, home), 'slipway')
  const places = { env, home }
  return { address, places, top, machine: await machineFolderFor(top, address, places) }
}

/** By the XDG rules. */
function stateHome(env: NodeJS.ProcessEnv, home: string): string {
  const { XDG_STATE_HOME: xdg = '' } = env
  return isAbsolute(xdg) ? xdg : join(home, '.local', 'state')
}
