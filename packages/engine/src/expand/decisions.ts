import { isSecret, isUnknown, type Unknown, type Value } from '@slipway/model'
import type { DiagnosticList } from '@slipway/source'
import { readsLocally } from '../check/definitions/deciding.ts'
import { isLate, isMissing, isUnreadable, type Unchecked } from '../check/unchecked.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import { truthHint } from '../evaluate/truth.ts'
import type { Scope } from '../evaluate/scope.ts'
import type { Expression, Origin } from '../language/expression.ts'
import { EvaluationFailure } from '../language/failure.ts'
import { describe } from '../language/scalar-text.ts'
import type { DecidingScopes } from './deciding-scope.ts'

/** Reads the value of an expression; `undefined` when it has the wrong type. */
type Read<T> = (value: Value, isMarked: boolean, whole: Value) => T | undefined

const lateHint =
  'the number of resources must be known before the deployment: use only variables, values, functions, and data sources that need no resource'

/** Evaluates the expressions that decide the number of resources, and reports their problems. */
export class Decisions {
  readonly #scopes: DecidingScopes
  readonly #list: DiagnosticList
  readonly #unchecked: Unchecked | undefined

  constructor(scopes: DecidingScopes, list: DiagnosticList, unchecked: Unchecked | undefined) {
    this.#scopes = scopes
    this.#list = list
    this.#unchecked = unchecked
  }

  /**
   * The value that decides about a template. `undefined` after a report, here or earlier; `open` if a value is missing, is not asked for yet, or is
   * never asked for.
   *
   * @param message the demand that the value must be a list, or text
   */
  each<T>(expression: Expression, read: Read<T>, message: string, template: string): T | 'open' | undefined {
    const value = this.#evaluate(expression, this.#scopes.each)
    if (value === undefined) return undefined
    const found = unknownOf(value)
    if (found === undefined) return this.#fitting(expression, value, read, message)
    if (isUnreadable(found)) return undefined
    const unknown = this.#scopes.cause(found)
    if (this.#unchecked !== undefined && isMissing(unknown)) return 'open'
    if (!isLate(unknown) && this.#mayBeOpen) {
      // Every check can read data on this machine, so such a template is not reported as left out.
      if (!readsLocally(unknown.until.replace(/\(.*$/s, ''))) this.#unchecked?.template(template, unknown.until)
      return 'open'
    }
    if (this.#list.hasErrors) return undefined
    const late = `${message}, but it needs ${unknown.until}, which is known only later`
    return this.#error('blueprint/late-each', expression.origin, late, lateHint)
  }

  /** Whether a resource is wanted; `late` if this is only known later; `undefined` if it is open. */
  condition(expression: Expression, name: string): boolean | 'late' | undefined {
    const value = this.#evaluate(expression, this.#scopes.condition)
    if (value === undefined) return undefined
    const unknown = unknownOf(value)
    if (unknown === undefined)
      return this.#fitting(expression, value, truthOf, `the "condition" of "${name}" must be true or false`, truthHint)
    const isOpen = this.#unchecked === undefined ? this.#list.hasErrors : isMissing(unknown)
    return isOpen ? undefined : 'late'
  }

  get #mayBeOpen(): boolean {
    return this.#unchecked !== undefined || this.#scopes.isAsked
  }

  #fitting<T>(expression: Expression, value: Value, read: Read<T>, message: string, hint?: string): T | undefined {
    const found = read(isSecret(value) ? value.value : value, isSecret(value), value)
    if (found !== undefined) return found
    return this.#error('blueprint/wrong-type', expression.origin, `${message}, but this is ${describe(value)}`, hint)
  }

  #evaluate(expression: Expression, scope: Scope): Value | undefined {
    try {
      return evaluate(expression, scope)
    } catch (thrown) {
      if (!(thrown instanceof EvaluationFailure)) throw thrown
      return this.#error(thrown.code, thrown.origin, thrown.message, thrown.hint)
    }
  }

  #error(code: string, { start, end }: Origin, message: string, hint?: string): undefined {
    this.#list.error(code, start, end, message, { hint })
  }
}

function unknownOf(value: Value): Unknown | undefined {
  const plain = isSecret(value) ? value.value : value
  return isUnknown(plain) ? plain : undefined
}

export function truthOf(value: Value): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}
