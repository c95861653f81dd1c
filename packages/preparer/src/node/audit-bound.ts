import { messageOf } from '@slipway/model'
import { auditOfNode } from '../records/keys.ts'
import type { Records } from '../records/records.ts'

/** How many changes etcd, and a batch of ours, takes in one transaction. */
const mostDeleted = 100

/** Keeps the audit of a node from growing without end: the oldest runs go, a tenth of the limit at a time. */
export class AuditBound {
  readonly #records: Pick<Records, 'list' | 'tell'>
  readonly #node: string
  readonly #rows: number
  readonly #tell: (message: string) => void
  #runs = Infinity
  #isPruning = false

  /** @param rows roughly how many runs are kept */
  constructor(records: Pick<Records, 'list' | 'tell'>, node: string, rows: number, tell: (message: string) => void) {
    this.#records = records
    this.#node = node
    this.#rows = rows
    this.#tell = tell
  }

  /** Called after each run. The first time, the number of runs is unknown. */
  async ran(): Promise<void> {
    this.#runs++
    if (this.#isPruning || this.#runs < this.#rows / 10) return
    this.#isPruning = true
    try {
      await this.#prune()
      this.#runs = 0
    } catch (error) {
      this.#tell(`old runs of hooks could not be removed from the audit: ${messageOf(error)}`)
    } finally {
      this.#isPruning = false
    }
  }

  async #prune(): Promise<void> {
    const keys = (await this.#records.list(auditOfNode(this.#node))).map(({ key }) => key).sort()
    const old = keys.slice(0, Math.max(0, keys.length - this.#rows))
    for (let index = 0; index < old.length; index += mostDeleted)
      await this.#records.tell(old.slice(index, index + mostDeleted).map((key) => ({ type: 'delete', key })))
  }
}
