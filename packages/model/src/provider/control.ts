import type { CallLimits } from './calls.ts'
import type { CallUnderWay, Gateway } from './gateway.ts'

/** Travels with each call of a plugin, beside its request. */
export interface CallControl extends CallLimits {
  /** The call during which a plugin makes this one through the gateway. */
  readonly within?: CallUnderWay
  /** The way for the called plugin to reach its host during the call. Only the plugin's side has it. */
  readonly gateway?: Gateway | undefined
  /** Identifies the call for those that the plugin makes during it; see `callHeader` of the protocol. */
  readonly tag?: string
}
