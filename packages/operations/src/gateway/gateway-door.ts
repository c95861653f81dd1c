import type { Caller, GatewayPort } from '@slipway/host'
import type { Gateway } from '@slipway/model'

/** Through which plugins reach the gateway. Plugins are made first, because what answers them is made of them. */
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
