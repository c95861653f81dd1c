import { Unknown, isList, isSecret, isUnknown } from '@slipway/model'
import type { Value } from '@slipway/model'
import type { DiagnosticList } from '@slipway/source'
import type { Blueprint, ResourceDeclaration, Written } from '../language/declarations.ts'
import type { Budget } from '../language/budget.ts'
import { isKnownLater, type Unchecked } from '../check/unchecked.ts'
import { evaluate, follow } from '../evaluate/evaluate.ts'
import { EvaluationFailure } from '../language/failure.ts'
import { rewriteExpression } from '../language/references.ts'
import type { ReferenceExpression } from '../language/references.ts'
import { describe } from '../language/scalar-text.ts'
import type { Scope } from '../evaluate/scope.ts'
import type { Expression, Origin } from '../language/expression.ts'
import { optional } from '../language/parse/optional.ts'
import { mapDataSource, mapResource, mapValues } from './map-expressions.ts'

/**
 * The blueprint with `each` and `condition` worked out: a resource for every item, named `name_0`, `name_1` and so on,
 * none for a condition that is false. References follow: what refers to a resource that is not there is none.
 *
 * @param scope knows variables and values; whatever else decides is refused, because it is known too late.
 * @param unchecked given: what depends on a value that is missing is left open, and a template stands for all its items
 * @throws EvaluationFailure `blueprint/too-large` when all of it together goes over the scope's budget.
 */
export function expandResources(
  blueprint: Blueprint,
  scope: Scope,
  list: DiagnosticList,
  unchecked?: Unchecked,
): Blueprint {
  const declared = [...blueprint.resources.values()]
  if (declared.every(({ each, condition }) => each === undefined && condition === undefined)) return blueprint
  return new Expansion(blueprint, scope, list, unchecked !== undefined).run()
}

/** Made by `each` in one blueprint. A line of text can ask for any number of them; deploying 10,000 takes seconds. */
const mostInstances = 100_000

/** Memory for a resource beside its expressions, from here to the end of a plan. */
const resourceBytes = 1024
/** A name with its place. */
const namedBytes = 64

class Expansion {
  readonly #blueprint: Blueprint
  readonly #scope: Scope
  readonly #list: DiagnosticList
  readonly #mayLeaveOpen: boolean
  /** The names that stand for a template's name. */
  readonly #instances = new Map<string, readonly string[]>()
  readonly #absent = new Set<string>()
  /** Templates of which it could not be found out how many there are. */
  readonly #undecided = new Set<string>()
  /** Templates that stand for all their items, however many those are. */
  readonly #leftOpen = new Set<string>()
  /** The `dependsOn` of a template, worked out once: every item has the same. */
  readonly #dependencies = new Map<readonly Written<string>[], readonly Written<string>[]>()
  /** Resources made by an "each", so far. */
  #made = 0

  constructor(blueprint: Blueprint, scope: Scope, list: DiagnosticList, mayLeaveOpen: boolean) {
    this.#blueprint = blueprint
    this.#scope = scope
    this.#list = list
    this.#mayLeaveOpen = mayLeaveOpen
  }

  run(): Blueprint {
    const { resources, values, dataSources, exports: exported } = this.#blueprint
    const present = [...resources.values()]
      .flatMap((resource) => this.#during(resource, () => this.#instancesOf(resource)))
      .filter((resource) => this.#isWanted(resource))
    return {
      ...this.#blueprint,
      resources: new Map(
        present.map((resource) => [resource.name, this.#during(resource, () => this.#resource(resource))]),
      ),
      values: mapValues(values, (value) => ({ ...value, expression: this.#follow(value.expression) })),
      dataSources: mapValues(dataSources, (source) => mapDataSource(source, (part) => this.#follow(part))),
      exports: mapValues(exported, (entry) => ({ ...entry, expression: this.#follow(entry.expression) })),
    }
  }

  #during<T>({ name, origin }: ResourceDeclaration, work: () => T): T {
    return this.#scope.budget.during(`resources.${name}`, origin, work)
  }

  #instancesOf(template: ResourceDeclaration): readonly ResourceDeclaration[] {
    const { each, name } = template
    if (each === undefined) return [template]
    const items = this.#decide(
      each,
      (value) => (isList(value) ? value : undefined),
      `the "each" of "${name}" must be a list`,
    )
    if (items === 'open') {
      this.#leftOpen.add(name)
      this.#instances.set(name, [name])
      return [bind(template, new Unknown(`resources.${name}`), 0, this.#scope.budget)]
    }
    if (items === undefined) {
      this.#undecided.add(name)
      return []
    }
    this.#made += items.length
    if (this.#made > mostInstances) {
      this.#undecided.add(name)
      const message = `the "each" of "${name}" makes more than ${mostInstances} resources with those made before it`
      return this.#error('blueprint/too-large', each.origin, message) ?? []
    }
    this.#instances.set(
      name,
      items.map((_, index) => `${name}_${index}`),
    )
    return items.map((item, index) => {
      const instanceName = `${name}_${index}`
      if (this.#blueprint.resources.has(instanceName)) {
        this.#error(
          'blueprint/bad-name',
          template.origin,
          `item ${index} of "${name}" would be named "${instanceName}", and there is another resource of that name`,
        )
      }
      return bind({ ...template, name: instanceName }, item, index, this.#scope.budget)
    })
  }

  #isWanted(resource: ResourceDeclaration): boolean {
    if (resource.condition === undefined) return true
    const message = `the "condition" of "${resource.name}" must be true or false`
    const wanted = this.#decide(
      resource.condition,
      (value) => (typeof value === 'boolean' ? value : undefined),
      message,
    )
    if (wanted === false) this.#absent.add(resource.name)
    return wanted !== false
  }

  /** A value that decides what there is. `undefined` after a report, made here or earlier; `open`: for want of a value. */
  #decide<T>(expression: Expression, read: (value: Value) => T | undefined, message: string): T | 'open' | undefined {
    const value = this.#evaluate(expression)
    if (value === undefined) return undefined
    const plain = isSecret(value) ? value.value : value
    if (isUnknown(plain)) {
      if (this.#mayLeaveOpen && !isKnownLater(plain)) return 'open'
      if (this.#list.hasErrors) return undefined
      const late = `${message}, and it needs ${plain.until}, which is known only later: this version does not run that`
      return this.#error('blueprint/feature-not-run', expression.origin, late, 'decide by variables and values')
    }
    const found = read(plain)
    if (found !== undefined) return found
    return this.#error('blueprint/wrong-type', expression.origin, `${message}, and this is ${describe(value)}`)
  }

  #evaluate(expression: Expression): Value | undefined {
    try {
      return evaluate(expression, this.#scope)
    } catch (thrown) {
      if (!(thrown instanceof EvaluationFailure)) throw thrown
      return this.#error(thrown.code, thrown.origin, thrown.message, thrown.hint)
    }
  }

  #resource(resource: ResourceDeclaration): ResourceDeclaration {
    const followed = mapResource(resource, (expression) => this.#follow(expression))
    const { linkSelector, dependsOn } = resource
    return {
      ...followed,
      dependsOn: this.#dependsOn(dependsOn),
      ...optional('linkSelector', linkSelector && { ...linkSelector, exclude: this.#dependsOn(linkSelector.exclude) }),
    }
  }

  #dependsOn(written: readonly Written<string>[]): readonly Written<string>[] {
    let found = this.#dependencies.get(written)
    if (found === undefined) {
      found = written.flatMap(({ value, origin }) => {
        const names = this.#instances.get(value) ?? [value]
        this.#scope.budget.takeBytes(namedBytes * names.length)
        return names.filter((name) => !this.#absent.has(name)).map((name) => ({ value: name, origin }))
      })
      this.#dependencies.set(written, found)
    }
    return found
  }

  /** Turns references to templates into references to their items, and those to what is not there into none. */
  #follow(expression: Expression): Expression {
    return rewriteExpression(
      expression,
      (part) => {
        if (part.to !== 'resource') return undefined
        if (this.#undecided.has(part.name)) return literal(new Unknown(`resources.${part.name}`), part.origin)
        if (this.#absent.has(part.name)) return literal(null, part.origin)
        const instances = this.#instances.get(part.name)
        return instances === undefined ? undefined : this.#instance(part, instances)
      },
      this.#scope.budget,
    )
  }

  #instance(reference: ReferenceExpression, instances: readonly string[]): Expression {
    const { name: template, path, origin } = reference
    const [index, ...rest] = path
    if (this.#leftOpen.has(template)) return { ...reference, path: rest }
    const name = typeof index === 'number' ? instances[index] : undefined
    if (name !== undefined) return this.#absent.has(name) ? literal(null, origin) : { ...reference, name, path: rest }
    // Without an index it has been reported already.
    if (typeof index === 'number') {
      const message = `"${template}" has no item [${index}]: there are ${instances.length}, counted from 0`
      this.#error('blueprint/no-such-part', origin, message)
    }
    return literal(new Unknown(`resources.${template}`), origin)
  }

  #error(code: string, { start, end }: Origin, message: string, hint?: string): undefined {
    this.#list.error(code, start, end, message, { hint })
  }
}

/** Puts an item and its index where `elem` and `i` stand. */
function bind(resource: ResourceDeclaration, item: Value, index: number, budget: Budget): ResourceDeclaration {
  const replace = (part: ReferenceExpression): Expression | undefined => {
    if (part.to === 'index') return literal(index, part.origin)
    if (part.to !== 'elem') return undefined
    return literal(follow(item, part.path, part.origin, 'elem'), part.origin)
  }
  budget.takeBytes(resourceBytes)
  return mapResource(resource, (expression) => rewriteExpression(expression, replace, budget))
}

function literal(value: Value, origin: Origin): Expression {
  return { kind: 'literal', value, origin }
}
