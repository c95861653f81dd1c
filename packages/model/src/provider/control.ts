import type { CallLimits } from './calls.ts'
import type { CallUnderWay, Gateway } from './gateway.ts'

/** Travels with each call of a plugin, beside its request. */
export interface CallControl extends CallLimits {
  /** Set when a plugin makes the call through the gateway: the call of that plugin which it belongs to. */
  readonly within?: CallUnderWay
  /** The requests that the called plugin may make of its host in this call; only its own side has it. */
  readonly gateway?: Gateway | undefined
  /** Names the call for those that the plugin makes in it; see `callHeader` of the protocol. */
  readonly tag?: string
}
