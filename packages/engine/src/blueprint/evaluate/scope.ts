import { Unknown, containsUnknown, secret } from '@slipway/model'
import type { FunctionDefinition, Value } from '@slipway/model'
import type { CheckedBlueprint } from '../checked.ts'
import { stepsThrough } from './bounded.ts'
import { Budget } from './budget.ts'
import { referencesIn } from './references.ts'
import { evaluate } from './evaluate.ts'

/** What the names in an expression stand for at the moment. Names have been checked: every one is declared. */
export interface Scope {
  /** What everything that is worked out in this scope, and in those made of it, may cost together. */
  readonly budget: Budget
  variable(name: string): Value
  /** `from` is the scope that asks: what the value itself needs comes from there. */
  value(name: string, from: Scope): Value
  /** A map with `spec` and `metadata`; unknown, or with unknowns in it, for what is not there yet. */
  resource(name: string): Value
  /** A map of the exported fields; unknown before it has been read. */
  dataSource(name: string): Value
  /** What the provider says of a function of its. */
  function?(name: string): FunctionDefinition | undefined
  /** A function of a provider; `undefined` while there is no answer. */
  call?(name: string, args: readonly Value[]): Value | undefined
}

export interface ScopeSources {
  resource(name: string): Value
  dataSource(name: string): Value
  call?(name: string, args: readonly Value[]): Value | undefined
  /** What is unknown now stays so: values that need it are worked out once, like all others. */
  readonly isFixed?: boolean
}

/** A scope over a checked blueprint. Values are worked out when asked for, and once they are fully known, kept. */
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
    call: (name, args) => sources.call?.(name, args),
  }
}

/** The `values` of a blueprint, each evaluated after those it needs: a chain of any length costs no call stack. */
class Values {
  readonly #declared: CheckedBlueprint['values']
  readonly #keepsAll: boolean
  readonly #needs = new Map<string, readonly string[]>()
  readonly #known = new Map<string, Value>()

  constructor(declared: CheckedBlueprint['values'], keepsAll: boolean) {
    this.#declared = declared
    this.#keepsAll = keepsAll
  }

  get(wanted: string, scope: Scope): Value {
    const known = this.#known.get(wanted)
    if (known !== undefined) return known
    const now = new Map<string, Value>()
    const inner: Scope = { ...scope, value: (name) => this.#known.get(name) ?? now.get(name) ?? null }
    const stack = [wanted]
    for (let name = stack.at(-1); name !== undefined; name = stack.at(-1)) {
      const missing = this.#needed(name).filter((need) => !now.has(need) && !this.#known.has(need))
      if (missing.length > 0) {
        for (const need of missing) stack.push(need)
        continue
      }
      stack.pop()
      if (!now.has(name)) now.set(name, this.#evaluate(name, inner))
    }
    return now.get(wanted) ?? null
  }

  #evaluate(name: string, scope: Scope): Value {
    const declared = this.#declared.get(name)
    if (declared === undefined) return new Unknown(`values.${name}`)
    const { budget } = scope
    return budget.during(`values.${name}`, declared.expression.origin, () => {
      const plain = evaluate(declared.expression, scope)
      const value = declared.secret ? secret(plain) : plain
      budget.takeSteps(stepsThrough(value))
      if (this.#keepsAll || !containsUnknown(value)) this.#known.set(name, value)
      return value
    })
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

/** A scope in which only variables and values are known: what can be checked before anything exists. */
export function unknownSources(): ScopeSources {
  return {
    resource: (name) => new Unknown(`resources.${name}`),
    dataSource: (name) => new Unknown(`datasources.${name}`),
  }
}
