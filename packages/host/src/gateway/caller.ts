import type { CallUnderWay, Gateway } from '@slipway/model'

export interface CallingPlugin {
  readonly id: string
  readonly kind: string
  /** The prefix of its types. */
  readonly namespace: string
}

/** Who asks for something through the gateway: the plugin that was launched behind the connection, whatever is said there. */
export interface Caller {
  readonly plugin: CallingPlugin
  /** The call in which it asks. Absent where that cannot be told: it was given several at once, or none. */
  readonly call: CallUnderWay | undefined
  /** Tells callers apart that may each hold something of their own; the same for the same calls of the same launch. */
  readonly key: string
  /** Aborts when the call has ended in which it asks, whatever ended it; where that cannot be told, all that it may be. */
  readonly ended: AbortSignal
}

/** What a caller may do. Whoever composes an engine fills it. */
export type GatewayPort = (caller: Caller) => Gateway
