import { Unknown, containsUnknown, isList, isMap, secret, someValue, valueMap, type Value } from '@slipway/model'
import type { CheckedBlueprint } from '../checked.ts'
import { isNone } from '../../evaluate/functions/argument.ts'
import { bytesPerSize, sizeOf, stepsThrough } from '../../language/bounded.ts'
import { Budget } from '../../language/budget.ts'
import { EvaluationFailure } from '../../language/failure.ts'
import { valueLabel } from '../../language/path.ts'
import { referencesIn } from '../../language/references.ts'
import { evaluate } from '../../evaluate/evaluate.ts'
import { childVariable } from './child-variable.ts'
import type { Origin } from '../../language/expression.ts'
import type { Scope } from '../../evaluate/scope.ts'

export interface ScopeSources {
  resource(name: string): Value
  dataSource(name: string): Value
  call?(name: string, args: readonly Value[], origin: Origin): Value | undefined
  link?(a: string, b: string): Value | undefined
  /** True if unknown values stay unknown, so that the expressions that need them are evaluated once, like all others. */
  readonly isFixed?: boolean
}

/** A scope over a checked blueprint. Values are evaluated on demand, and kept once they are fully known. */
export function scopeOf(
  blueprint: Pick<CheckedBlueprint, 'variables' | 'values' | 'functions'>,
  sources: ScopeSources,
  budget = new Budget(),
): Scope {
  const values = new Values(blueprint.values, sources.isFixed === true)
  return {
    budget,
    variable: (name) => blueprint.variables.get(name) ?? new Unknown(`variables.${name}`),
    value: (name, from) => values.get(name, from),
    resource: (name) => sources.resource(name),
    dataSource: (name) => sources.dataSource(name),
    function: (name) => blueprint.functions?.get(name)?.definition,
    call: (name, args, origin) => sources.call?.(name, args, origin),
    link: (a, b) => sources.link?.(a, b),
  }
}

/** The `values` of a blueprint. Each is evaluated after the values that it needs, so that a chain of any length needs no call stack. */
class Values {
  readonly #declared: CheckedBlueprint['values']
  readonly #keepsAll: boolean
  readonly #needs = new Map<string, readonly string[]>()
  readonly #known = new Map<string, Value>()
  /** The reasons why values cannot be evaluated, now or later, by name. */
  readonly #failed = new Map<string, EvaluationFailure>()

  constructor(declared: CheckedBlueprint['values'], keepsAll: boolean) {
    this.#declared = declared
    this.#keepsAll = keepsAll
  }

  get(wanted: string, scope: Scope): Value {
    const known = this.#known.get(wanted)
    if (known !== undefined) return known
    const now = new Map<string, Value>()
    const inner: Scope = { ...scope, value: (name) => this.#known.get(name) ?? now.get(name) ?? null }
    /** Names of values that wait. Each waits for the next one. */
    const waiting = new Set<string>()
    const origin = this.#declared.get(wanted)?.expression.origin ?? { start: 0, end: 0 }
    try {
      scope.budget.during(valueLabel(wanted), origin, () => this.#workOut(wanted, now, waiting, inner))
    } catch (thrown) {
      if (this.#keepsAll && thrown instanceof EvaluationFailure)
        for (const name of waiting) this.#failed.set(name, thrown)
      throw thrown
    }
    return now.get(wanted) ?? null
  }

  #workOut(wanted: string, now: Map<string, Value>, waiting: Set<string>, scope: Scope): void {
    const stack = [wanted]
    for (let name = stack.at(-1); name !== undefined; name = stack.at(-1)) {
      const failed = this.#failed.get(name)
      if (failed !== undefined) throw failed
      scope.budget.takeSteps()
      waiting.add(name)
      const missing = this.#needed(name).filter((need) => !now.has(need) && !this.#known.has(need))
      if (missing.length > 0) {
        for (const need of missing) stack.push(need)
        continue
      }
      if (!now.has(name)) now.set(name, this.#evaluate(name, scope))
      stack.pop()
      waiting.delete(name)
    }
  }

  #evaluate(name: string, scope: Scope): Value {
    const declared = this.#declared.get(name)
    if (declared === undefined) return new Unknown(valueLabel(name))
    const { expression, variable } = declared
    const value = scope.budget.during(valueLabel(name), expression.origin, () => {
      const made = evaluate(expression, scope)
      scope.budget.takeSteps(stepsThrough(made))
      if (variable !== undefined) return childVariable(variable, name, made, expression.origin)
      const plain = withoutNone(made, scope.budget)
      return declared.secret ? secret(plain) : plain
    })
    if (this.#keepsAll || !containsUnknown(value)) this.#known.set(name, value)
    return value
  }

  #needed(name: string): readonly string[] {
    let needs = this.#needs.get(name)
    if (needs === undefined) {
      const expression = this.#declared.get(name)?.expression
      const references = expression === undefined ? [] : referencesIn(expression)
      needs = [...new Set(references.filter(({ to }) => to === 'value').map((reference) => reference.name))]
      this.#needs.set(name, needs)
    }
    return needs
  }
}

/** Drops the nones of lists and maps, so that functions count and see only the other items. */
function withoutNone(value: Value, budget: Budget): Value {
  if (!someValue(value, (part) => part === null)) return value
  budget.takeBytes(bytesPerSize * sizeOf(value))
  return leftOut(value)
}

function leftOut(value: Value): Value {
  if (isList(value)) return value.filter((item) => !isNone(item)).map(leftOut)
  if (!isMap(value)) return value
  const kept = Object.keys(value).map((key) => [key, value[key] ?? null] as const)
  return valueMap(kept.filter(([, field]) => !isNone(field)).map(([key, field]) => [key, leftOut(field)] as const))
}

/** The sources of a scope in which only variables and values are known, for checks before anything exists. */
export function unknownSources(): ScopeSources {
  return {
    resource: (name) => new Unknown(`resources.${name}`),
    dataSource: (name) => new Unknown(`datasources.${name}`),
  }
}
