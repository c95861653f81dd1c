import { isAbsolute, join } from 'node:path'
import { Failure } from '@slipway/model'
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

/** The password of the state's database, which no text of a plugin may show; a file that cannot be read is told of by whoever opens the state. */
export async function passwordOfState({ shared }: { readonly shared?: SharedPlace }): Promise<string | undefined> {
  if (shared === undefined) return undefined
  const { statePassword } = await import('@slipway/stores/postgres')
  try {
    return statePassword(shared)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

/** What plugins, stage tasks and the modules of stacks are started with: not with PGPASSWORD, where that opens the database of the state. */
export function envForOthers(env: NodeJS.ProcessEnv, { shared }: { readonly shared?: SharedPlace }): NodeJS.ProcessEnv {
  const file = env['SLIPWAY_STATE_PASSWORD_FILE'] ?? ''
  if (shared === undefined || file !== '') return env
  const { PGPASSWORD: _ours, ...others } = env
  return others
}
