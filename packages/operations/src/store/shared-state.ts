import { isAbsolute, join } from 'node:path'
import { homeOf } from '../home.ts'
import type { SharedPlace } from '@slipway/stores/postgres'

/** Where a user keeps what belongs to this machine, of all states in databases. By the XDG rules. */
export function machineStates(env: NodeJS.ProcessEnv): string {
  const { XDG_STATE_HOME: xdg = '' } = env
  return join(isAbsolute(xdg) ? xdg : join(homeOf(env), '.local', 'state'), 'slipway')
}

/**
 * @param top as {@link machineStates} says
 * @throws Failure `state/bad-url`
 */
export async function sharedState(url: string, env: NodeJS.ProcessEnv, top: string): Promise<SharedPlace> {
  const { machineFolderFor, parseAddress } = await import('@slipway/stores/postgres')
  const address = parseAddress(url)
  const places = { env, home: homeOf(env) }
  return { address, places, top, machine: await machineFolderFor(top, address, places) }
}
