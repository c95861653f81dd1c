import { secretsIn, type Value } from '@slipway/model'

/** Plugins' requests through the gateway, by the id of the resource or link that the asking call changes. */
export class GatewayRequests {
  /** Ids of the resources and links for which something has been made, changed or destroyed so far. */
  readonly changed = new Set<string>()
  /** The inputs of calls that have not ended, by id of the resource or link. */
  readonly #given = new Map<string, Value>()
  /** The secrets in the answers to requests, by id of the resource or link. */
  readonly #heard = new Map<string, readonly Value[]>()

  begin(id: string, given: Value): void {
    this.#given.set(id, given)
  }

  end(id: string): void {
    this.#given.delete(id)
  }

  hear(id: string, ...answers: readonly Value[]): void {
    const secrets = secretsIn(...answers)
    if (secrets.length > 0) this.#heard.set(id, [...this.heard(id), ...secrets])
  }

  heard(id: string): readonly Value[] {
    return this.#heard.get(id) ?? []
  }

  /** The values whose secrets a plugin may pass on in its call. */
  known(id: string): readonly Value[] {
    return [this.#given.get(id) ?? null, ...this.heard(id)]
  }
}
