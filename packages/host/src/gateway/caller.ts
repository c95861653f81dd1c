import type { CallUnderWay, Gateway } from '@slipway/model'

export interface CallingPlugin {
  readonly id: string
  readonly kind: string
  /** The prefix of its types. */
  readonly namespace: string
}

/** The caller of the gateway: the plugin that was launched behind the connection, no matter what it claims. */
export interface Caller {
  readonly plugin: CallingPlugin
  /** The call in which it asks. Absent when that is unknown: it has several calls at once, or none. */
  readonly call: CallUnderWay | undefined
  /** Tells callers apart that may each hold something of their own; the same for the same calls of the same launch. */
  readonly key: string
  /**
   * Aborts when the call has ended in which the plugin asks, whatever ended it. If that call is unknown, it aborts when all possible calls
   * have ended.
   */
  readonly ended: AbortSignal
}

/** The rights of a caller. The composer of an engine sets them. */
export type GatewayPort = (caller: Caller) => Gateway
