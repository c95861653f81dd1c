import { z } from 'zod'
import type { Records } from '../records/records.ts'
import type { Hook } from './hook.ts'

const noteSchema = z.object({
  /** Hash of the hook's manifest: another manifest begins anew. */
  hash: z.string(),
  /** Deploys in a row in which it failed. */
  failed: z.number(),
  /** The last request to resume it. */
  resumed: z.string(),
})

type Note = z.output<typeof noteSchema>

interface SuspensionsOptions {
  readonly records: Pick<Records, 'note' | 'noted'>
  readonly tell: (message: string) => void
  /** @param reason `undefined`: it runs again */
  readonly onChange: (hook: string, reason: string | undefined) => void
}

/**
 * The hooks that are suspended because they failed in too many deploys in a row. Only hooks with a manifest that allows this are ever
 * suspended. A deploy counts once, when it is over, however many of its moments failed.
 */
export class Suspensions {
  readonly #options: SuspensionsOptions
  readonly #notes = new Map<string, Note>()
  /** For current deploys: whether a hook has failed in them. */
  readonly #deploys = new Map<string, Map<string, boolean>>()
  #resumed: ReadonlyMap<string, string> = new Map()

  constructor(options: SuspensionsOptions) {
    this.#options = options
  }

  /** The hook is in its place now. */
  async placed({ manifest: { id, hash } }: Hook): Promise<void> {
    const read = noteSchema.safeParse(JSON.parse((await this.#options.records.noted(nameOf(id))) ?? 'null'))
    const resumed = this.#resumed.get(id) ?? ''
    const fresh = { hash, failed: 0, resumed }
    this.#notes.set(id, read.success && read.data.hash === hash ? read.data : fresh)
    await this.resume(this.#resumed)
  }

  /** Why it is not run; `undefined`: it is. */
  reasonFor({ manifest: { id, body } }: Hook): string | undefined {
    const limit = body.hook?.suspendAfter
    const failed = this.#notes.get(id)?.failed ?? 0
    if (limit === undefined || failed < limit) return undefined
    return `suspended: it failed in ${failed} ${failed === 1 ? 'deploy' : 'deploys in a row'} (slipway node hooks resume ${id})`
  }

  ran(hook: string, deploy: string, isGood: boolean): void {
    const hooks = this.#deploys.get(deploy) ?? new Map<string, boolean>()
    this.#deploys.set(deploy, hooks.set(hook, hooks.get(hook) === true || !isGood))
  }

  /** The deploy will not be tried again: it has come to its end, or is given up. */
  async ended(deploy: string, hooks: readonly Hook[]): Promise<void> {
    const ran = this.#deploys.get(deploy)
    this.#deploys.delete(deploy)
    for (const hook of hooks) {
      const hasFailed = ran?.get(hook.manifest.id)
      const note = this.#notes.get(hook.manifest.id)
      if (hasFailed === undefined || note === undefined || (!hasFailed && note.failed === 0)) continue
      await this.#note(hook.manifest.id, { ...note, failed: hasFailed ? note.failed + 1 : 0 })
      const reason = this.reasonFor(hook)
      if (reason === undefined) continue
      this.#options.tell(`hook ${hook.manifest.id} is ${reason}`)
      this.#options.onChange(hook.manifest.id, reason)
    }
  }

  /** @param resumed for each hook a word that changes each time that a user resumes it */
  async resume(resumed: ReadonlyMap<string, string>): Promise<void> {
    this.#resumed = resumed
    for (const [id, note] of this.#notes) {
      const word = resumed.get(id) ?? ''
      if (word === note.resumed) continue
      await this.#note(id, { ...note, failed: 0, resumed: word })
      this.#options.onChange(id, undefined)
    }
  }

  async #note(id: string, note: Note): Promise<void> {
    this.#notes.set(id, note)
    await this.#options.records.note(nameOf(id), JSON.stringify(note))
  }
}

const nameOf = (id: string): string => `suspension/${id}`
