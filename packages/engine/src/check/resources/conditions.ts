import type { Diagnostic, PropertySchema } from '@slipway/model'
import type { DiagnosticList, SourceText } from '@slipway/source'
import type { Blueprint, ConditionDeclaration, Demands, ResourceDeclaration } from '../../language/declarations.ts'
import { Budget } from '../../language/budget.ts'
import type { Expression } from '../../language/expression.ts'
import { optionsPath } from '../../language/resource-options.ts'
import { placeInSource } from './resolve-spec.ts'
import { rewriteExpression } from '../../language/references.ts'
import { outcomeOf, type Outcome } from '../../evaluate/condition.ts'
import type { Scope } from '../../evaluate/scope.ts'

type Resolve = (expression: Expression, schema: PropertySchema, path: string) => void

/** Checks the conditions of a resource before anything exists. Replaces `self` with the resource. */
export function checkDemands(
  declared: ResourceDeclaration,
  resolve: Resolve,
  list: DiagnosticList,
): Demands | undefined {
  const { name, demands } = declared
  if (demands === undefined) return undefined
  const root = optionsPath('resources', declared)
  const refuse = ({ origin: { start, end } }: Expression, path: string): void =>
    list.error('blueprint/bad-option', start, end, `${path} never changes: it contains no expression`, {
      path,
      hint: 'write ${resources.NAME.spec} for any change of a resource, or another value that changes',
    })
  const renamed = (key: string) => (one: ConditionDeclaration, index: number) => ({
    path: `${root}.${key}[${index}]`,
    condition: withoutSelf(one.condition, name),
    message: withoutSelf(one.message, name),
  })
  const checked = {
    preconditions: demands.preconditions.map(renamed('preconditions')),
    postconditions: demands.postconditions.map(renamed('postconditions')),
    triggers: demands.triggers,
  }
  for (const one of [...checked.preconditions, ...checked.postconditions]) checkCondition(one, resolve)
  for (const [index, trigger] of demands.triggers.entries()) {
    const path = `${root}.replaceTriggeredBy[${index}]`
    if (trigger.kind === 'literal') refuse(trigger, path)
    else resolve(trigger, anything, path)
  }
  return checked
}

const anything: PropertySchema = { type: 'union', nullable: true }

/**
 * Checks the conditions of the blueprint itself. A `requires` that is known to be false is an error now. A `requires` that needs data or
 * functions of providers is left to the plan.
 */
export function checkOwnConditions(
  { requires = [], checks = [] }: Blueprint,
  scope: Scope,
  list: DiagnosticList,
  resolve: Resolve,
): void {
  for (const one of [...requires, ...checks]) checkCondition(one, resolve)
  if (list.hasErrors) return
  for (const one of requires) {
    const outcome = outcomeOf(one, scope)
    const { start, end } = one.condition.origin
    if (outcome.kind === 'unmet')
      list.error(unmetCode, start, end, outcome.message, { path: one.path, hint: unmetHint })
    else if (outcome.kind === 'open' && outcome.until.startsWith('resources.'))
      list.error('blueprint/bad-option', start, end, `${one.path} needs ${outcome.until}, which is known too late`, {
        path: one.path,
        hint: 'write the condition below "checks", or as a precondition of its resource',
      })
  }
}

const unmetCode = 'blueprint/not-met'
const unmetHint = 'nothing was changed; give other values, or change the condition'

function checkCondition({ path, condition, message }: ConditionDeclaration, resolve: Resolve): void {
  resolve(condition, { type: 'boolean' }, `${path}.condition`)
  resolve(message, { type: 'string' }, `${path}.message`)
}

function withoutSelf(expression: Expression, name: string): Expression {
  return rewriteExpression(
    expression,
    (part) => (part.to === 'self' ? { ...part, to: 'resource', name } : undefined),
    new Budget(),
  )
}

/** The diagnostic for an unmet condition, at its place. */
export function unmetDiagnostic(
  { path, condition: { origin } }: ConditionDeclaration,
  { message }: Extract<Outcome, { kind: 'unmet' }>,
  severity: Diagnostic['severity'],
  source: SourceText | undefined,
): Diagnostic {
  return {
    code: unmetCode,
    severity,
    message,
    path,
    ...(severity === 'error' && { hint: unmetHint }),
    ...placeInSource(origin, source),
  }
}
