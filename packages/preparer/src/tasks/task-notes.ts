import { z } from 'zod'
import type { Records } from '../records/records.ts'
import { parseAnswer, type TaskEnd } from '../records/task-order.ts'

const prefix = 'task/'

const underWay = z.object({
  state: z.enum(['begun', 'rebooting']),
  /** The machine's boot id when the note was written. */
  boot: z.string(),
})

/** The progress of a task in the node's notes: the task begins only once, even if the preparer dies. */
export type TaskNote = z.output<typeof underWay> | TaskEnd

type Noting = Pick<Records, 'note' | 'noted' | 'notes' | 'forgetNote'>

export class TaskNotes {
  readonly #records: Noting

  constructor(records: Noting) {
    this.#records = records
  }

  async of(id: string): Promise<TaskNote | undefined> {
    const text = await this.#records.noted(`${prefix}${id}`)
    if (text === undefined) return undefined
    const answer = parseAnswer(text)
    return answer?.state === 'ended' ? answer : underWay.parse(JSON.parse(text))
  }

  async put(id: string, note: TaskNote): Promise<void> {
    await this.#records.note(`${prefix}${id}`, JSON.stringify(note))
  }

  async forget(id: string): Promise<void> {
    await this.#records.forgetNote(`${prefix}${id}`)
  }

  /** Removes the notes that no longer have an order. */
  async keepOnly(ids: ReadonlySet<string>): Promise<void> {
    const known = (await this.#records.notes(prefix)).map((name) => name.slice(prefix.length))
    for (const id of known.filter((name) => !ids.has(name))) await this.forget(id)
  }
}
