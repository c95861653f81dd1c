import type { Caller, GatewayPort } from '@slipway/host'
import type { Gateway } from '@slipway/model'

/** The access of plugins to the gateway. Opened later, because plugins are made first and the gateway is built on them. */
export class GatewayDoor {
  #gateway: GatewayPort | undefined

  open(gateway: GatewayPort): void {
    this.#gateway = gateway
  }

  readonly of = (caller: Caller): Gateway => {
    if (this.#gateway === undefined) throw new TypeError('a plugin runs before the gateway is open')
    return this.#gateway(caller)
  }
}
