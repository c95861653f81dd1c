import { gather } from '../plan/draft/gather.ts'
import { makePlan } from '../plan/draft/make-plan.ts'
import { blueprintFromState } from '../plan/draft/blueprint-from-state.ts'
import type { FakeEngine } from './fake-engine.ts'

/** Plans and runs the way back to an earlier state. */
export async function goBack(engine: FakeEngine, before: Awaited<ReturnType<FakeEngine['state']>>) {
  const options = { operation: 'up', isWayBack: true } as const
  const first = await gather({ instance: 'site', state: before, blueprint: undefined, options, ports: engine.ports() })
  const blueprint = blueprintFromState(before, first.providers)
  const state = await engine.state()
  const gathered = await gather({ instance: 'site', state, blueprint, options, ports: engine.ports() })
  const plan = makePlan(blueprint, gathered, options)
  return await engine.run(plan, gathered, blueprint)
}
