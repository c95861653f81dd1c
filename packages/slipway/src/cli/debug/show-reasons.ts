import { plan } from '@slipway/operations/change/plan'
import type { OperationEvent } from '@slipway/operations/events'
import { Failure } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import type { Console } from '../console/console.ts'
import { usageCode, type BlueprintOptions } from '../requests/options.ts'
import { planReasonsText } from '../output/plan/plan-reasons-text.ts'
import { blueprintRequest } from '../requests/requests.ts'
import { sayEvents } from '../reporting/say-events.ts'
import { parseSettle } from '../requests/settle-option.ts'
import { slipwayOf } from '../requests/slipway-of.ts'
import { stopSignals } from '../signals/stop-signals.ts'

/** `slipway debug plan` */
export async function showReasons(
  file: string | undefined,
  options: BlueprintOptions & { readonly only?: readonly string[] },
  console: Console,
): Promise<void> {
  const { target: targets, exclude, replace, refresh = false, settle, only = [] } = options
  const say = sayEvents(console)
  const wish = { targets, exclude, replace, refresh, settle: parseSettle(settle), stop: stopSignals().stop }
  const request = { ...blueprintRequest(file, options, console), ...wish }
  const observe = (event: OperationEvent): void => (event.type === 'plan' ? undefined : say(event))
  const { plan: made } = await plan(slipwayOf(console, options), request, observe)
  const names = made.steps.map(({ name }) => name)
  const unknown = only.find((name) => !made.steps.some((step) => step.name === name || step.key === name))
  if (unknown !== undefined)
    throw new Failure(usageCode, `the plan has no step for ${unknown}`, {
      hint:
        didYouMean(unknown, names) ??
        (names.length === 0 ? 'it has none at all' : `there are: ${names.slice(0, 20).join(', ')}`),
    })
  console.out.write(planReasonsText(made, only, console.out))
}
