import type { CallControl, PluginFailure } from '@slipway/model'
import type { PlanResult, TerraformClient } from '../client/client.ts'
import type { TerraformDiagnostic } from '../convert/message-parts.ts'
import type { CtyPath } from '../cty/path.ts'
import { pathText } from '../cty/path.ts'
import { type CtyValue, equalCty, isWhollyKnown } from '../cty/value.ts'
import { appliedProblems } from '../rules/applied-problems.ts'
import { planProblems } from '../rules/plan-problems.ts'
import type { Problem } from '../rules/problem.ts'
import { attributeOf } from '../rules/nested.ts'
import { proposedNewState } from '../rules/proposed-new-state.ts'
import { replacedBecause } from '../rules/replace-paths.ts'
import type { Described, Held } from './held.ts'
import { specPath } from './paths.ts'
import { type Asked, deferralIn, errorsIn, refusal, withoutAnswer, wordsOf } from './told.ts'

export interface ToPlan {
  readonly type: Described
  /** The state before the change; absent for a resource that is to be made. */
  readonly prior?: Held
  readonly config: CtyValue
  /** The provider's notes from the plan of a change that turned out to need a new resource. */
  readonly notes?: Uint8Array
}

/** A change as its provider plans it. */
export interface PlannedChange extends ToPlan {
  readonly result: PlanResult
  /** Paths of the properties that cannot change in place. */
  readonly replaces: readonly CtyPath[]
  /** True when nothing would change. */
  readonly isSame: boolean
}

/** Returns the reasons of the failure for an answer that breaks a rule: the provider is at fault. */
export function brokenRules(what: string, problems: readonly Problem[]): readonly string[] {
  return [
    `${what} (this is a mistake of the provider: report it to its authors)`,
    ...problems.map(({ path, message }) => (path.length === 0 ? message : `${pathText(path)}: ${message}`)),
  ]
}

export interface PlanAsker {
  readonly pluginId: string
  /** Receives the errors of the provider with their places, before the call fails with them. */
  readonly onErrors?: ((errors: readonly TerraformDiagnostic[]) => void) | undefined
}

/** Asks a provider for the effect of a change, and checks its answer against the rules. Changes nothing. */
export async function planned(
  client: TerraformClient,
  wish: ToPlan,
  { pluginId, onErrors }: PlanAsker,
  control: CallControl | undefined,
): Promise<PlannedChange> {
  const { type, prior, config, notes = new Uint8Array() } = wish
  const asked: Asked = { pluginId, method: 'provider.PlanResourceChange' }
  const before = prior?.state ?? null
  const request = {
    prior: before,
    proposed: proposedNewState(type.block, before, config),
    config,
    private: prior?.private ?? notes,
    ...identified(type, prior),
  }
  const result = await client.plan(type, request, control).catch((thrown: unknown) => {
    throw withoutAnswer(thrown, asked, 'none')
  })
  const errors = errorsIn(result)
  if (errors.length > 0) {
    onErrors?.(errors)
    throw refusal(errors.map(wordsOf), asked)
  }
  const deferral = deferralIn(result)
  if (deferral !== undefined) throw putOff(deferral, asked)
  const problems = result.isLegacy ? [] : planProblems(type.block, { prior: before, config, planned: result.planned })
  if (problems.length > 0)
    throw refusal(brokenRules("the provider's plan breaks the rules of its protocol", problems), asked, {
      code: 'protocol/bad-answer',
    })
  return {
    ...wish,
    result,
    replaces: replacedBecause(type.block, { prior: before, planned: result.planned, paths: result.requiresReplace }),
    isSame: before !== null && isWhollyKnown(result.planned) && equalCty(before, result.planned),
  }
}

export const putOffCode = 'protocol/put-off'

function putOff(reason: string, asked: Asked): PluginFailure {
  return refusal([reason], asked, { code: putOffCode, hint: 'deploy first what it needs, then run slipway up again' })
}

/** Returns the identity for a call, if the type has identities. */
export function identified({ identity: identitySchema }: Described, prior: Held | undefined) {
  if (identitySchema === undefined) return {}
  return { identitySchema, ...(prior?.identity !== undefined && { identity: prior.identity }) }
}

/**
 * Fails if the final plan contradicts a known part of the first plan, to which the user has agreed. Only plans with the same known
 * configuration can be compared.
 */
export function requireAgreement(first: PlannedChange | undefined, last: PlannedChange, pluginId: string): void {
  if (first === undefined || last.result.isLegacy) return
  const { block } = last.type
  if (appliedProblems(block, first.config, last.config).length > 0) return
  const problems = appliedProblems(block, first.result.planned, last.result.planned)
  if (problems.length === 0) return
  throw refusal(
    brokenRules('the provider plans something else now than it did before', problems),
    { pluginId, method: 'provider.PlanResourceChange' },
    { code: 'protocol/bad-answer' },
  )
}

/** Returns the paths of the parts of a state that a plan changes. */
export function differingIn({ type }: Described, prior: CtyValue, next: CtyValue): readonly string[] {
  return Object.keys(type.attributes)
    .filter((name) => {
      const after = attributeOf(next, name)
      return !isWhollyKnown(after) || !equalCty(attributeOf(prior, name), after)
    })
    .map((attribute) => specPath([{ attribute }]))
}
