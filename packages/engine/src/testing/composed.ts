import { makePlan } from '../plan/draft/make-plan.ts'
import { gather } from '../plan/draft/gather.ts'
import type { Plan } from '../plan/shape/plan.ts'
import type { Compose } from '../run/component/compose.ts'
import { PlannedCompositions } from '../run/component/planned-compositions.ts'
import type { UserVerdicts } from '../reality/doubt/settle-doubt.ts'
import type { RunRequest } from '../run/run-request.ts'
import { fakeBlueprint, fakeResource, type ResourceDraft } from './fake-blueprint.ts'
import { fakeFailure } from './fake-cloud.ts'
import type { FakeEngine, Up } from './fake-engine.ts'

/** Asks for a part for each letter of the value. The second and later parts depend on the first. The result has the first part's echo. */
export const composeLetters: Compose = async ({ spec }, want) => {
  const { value, pinned } = spec
  if (typeof value !== 'string' || typeof pinned !== 'string') throw fakeFailure({ message: 'it needs letters' })
  const [first = '', ...others] = value
  const record = await want(fakeResource(first, { spec: { value: first, pinned } }))
  if (record === undefined) throw fakeFailure({ message: `there is no ${first}` })
  const asked = others.map((name) =>
    want(fakeResource(name, { type: typeOf(name), spec: { value: name }, dependsOn: [first] })),
  )
  if ((await Promise.all(asked)).includes(undefined)) throw fakeFailure({ message: 'a part is missing' })
  return { 'spec.echo': record.spec['echo'] ?? null }
}

/** The type of a part. Some parts have a type whose creates in doubt nobody can settle. */
function typeOf(letter: string): string {
  return letter === 'd' || letter === 'y' ? 'fake/ask' : 'fake/find'
}

/** A resource that is made of one part for each letter. */
export function whole(value: string, more: Partial<ResourceDraft> = {}, pinned = '1'): ResourceDraft {
  return { type: 'fake/whole', spec: { value, pinned }, ...more }
}

interface UpOptions extends Partial<RunRequest> {
  /** The composing function for the plan. */
  readonly composeInPlan?: Compose
  readonly onPlan?: (plan: Plan) => void
  readonly settle?: UserVerdicts
}

/** Runs an `up` of a blueprint with composed resources. */
export async function upComposed(
  engine: FakeEngine,
  resources: Readonly<Record<string, ResourceDraft>>,
  { composeInPlan = composeLetters, onPlan, settle, ...run }: UpOptions = {},
): Promise<Up> {
  const blueprint = fakeBlueprint({ resources })
  const ports = engine.ports()
  const compositions = new PlannedCompositions(composeInPlan, { ports })
  const options = { operation: 'up' } as const
  const request = { instance: 'site', state: await engine.state(), blueprint, options, ports }
  const gathered = await gather({ ...request, composing: compositions.asking, ...(settle && { settle }) })
  const plan = compositions.joined(makePlan(blueprint, gathered, options), blueprint)
  onPlan?.(plan)
  return await engine.run(plan, gathered, blueprint, { compose: composeLetters, ...run })
}
