import type { Change, Entry, Watch } from '@slipway/infra'
import { beatsOfNode, ordersOfNode, tasksOfNode } from '../records/task-order.ts'
import { NodeTask, type TaskPorts } from './node-task.ts'

/**
 * The stage tasks that deployments have ordered from this node through the store. Any number may run at once: deployments know their order.
 */
export class NodeTasks {
  readonly #ports: TaskPorts
  readonly #tasks = new Map<string, NodeTask>()
  readonly #orders: string
  readonly #beats: string
  #watch: Watch | undefined
  #isClosing = false

  constructor(ports: TaskPorts) {
    this.#ports = ports
    this.#orders = ordersOfNode(ports.node)
    this.#beats = beatsOfNode(ports.node)
  }

  follow(): void {
    this.#watch = this.#ports.store.watch(tasksOfNode(this.#ports.node), {
      snapshot: (entries) => this.#reset(entries),
      changes: (changes) => {
        for (const change of changes) this.#apply(change)
      },
      lost: () => this.#storeIs(false),
    })
  }

  /** Ends running tasks, which are answered as failures. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const { standing } of this.#tasks.values()) standing.close()
    await Promise.all(Array.from(this.#tasks.values(), ({ done }) => done))
    await this.#watch?.close()
  }

  #reset(entries: readonly Entry[]): void {
    this.#storeIs(true)
    const orders = entries.filter(({ key }) => key.startsWith(this.#orders))
    const ids = new Set(orders.map(({ key }) => key.slice(this.#orders.length)))
    for (const [id, task] of this.#tasks) if (!ids.has(id)) task.standing.drop()
    // Forgets the notes of orders that were removed while the preparer was away.
    void this.#ports.notes.keepOnly(new Set([...ids, ...this.#tasks.keys()])).catch(() => {})
    for (const entry of orders) this.#apply({ type: 'put', ...entry })
    for (const entry of entries) this.#apply({ type: 'put', ...entry })
  }

  #apply(change: Change): void {
    const { key } = change
    if (key.startsWith(this.#orders)) this.#ordered(key.slice(this.#orders.length), change)
    else if (key.startsWith(this.#beats) && change.type === 'put')
      this.#tasks.get(key.slice(this.#beats.length))?.standing.hear(change.value)
  }

  #ordered(id: string, change: Change): void {
    if (change.type === 'delete') return this.#tasks.get(id)?.standing.drop()
    if (this.#tasks.has(id) || this.#isClosing || !this.#ports.isOwn()) return
    const task = new NodeTask(this.#ports, id, change.value)
    this.#tasks.set(id, task)
    void task.done.then(() => this.#tasks.delete(id))
  }

  #storeIs(isThere: boolean): void {
    for (const task of this.#tasks.values()) task.standing.storeIs(isThere)
  }
}
