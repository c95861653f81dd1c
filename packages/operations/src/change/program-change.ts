import { type Gathered, openPlan, type Plan, type RunResult } from '@slipway/engine'
import { equalValues, valueMap } from '@slipway/model'
import type { Lease } from '@slipway/stores'
import type { ProgramRun } from '@slipway/programs'
import { blueprintOf, stackRun, type StackRunOptions } from '../programs/stack-run.ts'
import type { ChangeResult } from './change-request.ts'

export interface ProgramChangeOptions extends Omit<StackRunOptions, 'state' | 'dryRun'> {
  readonly gathered: Gathered
  readonly lease: Lease
  readonly runId: string
  readonly cancel: AbortSignal
}

/** The runs of a program in one `up`. */
export class ProgramChange {
  readonly #options: ProgramChangeOptions

  constructor(options: ProgramChangeOptions) {
    this.#options = options
  }

  /** What it would do. */
  async preview(): Promise<Plan> {
    const { engine, gathered, project, stop } = this.#options
    const blueprint = blueprintOf(project)
    return await this.#with(true, ({ program }) => engine.previewProgram({ gathered, program, blueprint, stop }))
  }

  async run(): Promise<ChangeResult> {
    const { engine, gathered, project, lease, runId, stop, cancel, observe: events } = this.#options
    const blueprint = blueprintOf(project)
    const plan = openPlan(blueprint, gathered)
    const startedAt = performance.now()
    const ours = { plan, gathered, blueprint, lease, runId, stop, cancel, events }
    const run = await this.#with(false, ({ program }) => engine.run({ ...ours, program }))
    return this.#resultOf(plan, run, performance.now() - startedAt)
  }

  async #with<T>(dryRun: boolean, work: (run: ProgramRun) => Promise<T>): Promise<T> {
    const program = await stackRun({ ...this.#options, state: this.#options.gathered.state, dryRun })
    try {
      return await work(program)
    } finally {
      await program.close()
    }
  }

  #resultOf(plan: Plan, run: RunResult, durationMs: number): ChangeResult {
    const { operation, instance } = plan
    const { outcome, exports, counts } = run
    const before = this.#options.gathered.state?.instance.exports ?? valueMap()
    const isIdle = Object.values(counts).every((count) => count === 0) && equalValues(before, exports)
    if (outcome === 'succeeded' && isIdle) return { outcome: 'unchanged', operation, instance, plan, exports }
    const isPartial = (this.#options.gathered.state?.damaged ?? []).length > 0
    return { operation, instance, outcome, plan, exports, run, durationMs, isPartial }
  }
}
