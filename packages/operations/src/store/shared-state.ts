import { isAbsolute, join } from 'node:path'
import { Failure } from '@slipway/model'
import { homeOf } from '../home.ts'
import type { SharedPlace } from '@slipway/stores/postgres'

/** Returns the user's folder for this machine's parts of all states in databases, by the XDG rules. */
export function machineStates(env: NodeJS.ProcessEnv): string {
  const { XDG_STATE_HOME: xdg = '' } = env
  return join(isAbsolute(xdg) ? xdg : join(homeOf(env), '.local', 'state'), 'slipway')
}

/**
 * Returns the place of a state in a database.
 *
 * @param top the result of {@link machineStates}
 * @throws Failure `state/bad-url`
 */
export async function sharedState(url: string, env: NodeJS.ProcessEnv, top: string): Promise<SharedPlace> {
  const { machineFolderFor, parseAddress } = await import('@slipway/stores/postgres')
  const address = parseAddress(url)
  const places = { env, home: homeOf(env) }
  return { address, places, top, machine: await machineFolderFor(top, address, places) }
}

/** Returns the password of the state's database, to redact it in plugins' texts. Opening the state reports an unreadable password file. */
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

/** Returns the environment of plugins, stage tasks and stacks, without PGPASSWORD if it opens the state's database. */
export function envForOthers(env: NodeJS.ProcessEnv, { shared }: { readonly shared?: SharedPlace }): NodeJS.ProcessEnv {
  const file = env['SLIPWAY_STATE_PASSWORD_FILE'] ?? ''
  if (shared === undefined || file !== '') return env
  const { PGPASSWORD: _ours, ...others } = env
  return others
}
