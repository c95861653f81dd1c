import type { Diagnostic, Unknown } from '@slipway/model'
import { isDrawn } from '../evaluate/functions/table.ts'
import { fewOf } from '../language/few-of.ts'

/** The maximum number of names in one sentence. */
const mostNames = 5

/**
 * The message about a missing provider.
 *
 * @param what a type, or the names of providers
 */
export function noProviderFor(what: string): string {
  return `no provider for ${what} is installed`
}

/** A part that a check has left open. */
export interface NotLookedAt {
  /** The part in words: `no provider for "aws" is installed`. */
  readonly what: string
  /**
   * `missing`: the check would have looked at the part, but it does not exist. `outside`: a check that reads nothing outside never looks at the
   * part. `untrusted`: the part belongs to a folder that is not trusted, and is left out.
   */
  readonly why: 'missing' | 'outside' | 'untrusted'
}

/**
 * Collects the parts that a check has to leave open because values or providers are missing. A check with a collector turns such errors into one
 * warning. The result can be looked at, but not deployed.
 */
export class Unchecked {
  readonly #variables = new Set<string>()
  readonly #providers = new Map<string, { readonly why?: string | undefined; readonly how?: string | undefined }>()
  readonly #settings = new Set<string>()
  readonly #functions = new Set<string>()
  readonly #transformers = new Set<string>()
  readonly #children = new Set<string>()
  /** The advice for each instance that is not deployed, if there is any. */
  readonly #instances = new Map<string, string | undefined>()
  readonly #templates = new Set<string>()
  /** The outside values that these templates need. */
  readonly #toAsk = new Set<string>()

  /** Notes a variable without a value. Nothing that needs it has a value either. */
  variable(name: string): void {
    this.#variables.add(name)
  }

  /**
   * Notes a provider that cannot be asked.
   *
   * @param about `why`: the reason why it cannot be asked; absent if it is not installed. `how`: how to get it, if anybody knows
   */
  provider(
    namespace: string,
    about: { readonly why?: string | undefined; readonly how?: string | undefined } = {},
  ): void {
    if (!this.#providers.has(namespace)) this.#providers.set(namespace, about)
  }

  /**
   * Notes a setting whose value is missing.
   *
   * @param why the reason, such as a missing target of the setting's reference
   */
  setting(why: string): void {
    this.#settings.add(why)
  }

  /** Notes a function that may belong to a provider that cannot be asked. */
  function(name: string): void {
    this.#functions.add(name)
  }

  /** Notes a missing transformer, whose results and types nobody knows. */
  transformer(name: string): void {
    this.#transformers.add(name)
  }

  /** Notes a child whose source nothing here can read. */
  child(name: string): void {
    this.#children.add(name)
  }

  /** Notes another instance that is not deployed, so that nobody knows what it exports. */
  instance(name: string, hint?: string): void {
    this.#instances.set(name, hint)
  }

  /** Notes a template whose number of resources depends on a value that a check does not read: `datasources.hosts`, `lookup(…)`. */
  template(name: string, needs: string): void {
    this.#templates.add(name)
    this.#toAsk.add(needs)
  }

  /** True if a transformer is missing, which may take any type. */
  get takesAnyType(): boolean {
    return this.#transformers.size > 0
  }

  /** All open parts, each with a reason. */
  get reasons(): readonly NotLookedAt[] {
    const missing = [
      ...this.#variableReason(),
      ...this.#providerReasons(),
      ...this.#settings,
      ...reason(this.#transformers, (names) => `no transformer for ${names} is installed`),
      ...reason(this.#children, (names) => `the source of the child ${names} cannot be read here`),
      ...this.#instanceReason(),
      ...reason(this.#functions, (names) => `no plugin that could be asked has the function ${names}`),
    ]
    return [
      ...missing.map((what) => ({ what, why: 'missing' as const })),
      ...this.#templateReason().map((what) => ({ what, why: 'outside' as const })),
    ]
  }

  /** All open parts in one sentence; `undefined` if everything was checked. */
  get diagnostic(): Diagnostic | undefined {
    const { reasons } = this
    if (reasons.length === 0) return undefined
    return {
      code: 'blueprint/not-checked',
      severity: 'warning',
      message: `not everything could be checked: ${reasons.map(({ what }) => what).join('; ')}`,
      hint: this.#hint(reasons.length),
    }
  }

  #hint(reasons: number): string {
    const [variable] = this.#variables
    if (variable !== undefined) return `give values with --var ${variable}=… or --var-file`
    if (reasons === 1 && this.#templates.size > 0) return '"slipway plan" asks for it'
    const [instance, ...more] = this.#instances.values()
    if (reasons === 1 && instance !== undefined && more.length === 0) return instance
    if (reasons === 1 && more.length > 0) return 'deploy them first: "slipway plan" and "slipway up" need them'
    if (reasons === this.#settings.size + this.#instanceReason().length)
      return '"slipway plan" and "slipway up" need it'
    const [how] = [...this.#providers.values()].flatMap((about) => about.how ?? [])
    if (how !== undefined) return how
    return '"slipway plugin list" shows where Slipway looks for plugins'
  }

  #templateReason(): readonly string[] {
    const needs = [...this.#toAsk].slice(0, mostNames).join(', ')
    return reason(this.#templates, (names) => `the number of resources of ${names} is known once ${needs} is read`)
  }

  #variableReason(): readonly string[] {
    const isOne = this.#variables.size === 1
    const verb = isOne ? 'has' : 'have'
    return reason(this.#variables, (names) => `the variable${isOne ? '' : 's'} ${names} ${verb} no value`)
  }

  #instanceReason(): readonly string[] {
    const isOne = this.#instances.size === 1
    return reason(this.#instances.keys(), (names) =>
      isOne
        ? `the instance ${names} is not deployed, so its exports are unknown`
        : `the instances ${names} are not deployed, so their exports are unknown`,
    )
  }

  #providerReasons(): readonly string[] {
    const missing = [...this.#providers].flatMap(([namespace, { why }]) => (why === undefined ? [namespace] : []))
    const silent = [...this.#providers].flatMap(([namespace, { why }]) =>
      why === undefined ? [] : [`the provider for ${quoted(namespace)} cannot be asked: ${why}`],
    )
    return [...reason(missing, noProviderFor), ...silent]
  }
}

/** True for a value that is only known after a deployment, whatever values are given. */
export function isKnownLater({ until }: Unknown): boolean {
  return /^(resources|datasources|children)\./.test(until)
}

/** True for a variable that was not given, or a value that depends on one. */
export function isMissing({ until }: Unknown): boolean {
  return /^(variables|values)\./.test(until)
}

/** True for an expression that could not be read, which has been reported. */
export function isUnreadable({ until }: Unknown): boolean {
  return until === '${…}'
}

/** True for values that are only known after a deployment, or that differ each time. A value that can be asked for now is not late. */
export function isLate({ until }: Unknown): boolean {
  return /^(resources|children|links)\.|^link\(/.test(until) || isDrawn(until.replace(/\(.*$/s, ''))
}

function reason(names: Iterable<string>, sentence: (names: string) => string): readonly string[] {
  const all = [...names]
  return all.length === 0 ? [] : [sentence(fewOf(all.map(quoted), mostNames))]
}

function quoted(name: string): string {
  return `"${name}"`
}
