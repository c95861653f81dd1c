import { join } from 'node:path'
import type { Change } from '@slipway/infra'
import { messageOf } from '@slipway/model'
import { PipeSupply } from '@slipway/processes'
import type { AuditEntry } from '../records/audit.ts'
import type { Clock } from '../records/clock.ts'
import { auditOf } from '../records/keys.ts'
import type { Records } from '../records/records.ts'
import type { Installed } from '../records/pod-record.ts'
import { type Hook, isFor, type Occasion } from './hook.ts'
import { inOrder } from './order.ts'
import type { ResidentHook } from './resident.ts'
import { Suspensions } from './suspensions.ts'
import { type HookSurroundings, type RunHook, runHook } from './run-hook.ts'

interface HooksOptions extends Omit<HookSurroundings, 'residents' | 'pipes'> {
  readonly records: Records
  readonly ids: { next(): string }
  readonly clock: Clock
  /** How a hook is run; absent: as a program on this machine. */
  readonly run?: RunHook | undefined
  readonly tell: (message: string) => void
  /** Called after a run of a hook. */
  readonly onRun?: () => void
  /** @param reason why it is not run any more; `undefined`: it is run again */
  readonly onSuspension?: (hook: string, reason: string | undefined) => void
}

/** The hooks of a node. A deploy goes on, even if a hook fails. */
export class Hooks {
  readonly suspensions: Suspensions
  readonly #options: HooksOptions
  readonly #all = new Map<string, Hook>()
  /** The runs under way, by hook. */
  readonly #runs = new Map<string, Set<Promise<void>>>()
  #ordered: readonly Hook[] = []
  readonly #residents = new Map<string, ResidentHook>()
  readonly #pipes: PipeSupply

  constructor(options: HooksOptions) {
    this.#options = options
    const { records, tell, onSuspension: onChange = () => {} } = options
    this.suspensions = new Suspensions({ records, tell, onChange })
    this.#pipes = new PipeSupply(join(options.layout.temporary, 'pipes'))
  }

  /** Installs a hook, or removes it. */
  set(id: string, hook: Hook | undefined): void {
    void this.#endResidents(`${id}/`)
    if (hook === undefined) this.#all.delete(id)
    else this.#all.set(id, hook)
    const { hooks, contradicting } = inOrder([...this.#all.values()])
    this.#ordered = hooks
    if (contradicting.length > 0)
      this.#options.tell(
        `"before" and "after" of the hooks ${contradicting.join(', ')} contradict each other, so Slipway ignores them`,
      )
  }

  /** Waits until no run of a hook is under way: then its files may be removed. */
  async idle(id: string): Promise<void> {
    await Promise.all(this.#runs.get(id) ?? new Set<Promise<void>>())
  }

  /** Ends the processes that are kept alive between moments. */
  async close(): Promise<void> {
    await this.#endResidents('')
    await this.#pipes.close()
  }

  async #endResidents(prefix: string): Promise<void> {
    const ended = [...this.#residents].filter(([name]) => name.startsWith(prefix))
    for (const [name] of ended) this.#residents.delete(name)
    await Promise.all(ended.map(([, resident]) => resident.end()))
  }

  /** Whether any hook handles this moment. */
  hasFor(occasion: Occasion): boolean {
    return this.#ordered.some((hook) => isFor(hook, occasion) && !this.#isSuspended(hook))
  }

  /** Runs the hooks for this moment, one after the other. Never rejects. */
  async fire(occasion: Occasion): Promise<void> {
    const hooks = this.#ordered.filter((hook) => isFor(hook, occasion) && !this.#isSuspended(hook))
    const runs = hooks.flatMap((hook) => hook.installed.map((installed) => this.#planned(hook, installed, occasion)))
    const { signal, records, tell } = this.#options
    if (runs.length === 0 || signal.aborted) return
    try {
      // Written all at once, since each commit waits for the disk: a death between two commits would lose a run.
      const problem = 'it did not start, or has not ended'
      await records.tell(runs.map(({ key, entry }) => put(key, { ...entry, problem })))
    } catch (error) {
      return tell(`hooks at ${occasion.moment}: the audit could not be written: ${messageOf(error)}`)
    }
    for (const run of runs) {
      if (signal.aborted) records.tellLater({ type: 'delete', key: run.key })
      else await this.#watched(run.hook.manifest.id, this.#run(run, occasion))
    }
  }

  /** Called when the deploy with this id is over. */
  async ended(deploy: string): Promise<void> {
    await this.suspensions.ended(deploy, this.#ordered)
  }

  /** Why the hook is not run; `undefined`: it is run. */
  suspensionOf(id: string): string | undefined {
    const hook = this.#all.get(id)
    return hook && this.suspensions.reasonFor(hook)
  }

  #isSuspended(hook: Hook): boolean {
    return this.suspensions.reasonFor(hook) !== undefined
  }

  async #watched(id: string, run: Promise<void>): Promise<void> {
    const runs = this.#runs.get(id) ?? new Set()
    this.#runs.set(id, runs.add(run))
    await run
    runs.delete(run)
  }

  #planned(hook: Hook, installed: Installed, { moment, pod, attempt, deploy }: Occasion): PlannedRun {
    const { ids, clock, node } = this.#options
    const id = ids.next()
    const entry: AuditEntry = {
      at: new Date(clock.now()).toISOString(),
      node,
      pod: pod?.id ?? '',
      hook: hook.manifest.id,
      moment,
      attempt,
      deploy,
      exit: null,
      durationMs: 0,
      ...(hook.installed.length > 1 && { launchable: installed.name }),
    }
    return { id, key: auditOf(node, id), hook, installed, entry }
  }

  async #run({ id, key, hook, installed, entry }: PlannedRun, occasion: Occasion): Promise<void> {
    const { records, clock, tell, run: runOne = runHook } = this.#options
    const startedAt = clock.now()
    const around = { ...this.#options, residents: this.#residents, pipes: this.#pipes }
    const { exit, problem, output, result } = await runOne(around, id, hook, installed, occasion)
    const ended: AuditEntry = {
      ...entry,
      at: new Date(startedAt).toISOString(),
      exit,
      durationMs: Math.max(0, clock.now() - startedAt),
      ...(problem !== undefined && { problem }),
      ...(output !== '' && { output }),
      ...(result !== undefined && { result: result as AuditEntry['result'] }),
    }
    this.suspensions.ran(entry.hook, occasion.deploy, problem === undefined)
    this.#options.onRun?.()
    // The beginning of the run is already recorded: if the node loses the end, the run is not lost.
    records.tellLater(put(key, ended))
    if (problem !== undefined)
      tell(`hook ${entry.hook} at ${entry.moment} of ${entry.pod === '' ? 'the node' : entry.pod}: ${problem}`)
  }
}

interface PlannedRun {
  readonly id: string
  readonly key: string
  readonly hook: Hook
  readonly installed: Installed
  readonly entry: AuditEntry
}

function put(key: string, entry: AuditEntry): Change {
  return { type: 'put', key, value: JSON.stringify(entry) }
}
