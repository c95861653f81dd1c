import { hasWork } from '@slipway/engine'
import { dev, type DevRound } from '@slipway/operations/dev/dev'
import { isNews, type Observer } from '@slipway/operations/events'
import { visible } from '@slipway/source/visible'
import { ChangeView } from '../change/change-view.ts'
import { type Console, paint } from '../console/console.ts'
import { pressedKeys } from '../console/pressed-keys.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { jsonLine } from '../output/values/json-value.ts'
import { planJson } from '../output/plan/plan-json.ts'
import { planText } from '../output/plan/plan-text.ts'
import { reportError } from '../reporting/report-error.ts'
import { blueprintRequest, instanceWish } from '../requests/requests.ts'
import { sentenceOf } from '../reporting/say-events.ts'
import { installingSlipwayOf } from '../requests/slipway-of.ts'
import { type StopSignals, stopSignals } from '../signals/stop-signals.ts'

/** `slipway dev`. Ctrl-C ends it, which is no failure. */
export async function showDev(file: string | undefined, options: BlueprintOptions, console: Console): Promise<void> {
  const signals = stopSignals()
  signals.watch((message) => console.err.write(`${message}\n`))
  const view = new DevView(options, console, signals)
  const yes = options.yes === true
  let release: (() => void) | undefined
  try {
    await dev(installingSlipwayOf(console, options, signals.stop), {
      ...blueprintRequest(file, options, console),
      // Each save is planned on its own, and a question each time would be a nuisance.
      ...instanceWish({ ...options, json: true }, console),
      yes,
      stop: signals.stop,
      cancel: signals.cancel,
      onRound: (round) => view.show(round),
      observe: (stage) => view.observer(stage),
      onReady: (apply) => {
        if (!yes && console.canAsk && options.json !== true) release = pressedKeys({ a: apply })
      },
    })
  } finally {
    release?.()
    signals.release()
  }
}

class DevView {
  readonly #options: BlueprintOptions
  readonly #console: Console
  readonly #signals: StopSignals
  #change: ChangeView | undefined

  constructor(options: BlueprintOptions, console: Console, signals: StopSignals) {
    this.#options = options
    this.#console = console
    // These signals are already watched, once for all rounds.
    const { stop, cancel } = signals
    this.#signals = { stop, cancel, received: undefined, watch: () => undefined, release: () => undefined }
  }

  observer(stage: 'planning' | 'applying'): Observer {
    const { err } = this.#console
    if (stage === 'planning')
      return (event) => {
        if (isNews(event)) err.write(`${sentenceOf(event, err)}\n`)
      }
    const change = new ChangeView(this.#console, { ...this.#options, yes: true }, this.#signals)
    this.#change = change
    // The plan was shown when it was made.
    return (event) => (event.type === 'plan' ? undefined : change.observe(event))
  }

  show(round: DevRound): void {
    if (this.#options.json === true) this.#console.out.write(jsonLine(jsonOf(round, this.#options)))
    else this.#tell(round)
  }

  #tell(round: DevRound): void {
    const { out } = this.#console
    const colors = paint(out)
    switch (round.kind) {
      case 'changed':
        out.write(colors.dim(`\nchanged: ${someOf(round.files)}\n`))
        return
      case 'waiting':
        return this.#sayWaiting(round.files)
      case 'planned':
        this.#close()
        if (round.isOther === true) out.write('What would be done is no longer what was shown. It is now:\n')
        out.write(planText(round.plan, out, { ...this.#options, fresh: round.fresh }))
        if (round.restart.length > 0) out.write(`${round.restart.join(', ')} will be restarted\n`)
        if (this.#asks(round)) out.write(colors.dim('a applies it, q ends\n'))
        return
      case 'failed':
        this.#close()
        reportError(round.error, this.#console, [])
        return
      case 'applied':
        return this.#close()
      case 'log':
        out.write(`${colors.dim(`${visible(round.name)} |`)} ${visible(round.line)}\n`)
    }
  }

  /** Between the lines of the progress. */
  #sayWaiting(files: readonly string[]): void {
    const message = `changed: ${someOf(files)}; it is planned once this deployment has ended`
    this.#change?.observe({ type: 'notice', message })
  }

  #asks({ plan, restart }: DevRound & { readonly kind: 'planned' }): boolean {
    return this.#options.yes !== true && this.#console.canAsk && (hasWork(plan) || restart.length > 0)
  }

  #close(): void {
    this.#change?.close()
    this.#change = undefined
  }
}

const mostFiles = 5

function someOf(files: readonly string[]): string {
  return files.slice(0, mostFiles).map(visible).join(', ')
}

function jsonOf(round: DevRound, options: BlueprintOptions): object {
  switch (round.kind) {
    case 'planned': {
      const { plan, fresh, restart } = round
      return { ...planJson(plan, options), changedSinceLast: [...fresh], restart }
    }
    case 'failed':
      return { type: 'failed', message: round.error.message }
    case 'applied':
      return { type: 'applied', outcome: round.result.outcome }
    default: {
      const { kind, ...rest } = round
      return { type: kind, ...rest }
    }
  }
}
