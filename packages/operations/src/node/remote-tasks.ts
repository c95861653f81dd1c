import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyValueStore, Watch } from '@slipway/infra/keyvalue'
import { messageOf } from '@slipway/model'
import {
  beatMs,
  beatOf,
  cancelled,
  goneMs,
  orderOf,
  parseAnswer,
  type TaskAnswer,
  taskAnswerOf,
  taskFileOf,
} from '@slipway/preparer'
import { processIdentity } from '@slipway/processes'
import type { TaskCall, TaskOutcome, TaskType } from '@slipway/stages'
import { timeSortedIds } from '../ports/system-ports.ts'
import type { Slipway } from '../slipway.ts'
import type { NodeRequest } from './node-request.ts'
import { withStore } from './with-store.ts'
import { type SentTask, sentTask } from './sent-task.ts'
import { silenceText } from './silence.ts'

/** The time for a machine to reboot if the task has no limit, in seconds. */
const rebootSeconds = 600
const ids = timeSortedIds()

/** Runs a task through the preparer of the node that the call names. Never rejects. */
export async function runOnNode(
  slipway: Slipway,
  remote: NodeRequest,
  call: TaskCall,
  type: TaskType | undefined,
): Promise<TaskOutcome> {
  try {
    const { user, host } = processIdentity()
    const sent = sentTask(call, type, `${user}@${host}`)
    return await withStore(slipway, remote, (store) => new RemoteTask(store, remote, call, sent).run())
  } catch (error) {
    const outcome = call.signal.aborted ? 'cancelled' : 'failed'
    return { outcome, reason: messageOf(error), output: '', dropped: 0 }
  }
}

/** A task on another node, as this process sees it. */
class RemoteTask {
  readonly #store: KeyValueStore
  readonly #remote: NodeRequest
  readonly #call: TaskCall
  readonly #sent: SentTask
  readonly #id = ids.next()
  #beats = 0
  #answer: TaskAnswer | undefined
  /** Time of the node's last answer, or of the last loss of the store, on the monotonic clock. */
  #heardAt = performance.now()
  #lost: Loss | undefined
  readonly #files = new Set<string>()
  #news = Promise.withResolvers<void>()

  constructor(store: KeyValueStore, remote: NodeRequest, call: TaskCall, sent: SentTask) {
    this.#store = store
    this.#remote = remote
    this.#call = call
    this.#sent = sent
  }

  get #node(): string {
    return this.#call.node.name
  }

  async run(): Promise<TaskOutcome> {
    await this.#store.commit([
      { type: 'put', key: orderOf(this.#node, this.#id), value: JSON.stringify(this.#sent.order) },
      { type: 'put', key: beatOf(this.#node, this.#id), value: '0' },
    ])
    const watch = this.#listen()
    const onAbort = (): void => this.#news.resolve()
    this.#call.signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await this.#follow()
    } finally {
      this.#call.signal.removeEventListener('abort', onAbort)
      await watch.close()
      // If the store is unreachable, the node removes the task itself once the heartbeats stop.
      await this.#takeAway().catch(() => {})
    }
  }

  #listen(): Watch {
    const key = taskAnswerOf(this.#node, this.#id)
    const hear = (text: string | undefined): void => {
      this.#lost = undefined
      this.#heardAt = performance.now()
      this.#answer = (text === undefined ? undefined : parseAnswer(text)) ?? this.#answer
      this.#news.resolve()
    }
    return this.#store.watch(key, {
      snapshot: (entries) => hear(entries.find((entry) => entry.key === key)?.value),
      changes: (changes) => {
        const [last] = changes.filter((change) => change.key === key).slice(-1)
        if (last?.type === 'put') hear(last.value)
      },
      lost: (error) => {
        this.#lost ??= { since: performance.now(), error, isOfBeat: false }
      },
    })
  }

  /** Waits until the node reports the end or falls silent. */
  async #follow(): Promise<TaskOutcome> {
    let heard: TaskAnswer | undefined
    let cancelledAt: number | undefined
    for (;;) {
      const answer = this.#answer
      if (answer?.state === 'ended') {
        const { state: _, ...outcome } = answer
        return outcome
      }
      if (answer?.state === 'heard' && answer !== heard) await this.#send(answer.needs)
      heard = answer
      if (this.#call.signal.aborted) cancelledAt ??= performance.now()
      const problem = this.#problem(cancelledAt)
      if (problem !== undefined)
        return {
          outcome: cancelledAt === undefined ? 'failed' : 'cancelled',
          reason: await problem,
          output: '',
          dropped: 0,
        }
      await this.#beat()
      this.#news = Promise.withResolvers()
      await Promise.race([this.#news.promise, sleep(beatMs)])
    }
  }

  async #beat(): Promise<void> {
    const value = this.#call.signal.aborted ? cancelled : String((this.#beats += 1))
    try {
      await this.#store.put(beatOf(this.#node, this.#id), value)
      if (this.#lost?.isOfBeat !== true) return
      this.#lost = undefined
      this.#heardAt = performance.now()
    } catch (error) {
      this.#lost ??= { since: performance.now(), error, isOfBeat: true }
    }
  }

  async #send(needs: readonly string[]): Promise<void> {
    for (const digest of needs)
      for (const [part, value] of (this.#sent.archives.get(digest) ?? []).entries()) {
        const key = taskFileOf(this.#node, this.#id, digest, part)
        this.#files.add(key)
        await this.#store.put(key, value)
      }
  }

  /** Returns the reason to stop waiting, or `undefined`. */
  #problem(cancelledAt: number | undefined): Promise<string> | string | undefined {
    const now = performance.now()
    if (cancelledAt !== undefined && now - cancelledAt > goneMs)
      return `cancelled; ${this.#node} has not confirmed that the task has ended`
    if (this.#lost !== undefined)
      return now - this.#lost.since > 3 * goneMs
        ? `the store cannot be reached: ${messageOf(this.#lost.error)}. It is not known whether the task has ended on ${this.#node}`
        : undefined
    if (now - this.#heardAt < this.#patienceMs) return undefined
    return this.#answer === undefined
      ? silenceText(this.#store, this.#remote, this.#node)
      : `${this.#node} has not answered for ${Math.round(this.#patienceMs / 1000)} s: is its preparer running? It is not known whether the task has ended`
  }

  get #patienceMs(): number {
    if (this.#answer?.state !== 'rebooting') return goneMs
    const seconds = Number(this.#call.task.parameters['timeout'] ?? 0)
    return 1000 * (seconds > 0 ? seconds : rebootSeconds) + goneMs
  }

  async #takeAway(): Promise<void> {
    for (const key of this.#files) await this.#store.delete(key)
    const keys = [orderOf, beatOf, taskAnswerOf].map((keyOf) => keyOf(this.#node, this.#id))
    await this.#store.commit(keys.map((key) => ({ type: 'delete', key })))
  }
}

/** A loss of the store. `since` is a time of the monotonic clock. */
interface Loss {
  readonly since: number
  readonly error: unknown
  /** True if a heartbeat failed; the next one may succeed. */
  readonly isOfBeat: boolean
}
