import { hasChanges, type Plan } from '@slipway/engine'
import type { ChangeResult, RunEnd } from '@slipway/operations/change/change-request'
import { isNews, type OperationEvent } from '@slipway/operations/events'
import type { Console } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { newsAnnotations, runAnnotations } from '../output/diagnostics/annotations.ts'
import { exportsText } from '../output/values/exports-text.ts'
import { jsonLine } from '../output/values/json-value.ts'
import { shownPlan } from '../output/plan/shown-plan.ts'
import { progressFor } from '../output/progress/progress.ts'
import { summaryText } from '../output/progress/summary-text.ts'
import { rollbackJson, rollbackText } from '../output/progress/rollback-text.ts'
import { sentenceOf } from '../reporting/say-events.ts'
import type { StopSignals } from '../signals/stop-signals.ts'
import type { Progress, ProgressEvent } from '../output/progress/progress-sink.ts'

/** Questions that are asked before anything is changed. */
const questions: Readonly<Record<Plan['operation'], string>> = {
  up: 'Deploy this to NAME?',
  destroy: 'Destroy all of this in NAME?',
  refresh: 'Record this of NAME?',
  tasks: 'Run these stage tasks of NAME?',
}

/** Shows `up`, `destroy` and `refresh`: plan, progress, summary, exports. */
export class ChangeView {
  readonly #console: Console
  readonly #options: BlueprintOptions
  readonly #signals: StopSignals
  /** Absent until the blueprint is read: until then, the user may be asked for variables. */
  #progress: Progress | undefined
  /** Milliseconds of a clock that never goes back. */
  #startedAt = 0

  constructor(console: Console, options: BlueprintOptions, signals: StopSignals) {
    this.#console = console
    this.#options = options
    this.#signals = signals
  }

  observe(event: OperationEvent): void {
    const { out, err, env } = this.#console
    if (isNews(event)) {
      if (event.type === 'policy-violation' && this.#options.json === true) out.write(jsonLine(event))
      else this.#say(sentenceOf(event, err))
      return err.writeAsIs(newsAnnotations(event, env))
    }
    switch (event.type) {
      case 'started':
        return this.#start()
      case 'plan':
        return this.#showPlan(event)
      case 'failed':
        return this.#showFailure(event.result)
      case 'ended':
        return this.#showEnd(event.result)
      default:
        this.#progress?.sink(event)
    }
  }

  async confirm({ operation, instance }: Plan): Promise<boolean> {
    const { confirm } = await import('../console/prompt.ts')
    this.#progress?.pause()
    const question = questions[operation].replace('NAME', () => instance)
    const answer = await confirm(question, this.#signals.stop)
    this.#progress?.resume()
    return answer
  }

  exitCodeOf(result: ChangeResult): number {
    switch (result.outcome) {
      case 'failed':
      case 'cancelled':
      case 'declined':
        return exitCodes.failed
      case 'succeeded': {
        // The plan does not show what a program changes; the program is unchanged if it changes nothing.
        const isChanged = result.plan.isOfProgram === true || hasChanges(result.plan)
        return this.#options.detailedExitcode === true && isChanged ? exitCodes.changes : exitCodes.ok
      }
      default:
        return exitCodes.ok
    }
  }

  close(): void {
    this.#progress?.close()
  }

  #start(): void {
    this.#startedAt = performance.now()
    this.#progress = progressFor(this.#console, this.#options)
    this.#signals.watch((message) => this.#say(message))
  }

  #say(text: string): void {
    if (this.#progress === undefined) this.#console.err.write(`${text}\n`)
    else this.#progress.say(text)
  }

  #showPlan({ plan, tasks }: OperationEvent & { type: 'plan' }): void {
    const { out, err } = this.#console
    if (this.#options.json === true) out.write(shownPlan('json', { plan, tasks, options: this.#options, out }))
    else {
      const options = { ...this.#options, isRunAtOnce: this.#options.yes === true }
      this.#say(shownPlan('text', { plan, tasks, options, out: err }).trimEnd())
    }
  }

  /** When there is nothing to run, this is the end of the run, which scripts wait for. */
  #idleEnd(result: ChangeResult): ProgressEvent {
    const { operation, instance } = result
    const exports = operation === 'up' && 'exports' in result ? result.exports : {}
    const durationMs = Math.round(performance.now() - this.#startedAt)
    const ended = { instance, operation, outcome: 'succeeded', counts: {}, exports } as const
    return { type: 'run-finished', ...ended, durationMs, at: Date.now() }
  }

  /** Shown before a rollback: the rollback's output is long, and the user wants to know why the run failed. */
  #showFailure(end: RunEnd): void {
    this.#say(summaryText({ ...end, result: end.run, isTakenBack: true }, this.#console.err).trimEnd())
  }

  #showEnd(result: ChangeResult): void {
    const { out, err } = this.#console
    const { json = false, showSecrets = false } = this.#options
    const { operation, instance } = result
    if (result.outcome === 'declined') return this.#say('Nothing was changed.')
    if (result.outcome === 'nothing-there' || result.outcome === 'unchanged') {
      if (json) this.#progress?.sink(this.#idleEnd(result))
      if (result.outcome === 'nothing-there') return this.#say(`Nothing to do: ${instance} does not exist.`)
    }
    this.close()
    if ('run' in result) {
      const { rollback } = result
      if (json && rollback !== undefined) out.write(jsonLine(rollbackJson(instance, rollback)))
      if (rollback === undefined) err.write(summaryText({ ...result, result: result.run }, err))
      else err.write(rollbackText(instance, rollback, err))
      err.writeAsIs(runAnnotations(result.run.failures, this.#console.env))
    }
    const isUp = operation === 'up' && (result.outcome === 'succeeded' || result.outcome === 'unchanged')
    if (isUp && !json) out.write(exportsText(result.exports, showSecrets))
  }
}
