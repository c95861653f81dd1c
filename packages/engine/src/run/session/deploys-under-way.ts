import type { ResourceRecord } from '@slipway/stores'

/** The records whose things are being made or changed, each from before its call until the result is recorded. */
export class DeploysUnderWay {
  readonly #ends = new Map<string, PromiseWithResolvers<void>>()

  async during(id: string, deploy: () => Promise<void>): Promise<void> {
    this.#ends.set(id, Promise.withResolvers())
    try {
      await deploy()
    } finally {
      this.end(id)
    }
  }

  /** Notes that the result is recorded. What remains of the deploy is only a wait. */
  end(id: string): void {
    this.#ends.get(id)?.resolve()
    this.#ends.delete(id)
  }

  has({ id }: ResourceRecord): boolean {
    return this.#ends.has(id)
  }

  /** Resolves when no deploy of the record is under way. */
  async over({ id }: ResourceRecord): Promise<void> {
    await this.#ends.get(id)?.promise
  }
}
