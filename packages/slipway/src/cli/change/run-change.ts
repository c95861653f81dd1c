import type { Plan } from '@slipway/engine'
import type { ChangeResult, ChangeWish } from '@slipway/operations/change/change-request'
import type { Observer } from '@slipway/operations/events'
import type { Slipway } from '@slipway/operations/slipway'
import { ChangeView } from './change-view.ts'
import type { Console } from '../console/console.ts'
import { Interrupted } from '../signals/interruption.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { parseSettle } from '../requests/settle-option.ts'
import { installingSlipwayOf } from '../requests/slipway-of.ts'
import { interruptionOf, stopSignals } from '../signals/stop-signals.ts'

type Work = (slipway: Slipway, wish: ChangeWish, observe: Observer) => Promise<ChangeResult>

/** Runs an operation that changes an instance, shows how it goes, and returns the exit code. */
export async function runChange(console: Console, options: BlueprintOptions, work: Work): Promise<number> {
  const signals = stopSignals()
  const view = new ChangeView(console, options, signals)
  try {
    // The screen already shows everything about a failed run.
    const wish = { ...wishOf(options, console, view), stop: signals.stop, cancel: signals.cancel, throws: false }
    const result = await work(installingSlipwayOf(console, options, signals.stop), wish, (event) => view.observe(event))
    const isDone = result.outcome !== 'failed' && result.outcome !== 'cancelled'
    if (signals.received !== undefined && !isDone) throw new Interrupted(signals.received)
    return view.exitCodeOf(result)
  } catch (error) {
    throw interruptionOf(error, signals)
  } finally {
    view.close()
    signals.release()
  }
}

function wishOf(
  options: BlueprintOptions,
  console: Console,
  view: ChangeView,
): ChangeWish & { replace: readonly string[] } {
  const { target: targets, exclude, replace, refresh = false, settle, wait = 0 } = options
  const ask = (plan: Plan): Promise<boolean> => view.confirm(plan)
  const asked = console.canAsk && options.json !== true ? ask : undefined
  const approve = options.yes === true ? true : asked
  return { targets, exclude, replace, refresh, settle: parseSettle(settle), waitMs: wait * 1000, approve }
}
