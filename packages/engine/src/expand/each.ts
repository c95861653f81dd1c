import { Unknown, isList, isMap, isSecret, isUnknown, secret } from '@slipway/model'
import type { Value } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import type { DiagnosticList } from '@slipway/source'
import type { Blueprint, ResourceDeclaration, Written } from '../language/declarations.ts'
import { listBytes, type Budget } from '../language/budget.ts'
import { isKnownLater, type Unchecked } from '../check/unchecked.ts'
import { evaluate, follow } from '../evaluate/evaluate.ts'
import { EvaluationFailure } from '../language/failure.ts'
import { rewriteExpression } from '../language/references.ts'
import type { ReferenceExpression } from '../language/references.ts'
import { describe } from '../language/scalar-text.ts'
import type { Scope } from '../evaluate/scope.ts'
import type { Expression, Origin } from '../language/expression.ts'
import { optional } from '../language/parse/optional.ts'
import { mapCondition, mapDataSource, mapResource, mapValues } from './map-expressions.ts'

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

const lateHint =
  'how many resources there are must be known before anything is read or deployed: decide by variables and values'

const keyShape = /^[A-Za-z0-9_-]{1,100}$/
/** What may follow the name of a resource; no item can be called so. */
const fieldNames: readonly string[] = ['spec', 'metadata']

interface Item {
  readonly value: Value
  /** What `i` is: the index, or the key in a map. */
  readonly at: number | string
  /** Of an item of a map. */
  readonly key?: string
}

interface Instance {
  readonly resource: ResourceDeclaration
  readonly key?: string
}

/** The resources that a template has become. */
interface Instances {
  readonly names: readonly string[]
  /** The index of the item with this key. */
  readonly keys: ReadonlyMap<string, number>
}

class Expansion {
  readonly #blueprint: Blueprint
  readonly #scope: Scope
  readonly #list: DiagnosticList
  readonly #mayLeaveOpen: boolean
  /** The names that stand for a template's name. */
  readonly #instances = new Map<string, Instances>()
  readonly #absent = new Set<string>()
  /** Resources of which only a deployment tells whether they are there. */
  readonly #late = new Set<string>()
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
    const { resources, values, dataSources, exports: exported, requires, checks } = this.#blueprint
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
      ...optional(
        'requires',
        requires?.map((one) => mapCondition(one, (part) => this.#follow(part))),
      ),
      ...optional(
        'checks',
        checks?.map((one) => mapCondition(one, (part) => this.#follow(part))),
      ),
    }
  }

  #during<T>({ name, origin }: ResourceDeclaration, work: () => T): T {
    return this.#scope.budget.during(`resources.${name}`, origin, work)
  }

  #instancesOf(template: ResourceDeclaration): readonly ResourceDeclaration[] {
    const { each, name } = template
    if (each === undefined) return [template]
    const items = this.#decide(each, itemsOf, `the "each" of "${name}" must be a list or a map`)
    if (items === 'open') {
      this.#leftOpen.add(name)
      this.#instances.set(name, { names: [name], keys: new Map() })
      return [bind(template, { value: new Unknown(`resources.${name}`), at: 0 }, this.#scope.budget)]
    }
    const isWithin = items !== undefined && this.#isWithin(items.length, template, each)
    const instances = isWithin ? this.#named(items, template) : undefined
    if (instances === undefined) {
      this.#undecided.add(name)
      return []
    }
    this.#instances.set(name, {
      names: instances.map((instance) => instance.resource.name),
      keys: new Map(instances.flatMap(({ key }, index) => (key === undefined ? [] : [[key, index]]))),
    })
    return instances.map(({ resource }) => resource)
  }

  #isWithin(count: number, { name }: ResourceDeclaration, each: Expression): boolean {
    this.#made += count
    if (this.#made <= mostInstances) return true
    const message = `the "each" of "${name}" makes more than ${mostInstances} resources with those made before it`
    this.#error('blueprint/too-large', each.origin, message)
    return false
  }

  /** `undefined` after a report. */
  #named(items: readonly Item[], template: ResourceDeclaration): readonly Instance[] | undefined {
    const { name, origin } = template
    const taken = new Set<string>()
    const instances: Instance[] = []
    let isWhole = true
    for (const [index, item] of items.entries()) {
      const key = template.eachKey === undefined ? item.key : this.#keyOf(template.eachKey, item, template)
      if (template.eachKey !== undefined && key === undefined) {
        // What the others need is asked in the same round.
        isWhole = false
        continue
      }
      if (key !== undefined && !this.#isGoodKey(key, taken, template)) return undefined
      const instanceName = `${name}_${key ?? index}`
      if (this.#blueprint.resources.has(instanceName)) {
        const message = `item ${key ?? index} of "${name}" would be named "${instanceName}", and there is another resource of that name`
        this.#error('blueprint/bad-name', origin, message)
      }
      const resource = bind({ ...template, name: instanceName }, item, this.#scope.budget)
      instances.push({ resource, ...optional('key', key) })
    }
    return isWhole ? instances : undefined
  }

  #keyOf(eachKey: Expression, item: Item, { name }: ResourceDeclaration): string | undefined {
    const bound = rewriteExpression(eachKey, itemIn(item), this.#scope.budget)
    const found = this.#decide(bound, keyIn, `the "eachKey" of "${name}" must be text`)
    // For want of a value its place does as well: nothing is deployed then.
    return found === 'open' ? String(item.at) : found?.key
  }

  #isGoodKey(key: string, taken: Set<string>, { name, origin, each, eachKey }: ResourceDeclaration): boolean {
    const place = (eachKey ?? each)?.origin ?? origin
    const isTaken = taken.has(key)
    taken.add(key)
    if (!isTaken && keyShape.test(key) && !fieldNames.includes(key)) return true
    const what = isTaken ? 'is that of two items' : 'cannot be part of a name'
    const hint = isTaken
      ? 'give each item a key of its own'
      : 'keys are of letters, digits, "_" and "-", at most 100; "spec" and "metadata" are taken'
    this.#error('blueprint/bad-key', place, `the key ${JSON.stringify(key.slice(0, 60))} of "${name}" ${what}`, hint)
    return false
  }

  #isWanted(resource: ResourceDeclaration): boolean {
    if (resource.condition === undefined) return true
    const message = `the "condition" of "${resource.name}" must be true or false`
    const wanted = this.#decide(resource.condition, truthOf, message, () => void this.#late.add(resource.name))
    if (wanted === false) this.#absent.add(resource.name)
    return wanted !== false
  }

  /** A value that decides what there is. `undefined` after a report, made here or earlier; `open`: for want of a value. */
  #decide<T>(
    expression: Expression,
    read: (value: Value, isMarked: boolean) => T | undefined,
    message: string,
    later?: () => void,
  ): T | 'open' | undefined {
    const value = this.#evaluate(expression)
    if (value === undefined) return undefined
    const plain = isSecret(value) ? value.value : value
    if (isUnknown(plain)) {
      if (this.#mayLeaveOpen && !isKnownLater(plain)) return 'open'
      if (this.#list.hasErrors) return undefined
      if (later !== undefined && isKnownLater(plain)) return later() ?? undefined
      const late = `${message}, and it needs ${plain.until}, which is known only later`
      return this.#error('blueprint/late-each', expression.origin, late, lateHint)
    }
    const found = read(plain, isSecret(value))
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
    const { condition, ...decided } = resource
    const isLate = condition !== undefined && this.#late.has(resource.name)
    const followed = mapResource(isLate ? resource : decided, (expression) => this.#follow(expression))
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
        const names = this.#instances.get(value)?.names ?? [value]
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

  #instance(reference: ReferenceExpression, { names, keys }: Instances): Expression {
    const { name: template, path, origin } = reference
    const [step, ...rest] = path
    if (step === undefined || fieldNames.includes(String(step))) return this.#all(reference, names)
    if (this.#leftOpen.has(template)) return { ...reference, path: rest }
    const name = names[typeof step === 'number' ? step : (keys.get(step) ?? -1)]
    if (name !== undefined) return this.#absent.has(name) ? literal(null, origin) : { ...reference, name, path: rest }
    if (typeof step === 'number') {
      const message = `"${template}" has no item [${step}]: there are ${names.length}, counted from 0`
      this.#error('blueprint/no-such-part', origin, message)
    } else {
      const known = [...fieldNames, ...keys.keys()]
      const some = keys.size === 0 ? 'its items have no keys' : `there are: ${[...keys.keys()].slice(0, 10).join(', ')}`
      const hint = didYouMean(step, known) ?? some
      this.#error('blueprint/no-such-part', origin, `"${template}" has no item "${step}"`, hint)
    }
    return literal(new Unknown(`resources.${template}`), origin)
  }

  /** Without an item all of them are meant: a list, in their order. */
  #all(reference: ReferenceExpression, names: readonly string[]): Expression {
    this.#scope.budget.takeBytes(listBytes(names.length) + namedBytes * names.length)
    const { path, origin } = reference
    const present = names.filter((name) => !this.#absent.has(name))
    const items = present.map((name): Expression => ({ kind: 'reference', to: 'resource', name, path, origin }))
    return { kind: 'list', items, origin }
  }

  #error(code: string, { start, end }: Origin, message: string, hint?: string): undefined {
    this.#list.error(code, start, end, message, { hint })
  }
}

/** Puts an item and its index where `elem` and `i` stand. */
function bind(resource: ResourceDeclaration, item: Item, budget: Budget): ResourceDeclaration {
  budget.takeBytes(resourceBytes)
  return mapResource(resource, (expression) => rewriteExpression(expression, itemIn(item), budget))
}

function itemIn({ value, at }: Item): (part: ReferenceExpression) => Expression | undefined {
  return (part) => {
    if (part.to === 'index') return literal(at, part.origin)
    return part.to === 'elem' ? literal(follow(value, part.path, part.origin, 'elem'), part.origin) : undefined
  }
}

/** The items of a list have their index, those of a map their key, which everybody can see: no secret may be one. */
function itemsOf(value: Value, isMarked: boolean): readonly Item[] | undefined {
  if (isList(value)) return value.map((item, index) => ({ value: isMarked ? secret(item) : item, at: index }))
  if (!isMap(value) || isMarked) return undefined
  return Object.entries(value).map(([key, item]) => ({ value: item, at: key, key }))
}

function truthOf(value: Value): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

/** Everybody can see names. */
function keyIn(value: Value, isMarked: boolean): { readonly key: string } | undefined {
  return typeof value === 'string' && !isMarked ? { key: value } : undefined
}

function literal(value: Value, origin: Origin): Expression {
  return { kind: 'literal', value, origin }
}
