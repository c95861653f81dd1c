import type { KeyValueStore } from '@slipway/infra'
import { messageOf } from '@slipway/model'
import { settledWithin } from '@slipway/processes'
import type { AuthPolicy } from '../policies/policy.ts'
import {
  beatMs,
  beatOf,
  orderOf,
  parseOrder,
  type SentFolder,
  type TaskAnswer,
  taskAnswerOf,
  type TaskEnd,
  taskFileOf,
  taskFilesOf,
  type TaskOrder,
} from '../records/task-order.ts'
import { runOrder } from './ordered-task.ts'
import type { PluginFolders } from './plugin-folders.ts'
import { type Machine, rebootDriver } from './reboot.ts'
import { type Pace, Standing } from './standing.ts'
import type { TaskNote, TaskNotes } from './task-notes.ts'
import type { Turn, Turns } from './turns.ts'

/** The ports that the tasks of a node share. */
export interface TaskPorts extends Pace {
  readonly node: string
  readonly env: NodeJS.ProcessEnv
  readonly store: KeyValueStore
  readonly notes: TaskNotes
  readonly folders: PluginFolders
  readonly policy: AuthPolicy
  readonly machine: Machine
  /** Returns false while another preparer has the node's name: then orders are meant for that one. */
  readonly isOwn: () => boolean
  readonly turns: Turns
  readonly tell: (message: string) => void
}

/** The pause between attempts to write to the store, in milliseconds. */
const pauseMs = 100

/** A stage task that a deployment has ordered: it runs once, and its answer stays until the deployment removes the order. */
export class NodeTask {
  readonly standing: Standing
  /** Resolves when no part of it is under way. */
  readonly done: Promise<void>
  readonly #ports: TaskPorts
  readonly #id: string
  #isRebooting = false
  #beat = 0

  constructor(ports: TaskPorts, id: string, order: string) {
    this.#ports = ports
    this.#id = id
    this.standing = new Standing(ports)
    this.done = this.#work(order).catch((error: unknown) => ports.tell(`a stage task: ${messageOf(error)}`))
  }

  async #work(text: string): Promise<void> {
    const { notes } = this.#ports
    const noted = await notes.of(this.#id)
    const end = noted === undefined ? await this.#carryOut(text) : this.#endAfter(noted)
    if (end !== undefined) {
      await notes.put(this.#id, end)
      await this.#answerUntilTaken(end)
    }
    if (this.standing.isGone) await this.#sweep().catch(() => {})
    if (this.standing.isDropped) await notes.forget(this.#id)
  }

  /** Returns the end of the task; `undefined`: there is no answer, or no reader for it. */
  async #carryOut(text: string): Promise<TaskEnd | undefined> {
    const order = parseOrder(text)
    if (order === undefined)
      return failed('the node cannot read the task: do both sides run the same version of Slipway?')
    const { node, policy, tell } = this.#ports
    const name = `the stage task ${order.plugin}/${order.task} of ${order.by}`
    const objection = policy.authoriseTask(order.plugin)
    if (objection !== undefined) {
      tell(`${name} is not authorised: ${objection}`)
      return failed(`${node} does not let it run: ${objection}`)
    }
    const notBegun = (): TaskEnd | undefined =>
      this.standing.reason === 'cancelled' ? { ...failed(''), outcome: 'cancelled' } : undefined
    try {
      if (!(await this.#prepare(order))) return notBegun()
    } catch (error) {
      return failed(messageOf(error))
    }
    // A task of a killed deployment may still run when the next deployment orders it.
    const turn = this.#ports.turns.take(`${order.plugin} ${order.stage} ${order.task}`)
    try {
      return (await this.#awaitTurn(turn, name)) ? await this.#begin(order, name) : notBegun()
    } finally {
      turn.giveBack()
    }
  }

  /** Waits for its turn. Returns false if the task should not begin any more. */
  async #awaitTurn({ comes }: Turn, name: string): Promise<boolean> {
    const { beatMs: pace = beatMs, tell } = this.#ports
    let isTold = false
    while (!(await settledWithin(comes, isTold ? pace : 0))) {
      if (this.standing.stop.aborted) return false
      if (!isTold) tell(`${name} waits: it is already running for another deployment`)
      isTold = true
      await this.#tryToAnswer({ state: 'running', beat: this.#beat++ })
    }
    return !this.standing.stop.aborted
  }

  async #begin(order: TaskOrder, name: string): Promise<TaskEnd | undefined> {
    const { notes, machine, tell } = this.#ports
    await notes.put(this.#id, { state: 'begun', boot: machine.boot() })
    tell(`${name} begins`)
    const end = await this.#run(order)
    if (end !== undefined) tell(`${name} ${end.outcome}${end.reason === undefined ? '' : `: ${end.reason}`}`)
    return end
  }

  /** Reports that it has seen the order, and fetches the folders that it needs. Returns false if the task must not begin. */
  async #prepare(order: TaskOrder): Promise<boolean> {
    const { folders } = this.#ports
    const wanted = [order.folder, ...(order.executable === undefined ? [] : [order.executable.folder])]
    const missing = (): readonly SentFolder[] => wanted.filter(({ digest }) => !folders.has(digest))
    let { beats } = this.standing
    await this.#answer({ state: 'heard', needs: missing().map(({ digest }) => digest) })
    // A later beat means that the deployment still wants the task. The folders may still be on their way.
    for (;;) {
      await this.standing.after(beats)
      beats = this.standing.beats
      if (this.standing.stop.aborted) return false
      for (const folder of missing()) {
        const archive = await this.#fetch(folder)
        if (archive !== undefined) await folders.add(folder.digest, archive)
      }
      if (missing().length === 0) return true
    }
  }

  /** The archive; `undefined` if parts of it are missing. */
  async #fetch({ digest, parts }: SentFolder): Promise<Buffer | undefined> {
    const { store, node } = this.#ports
    const bytes: Buffer[] = []
    for (let part = 0; part < parts; part++) {
      const text = await store.get(taskFileOf(node, this.#id, digest, part)).catch(() => undefined)
      if (text === undefined) return undefined
      bytes.push(Buffer.from(text, 'base64'))
    }
    return Buffer.concat(bytes)
  }

  async #run(order: TaskOrder): Promise<TaskEnd | undefined> {
    const { node, env, folders, machine, notes, beatMs: pace = beatMs } = this.#ports
    const beforeReboot = async (): Promise<void> => {
      this.#isRebooting = true
      await notes.put(this.#id, { state: 'rebooting', boot: machine.boot() })
      await this.#answer({ state: 'rebooting' })
    }
    const drivers = rebootDriver(machine, beforeReboot)
    const running = runOrder(order, { node, env, folders, drivers, signal: this.standing.stop })
    while (!this.#isRebooting) {
      await this.#tryToAnswer({ state: 'running', beat: this.#beat++ })
      if (await settledWithin(running, pace)) break
    }
    const end = await running
    const { output, dropped } = end
    // The preparer that starts after the reboot reports the result.
    if (this.#isRebooting && this.standing.reason === 'closing') return undefined
    switch (end.outcome === 'cancelled' ? this.standing.reason : undefined) {
      case 'closing':
        return { ...failed(`the preparer of ${node} was told to end`), output, dropped }
      case 'gone':
        return { ...failed('its caller no longer waits for it'), output, dropped }
      default:
        return { state: 'ended', ...end }
    }
  }

  /** The end of a task that an earlier preparer has begun. */
  #endAfter(note: TaskNote): TaskEnd {
    const { node, machine } = this.#ports
    if (note.state === 'ended') return note
    if (note.state === 'begun') return failed(`the preparer of ${node} ended while it ran`)
    return note.boot === machine.boot()
      ? failed('the machine was told to reboot, but is still running')
      : { state: 'ended', outcome: 'succeeded', output: '', dropped: 0 }
  }

  /** Repeats the answer until it is written, or is no longer needed. */
  async #answer(answer: TaskAnswer): Promise<void> {
    while (!(await this.#tryToAnswer(answer)) && !this.standing.stop.aborted)
      await this.#ports.clock.sleep(pauseMs, this.standing.stop)
  }

  async #answerUntilTaken(end: TaskEnd): Promise<void> {
    const { nobody } = this.standing
    const { clock } = this.#ports
    while (!(await this.#tryToAnswer(end)) && !nobody.aborted) await clock.sleep(pauseMs, nobody)
    while (!nobody.aborted) await clock.sleep(60_000, nobody)
  }

  async #tryToAnswer(answer: TaskAnswer): Promise<boolean> {
    if (this.standing.isDropped) return true
    const { store, node } = this.#ports
    try {
      await store.put(taskAnswerOf(node, this.#id), JSON.stringify(answer))
      return true
    } catch {
      return false
    }
  }

  /** Removes the remains of a deployment that is gone. */
  async #sweep(): Promise<void> {
    const { store, node, notes } = this.#ports
    const files = (await store.list(taskFilesOf(node, this.#id))).map(({ key }) => key)
    const keys = [orderOf(node, this.#id), beatOf(node, this.#id), taskAnswerOf(node, this.#id)]
    for (const key of [...keys, ...files]) await store.delete(key)
    await notes.forget(this.#id)
  }
}

function failed(reason: string): TaskEnd {
  return { state: 'ended', outcome: 'failed', reason, output: '', dropped: 0 }
}
