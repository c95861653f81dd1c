import { hasChanges } from '@slipway/engine'
import { shellWord } from '@slipway/model'
import { plan } from '@slipway/operations/change/plan'
import type { OperationEvent } from '@slipway/operations/events'
import type { Console } from '../console/console.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { exitCodes } from '../console/exit-codes.ts'
import { newsAnnotations } from '../output/diagnostics/annotations.ts'
import { jsonLine } from '../output/values/json-value.ts'
import { shownPlan } from '../output/plan/shown-plan.ts'
import { writePage } from './picture-file.ts'
import { blueprintRequest, instanceWish } from '../requests/requests.ts'
import { sayWaiting } from '../reporting/say-events.ts'
import { parseSettle } from '../requests/settle-option.ts'
import { installingSlipwayOf } from '../requests/slipway-of.ts'
import { interruptionOf, stopSignals } from '../signals/stop-signals.ts'

export interface PlanCommandOptions extends BlueprintOptions {
  readonly out?: string
  readonly force?: boolean
  readonly destroy?: boolean
  readonly html?: string
}

/** `slipway plan`. Returns the exit code. */
export async function showPlan(
  file: string | undefined,
  options: PlanCommandOptions,
  console: Console,
): Promise<number> {
  const {
    target: targets,
    exclude,
    replace,
    refresh = false,
    destroy = false,
    force = false,
    out,
    settle,
    html,
  } = options
  const signals = stopSignals()
  const waiting = sayWaiting(console)
  const observe = (event: OperationEvent): void => {
    if (event.type === 'started') signals.watch(() => undefined)
    else if (event.type === 'plan') {
      waiting.end()
      const shown = { plan: event.plan, tasks: event.tasks, options, out: console.out }
      console.out.write(shownPlan(options.json === true ? 'json' : 'text', shown))
      if (html !== undefined) writePage(html, shownPlan('html', shown), console)
    } else if (event.type === 'policy-violation' && options.json === true) {
      console.out.write(jsonLine(event))
      console.err.writeAsIs(newsAnnotations(event, console.env))
    } else waiting.observe(event)
  }
  try {
    const wish = {
      targets,
      exclude,
      replace,
      refresh,
      destroy,
      force,
      out,
      settle: parseSettle(settle),
      stop: signals.stop,
    }
    const request = { ...blueprintRequest(file, options, console), ...instanceWish(options, console), ...wish }
    const made = await plan(installingSlipwayOf(console, options, signals.stop), request, observe)
    if (out !== undefined) console.err.write(`Saved. To carry out exactly this: ${carryingOut(out, file)}\n`)
    return options.detailedExitcode === true && hasChanges(made.plan) ? exitCodes.changes : exitCodes.ok
  } catch (error) {
    throw interruptionOf(error, signals)
  } finally {
    waiting.end()
    signals.release()
  }
}

/** In a folder with several blueprints, the command must name one. */
function carryingOut(saved: string, file: string | undefined): string {
  const command = `slipway up --plan ${shellWord(saved)}`
  return file === undefined ? command : `${command} ${shellWord(file)}`
}
