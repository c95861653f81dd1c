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

for (const result of await Promise.all(customers.map(change))) {
  console.log(`${result.instance}: ${result.outcome}`)
  if (result.outcome === 'failed') process.exitCode = 1
}
