import { PluginFailure, type PluginFailureDetails } from '@slipway/model'
import { definition } from './definition.ts'
import { kindOf } from './kinds.ts'
import type { Method } from '../moves/trouble.ts'

/** The call that succeeds or fails. */
export interface About {
  readonly method: Method
  readonly type: string
  readonly name: string
  readonly resourceId: string
  /** The secret in its input, in plain text. */
  readonly secret: string | undefined
}

type How = Pick<PluginFailureDetails, 'refused' | 'inDoubt' | 'over'>

/** Makes a failure as the client of a plugin does. Plugins often quote their input. */
export function failure(about: About, code: PluginFailure['pluginErrorCode'], why: string, how: How = {}) {
  const { method, name, secret } = about
  const said = secret === undefined ? why : `${why} (password ${secret})`
  return new PluginFailure('plugin/call-failed', `${method} ${name}: ${said}`, {
    pluginId: definition.pluginId,
    method: `provider.Resource.${method}`,
    pluginErrorCode: code,
    reasons: [said],
    ...how,
  })
}

/** The answer of a service that cannot make something: some services know that nothing was changed, others only that something went wrong. */
export function conflict(about: About, why: string): PluginFailure {
  return kindOf(about.type).conflict === 'refused'
    ? failure(about, 'BAD_INPUT', why, { refused: true })
    : failure(about, 'UNEXPECTED', why)
}
