import type { CallControl, ComputedValues, PluginFailure } from '@slipway/model'
import type { ApplyResult, TerraformClient } from '../client/client.ts'
import { pathText } from '../cty/path.ts'
import { type CtyValue, isWhollyKnown } from '../cty/value.ts'
import { appliedProblems } from '../rules/applied-problems.ts'
import { unknownAsNull } from '../rules/whole-blocks.ts'
import { unknownPaths } from '../rules/unknown-paths.ts'
import type { Described, Held } from './held.ts'
import { brokenRules, identified, type PlannedChange } from './planning.ts'
import { type Asked, type Effect, errorsIn, refusal, withoutAnswer, wordsOf } from './told.ts'

export interface ToApply {
  readonly pluginId: string
  /** Returns the values that the engine records of a state. */
  readonly recorded: (held: Held) => ComputedValues
  readonly control: CallControl | undefined
}

/** Makes or changes a resource as planned. A failure carries the present state, if the provider has answered it. */
export async function applied(
  client: TerraformClient,
  { type, prior, config, result: plan }: PlannedChange,
  { pluginId, recorded, control }: ToApply,
): Promise<Held> {
  const asked: Asked = { pluginId, method: 'provider.ApplyResourceChange' }
  const effect: Effect = prior === undefined ? 'create' : 'change'
  const request = {
    prior: prior?.state ?? null,
    planned: plan.planned,
    config,
    private: plan.private,
    ...identified(type, plan.identity === undefined ? prior : { ...plan, state: null, identity: plan.identity }),
  }
  const answer = await answered(client.apply(type, request, control), asked, effect)
  const state = unknownAsNull(answer.state)
  const held: Held = {
    state,
    private: answer.private,
    ...optionalIdentity(answer.identity ?? plan.identity ?? prior?.identity),
  }
  const failed = (reasons: readonly string[], code?: string): PluginFailure =>
    refusal(reasons, asked, {
      effect,
      ...(state !== null && { made: recorded(held) }),
      ...(code !== undefined && { code }),
    })
  const errors = errorsIn(answer)
  if (errors.length > 0) throw failed(errors.map(wordsOf))
  const broken = brokenBy(type, plan.planned, answer)
  if (broken !== undefined) throw failed(broken, 'protocol/bad-answer')
  return held
}

/** Returns the rules that an answer without errors of its own breaks; `undefined` if it breaks none. */
function brokenBy(type: Described, planned: CtyValue, answer: ApplyResult): readonly string[] | undefined {
  if (answer.state === null) return brokenRules('the provider answers that the resource does not exist', [])
  if (!isWhollyKnown(answer.state)) {
    const open = unknownPaths(answer.state).map(pathText)
    return brokenRules(`the provider still answers unknown values: ${open.slice(0, 5).join(', ')}`, [])
  }
  const problems = answer.isLegacy ? [] : appliedProblems(type.block, planned, answer.state)
  return problems.length === 0 ? undefined : brokenRules('the result is not what the provider had planned', problems)
}

/** Destroys a resource. A failure carries the remaining state, if the provider has answered it. */
export async function destroyed(
  client: TerraformClient,
  { type, prior, plansDestroy }: { readonly type: Described; readonly prior: Held; readonly plansDestroy: boolean },
  { pluginId, recorded, control }: ToApply,
): Promise<void> {
  const notes = plansDestroy ? await plannedDestroy(client, type, prior, pluginId, control) : prior.private
  const asked: Asked = { pluginId, method: 'provider.ApplyResourceChange' }
  const request = { prior: prior.state, planned: null, config: null, private: notes, ...identified(type, prior) }
  const answer = await answered(client.apply(type, request, control), asked, 'change')
  const errors = errorsIn(answer)
  if (errors.length === 0 && answer.state === null) return
  const reasons =
    errors.length > 0
      ? errors.map(wordsOf)
      : brokenRules('the provider answers that the resource still exists after its destroy', [])
  const left: Held = {
    state: unknownAsNull(answer.state),
    private: answer.private,
    ...optionalIdentity(answer.identity ?? prior.identity),
  }
  throw refusal(reasons, asked, { effect: 'change', ...(answer.state !== null && { made: recorded(left) }) })
}

async function plannedDestroy(
  client: TerraformClient,
  type: Described,
  prior: Held,
  pluginId: string,
  control: CallControl | undefined,
): Promise<Uint8Array> {
  const asked: Asked = { pluginId, method: 'provider.PlanResourceChange' }
  const { state, private: notes } = prior
  const request = { prior: state, proposed: null, config: null, private: notes, ...identified(type, prior) }
  const plan = await answered(client.plan(type, request, control), asked, 'none')
  const errors = errorsIn(plan)
  if (errors.length > 0) throw refusal(errors.map(wordsOf), asked)
  if (plan.planned !== null)
    throw refusal(brokenRules('the provider plans that something is left after a destroy', []), asked, {
      code: 'protocol/bad-answer',
    })
  return plan.private
}

async function answered<T>(answer: Promise<T>, asked: Asked, effect: Effect): Promise<T> {
  try {
    return await answer
  } catch (thrown) {
    throw withoutAnswer(thrown, asked, effect)
  }
}

function optionalIdentity(identity: CtyValue | undefined): Pick<Held, 'identity'> {
  return identity === undefined || identity === null ? {} : { identity }
}
