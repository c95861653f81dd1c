/**
 * Deploys a page for each customer that is named, side by side, or takes them down. In this folder:
 *
 *     node deploy.ts up ada grace
 *     node deploy.ts destroy ada grace
 */
import { corePluginRoot, destroy, up, type ChangeResult, type OperationEvent, type Slipway } from '@slipway/operations'

const [what, ...customers] = process.argv.slice(2)
const slipway: Slipway = { env: process.env, cwd: process.cwd(), ownPlugins: corePluginRoot() }
const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort(new Error('interrupted')))

function change(customer: string): Promise<ChangeResult> {
  const request = {
    file: 'page.blueprint.yaml',
    instance: `page-${customer}`,
    variables: { customer },
    approve: true,
    waitMs: 10_000,
    stop: interrupted.signal,
  } as const
  const observe = (event: OperationEvent): void => {
    if (event.type === 'step-finished') console.log(`${customer}: ${event.name} is done (${event.action})`)
    if (event.type === 'step-failed') console.log(`${customer}: ${event.name} failed: ${event.reasons.join('; ')}`)
  }
  return what === 'destroy' ? destroy(slipway, request, observe) : up(slipway, request, observe)
}

// A run that fails is thrown; the others go on to their end.
for (const run of await Promise.allSettled(customers.map(change))) {
  if (run.status === 'fulfilled') console.log(`${run.value.instance}: ${run.value.outcome}`)
  else {
    console.error(run.reason instanceof Error ? run.reason.message : run.reason)
    process.exitCode = 1
  }
}
