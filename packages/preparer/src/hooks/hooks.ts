import { messageOf } from '@slipway/model'
import type { AuditEntry } from '../records/audit.ts'
import { auditOf } from '../records/keys.ts'
import type { Records } from '../records/records.ts'
import type { Installed } from '../records/pod-record.ts'
import { type Hook, isFor, type Occasion } from './hook.ts'
import { inOrder } from './order.ts'
import type { ResidentHook } from './resident.ts'
import { type HookSurroundings, runHook } from './run-hook.ts'

interface HooksOptions extends Omit<HookSurroundings, 'residents'> {
  readonly records: Records
  readonly ids: { next(): string }
  readonly now: () => number
  readonly tell: (message: string) => void
}

/** The hooks of a node. Whatever they do, a deploy goes on. */
export class Hooks {
  readonly #options: HooksOptions
  readonly #all = new Map<string, Hook>()
  /** Runs under way, by hook. */
  readonly #runs = new Map<string, Set<Promise<void>>>()
  #ordered: readonly Hook[] = []
  readonly #residents = new Map<string, ResidentHook>()

  constructor(options: HooksOptions) {
    this.#options = options
  }

  /** Puts a hook into its place, or takes it away. */
  set(id: string, hook: Hook | undefined): void {
    void this.#endResidents(`${id}/`)
    if (hook === undefined) this.#all.delete(id)
    else this.#all.set(id, hook)
    const { hooks, contradicting } = inOrder([...this.#all.values()])
    this.#ordered = hooks
    if (contradicting.length > 0)
      this.#options.tell(
        `before and after of the hooks ${contradicting.join(', ')} contradict each other, and are passed over`,
      )
  }

  /** Waits until no run of a hook is under way: its files may go then. */
  async idle(id: string): Promise<void> {
    await Promise.all(this.#runs.get(id) ?? new Set<Promise<void>>())
  }

  /** Ends what is kept alive between moments. */
  async close(): Promise<void> {
    await this.#endResidents('')
  }

  async #endResidents(prefix: string): Promise<void> {
    const ended = [...this.#residents].filter(([name]) => name.startsWith(prefix))
    for (const [name] of ended) this.#residents.delete(name)
    await Promise.all(ended.map(([, resident]) => resident.end()))
  }

  /** Runs the hooks that are for this, one after the other. Never rejects. */
  async fire(occasion: Occasion): Promise<void> {
    for (const hook of this.#ordered) {
      if (!isFor(hook, occasion)) continue
      for (const installed of hook.installed) {
        if (this.#options.signal.aborted) return
        await this.#watched(hook.manifest.id, this.#run(hook, installed, occasion))
      }
    }
  }

  async #watched(id: string, run: Promise<void>): Promise<void> {
    const runs = this.#runs.get(id) ?? new Set()
    this.#runs.set(id, runs.add(run))
    await run
    runs.delete(run)
  }

  async #run(hook: Hook, installed: Installed, occasion: Occasion): Promise<void> {
    const { records, ids, now, node, tell } = this.#options
    const { moment, pod, attempt } = occasion
    const run = ids.next()
    const startedAt = now()
    const { id } = hook.manifest
    const started: AuditEntry = {
      at: new Date(startedAt).toISOString(),
      node,
      pod: pod?.id ?? '',
      hook: id,
      moment,
      attempt,
      exit: null,
      durationMs: 0,
      ...(hook.installed.length > 1 && { launchable: installed.name }),
    }
    const key = auditOf(node, run)
    try {
      await records.tell([{ type: 'put', key, value: JSON.stringify({ ...started, problem: 'it has not ended' }) }])
      const { exit, problem, output, result } = await runHook(
        { ...this.#options, residents: this.#residents },
        run,
        hook,
        installed,
        occasion,
      )
      const ended: AuditEntry = {
        ...started,
        exit,
        durationMs: Math.max(0, now() - startedAt),
        ...(problem !== undefined && { problem }),
        ...(output !== '' && { output }),
        ...(result !== undefined && { result: result as AuditEntry['result'] }),
      }
      await records.tell([{ type: 'put', key, value: JSON.stringify(ended) }])
      if (problem !== undefined) tell(`hook ${id} at ${moment} of ${pod?.id ?? 'the node'}: ${problem}`)
    } catch (error) {
      tell(`hook ${id} at ${moment}: the audit could not be written: ${messageOf(error)}`)
    }
  }
}
