import type { Plan } from '@slipway/engine'
import type { ChangeResult, ChangeWish } from '@slipway/operations/change/change-request'
import type { OperationEvent, Observer } from '@slipway/operations/events'
import type { Slipway } from '@slipway/operations/slipway'
import type { ChangeView } from './change-view.ts'
import type { Console } from './console.ts'
import { Interrupted } from './interruption.ts'
import type { BlueprintOptions } from './options.ts'
import { parseSettle } from './settle-option.ts'
import { slipwayOf } from './slipway-of.ts'
import { interruptionOf, stopSignals } from './stop-signals.ts'

type Work = (slipway: Slipway, wish: ChangeWish, observe: Observer) => Promise<ChangeResult>

/** Runs an operation that changes an instance, shows how it goes, and returns the exit code. */
export async function runChange(console: Console, options: BlueprintOptions, work: Work): Promise<number> {
  const signals = stopSignals()
  const view = new LateView(async () => {
    const { ChangeView: View } = await import('./change-view.ts')
    return new View(console, options, signals)
  })
  try {
    const wish = { ...wishOf(options, console, view), stop: signals.stop, cancel: signals.cancel }
    const result = await work(slipwayOf(console), wish, view.observe)
    const isDone = result.outcome !== 'failed' && result.outcome !== 'cancelled'
    if (signals.received !== undefined && !isDone) throw new Interrupted(signals.received)
    return (await view.loaded()).exitCodeOf(result)
  } catch (error) {
    throw interruptionOf(error, signals)
  } finally {
    await view.close()
    signals.release()
  }
}

function wishOf(
  options: BlueprintOptions,
  console: Console,
  view: LateView,
): ChangeWish & { replace: readonly string[] } {
  const { target: targets, replace, refresh = false, settle, wait = 0 } = options
  const ask = async (plan: Plan): Promise<boolean> => (await view.loaded()).confirm(plan)
  const asked = console.canAsk && options.json !== true ? ask : undefined
  const approve = options.yes === true ? true : asked
  return { targets, replace, refresh, settle: parseSettle(settle), waitMs: wait * 1000, approve }
}

/** Loads what shows a run while the first plugin boots, and keeps what happens until that is there. */
class LateView {
  readonly #load: () => Promise<ChangeView>
  #pending: OperationEvent[] = []
  #loading: Promise<ChangeView> | undefined
  #view: ChangeView | undefined

  constructor(load: () => Promise<ChangeView>) {
    this.#load = load
  }

  readonly observe = (event: OperationEvent): void => {
    if (this.#view !== undefined) return this.#view.observe(event)
    this.#pending.push(event)
    // Until the first plugin boots there is nothing to tell but its troubles.
    if (event.type === 'launched') void this.loaded()
  }

  loaded(): Promise<ChangeView> {
    return (this.#loading ??= this.#start())
  }

  async close(): Promise<void> {
    if (this.#loading !== undefined || this.#pending.length > 0) (await this.loaded()).close()
  }

  async #start(): Promise<ChangeView> {
    const view = await this.#load()
    this.#view = view
    for (const event of this.#pending) view.observe(event)
    this.#pending = []
    return view
  }
}
