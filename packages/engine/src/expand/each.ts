import { Unknown, isList, isMap, secretFrom, type Value } from '@slipway/model'
import { didYouMean, type DiagnosticList } from '@slipway/source'
import type { Blueprint, ResourceDeclaration, Written } from '../language/declarations.ts'
import { listBytes, type Budget } from '../language/budget.ts'
import type { EmptiedTemplate } from '../check/checked.ts'
import { readsLocally } from '../check/definitions/deciding.ts'
import type { Unchecked } from '../check/unchecked.ts'
import { follow } from '../evaluate/evaluate.ts'
import { rewriteExpression } from '../language/references.ts'
import type { ReferenceExpression } from '../language/references.ts'
import type { Expression, Origin } from '../language/expression.ts'
import { optional } from '../language/parse/optional.ts'
import { Decisions, truthOf } from './decisions.ts'
import { itemName, movedItems, withFormerItems } from './former-items.ts'
import type { DecidingScopes } from './deciding-scope.ts'
import { mapCondition, mapDataSource, mapResource, mapValues } from './map-expressions.ts'
import { neededOutside } from './needed-outside.ts'

type DecidedItem = readonly [name: string, item: Value]

export interface Expanded {
  readonly blueprint: Blueprint
  /** The decisions of the outside: the names of a template's resources, and their items, by name of the template. */
  readonly decided: ReadonlyMap<string, readonly DecidedItem[]>
  readonly emptied: readonly EmptiedTemplate[]
  /** Names of resources whose condition is already known to be false. */
  readonly absent: ReadonlySet<string>
}

/**
 * The blueprint with `each` and `condition` evaluated: a resource for every item, named `name_0`, `name_1` and so on, and none if the
 * condition is false. References are adapted. A reference to a resource that is left out is none.
 *
 * @param scopes an `each` that needs anything else is refused, because it is known too late. While a question is open, a template stands
 *   for all its items
 * @param unchecked if given, the same for an `each` that depends on a missing value, or on one that is not asked for
 * @throws EvaluationFailure `blueprint/too-large` when everything together goes over the budget of the scopes.
 */
export function expandResources(
  blueprint: Blueprint,
  scopes: DecidingScopes,
  list: DiagnosticList,
  unchecked?: Unchecked,
): Expanded {
  return new Expansion(blueprint, scopes, list, unchecked).run()
}

/** True for a blueprint that has an `each` or a `condition`. */
export function isDecided({ resources }: Blueprint): boolean {
  return [...resources.values()].some(({ each, condition }) => each !== undefined || condition !== undefined)
}

/** The maximum number of resources that `each` may make in one blueprint. One line of text can ask for any number; deploying 10,000 takes seconds. */
const mostInstances = 100_000

/** The memory, in bytes, for a resource without its expressions, until the end of a plan. */
const resourceBytes = 1024
/** The memory, in bytes, for a name with its place. */
const namedBytes = 64

const keyShape = /^[A-Za-z0-9_-]{1,100}$/
/** The hint how to use a key that cannot be part of a name. */
const otherNames =
  'the option eachKey gives the items other names: eachKey: \'${regexreplace(i, "[^A-Za-z0-9_-]", "-")}\''
/** Names that may follow the name of a resource in a reference, so that no item can have such a key. */
const fieldNames: readonly string[] = ['spec', 'metadata']

interface Item {
  readonly value: Value
  /** The value of `i`: the index, or the key in a map. */
  readonly at: number | string
  /** The key of the item, if it has one. */
  readonly key?: string
}

interface Instance {
  readonly resource: ResourceDeclaration
  readonly item: Item
  readonly key?: string
  readonly suffix: string
}

/** The resources that a template has become. */
interface Instances {
  readonly names: readonly string[]
  /** The part of each item's name after the name of the template; empty while the template stands for all its items. */
  readonly suffixes: readonly string[]
  /** The index of the item with this key. */
  readonly keys: ReadonlyMap<string, number>
}

class Expansion {
  readonly #blueprint: Blueprint
  readonly #decisions: Decisions
  readonly #budget: Budget
  readonly #list: DiagnosticList
  readonly #decided = new Map<string, readonly DecidedItem[]>()
  readonly #emptied: EmptiedTemplate[] = []
  /** The resources of templates, by name of the template. */
  readonly #instances = new Map<string, Instances>()
  readonly #absent = new Set<string>()
  /** Names of resources whose conditions are only known in a deployment. */
  readonly #late = new Set<string>()
  /** Names of templates whose number of items could not be found out. */
  readonly #undecided = new Set<string>()
  /** Names of templates that stand for all their items, however many there will be. */
  readonly #leftOpen = new Set<string>()
  /** The adapted `dependsOn` lists of templates, by the written list. All items of a template share one list. */
  readonly #dependencies = new Map<readonly Written<string>[], readonly Written<string>[]>()
  /** The number of resources that `each` has made so far. */
  #made = 0

  constructor(blueprint: Blueprint, scopes: DecidingScopes, list: DiagnosticList, unchecked: Unchecked | undefined) {
    this.#blueprint = blueprint
    this.#decisions = new Decisions(scopes, list, unchecked)
    this.#budget = scopes.each.budget
    this.#list = list
  }

  run(): Expanded {
    const blueprint = this.#expanded()
    return { blueprint, decided: this.#decided, emptied: this.#emptied, absent: this.#absent }
  }

  #expanded(): Blueprint {
    const { resources, values, dataSources, exports: exported, requires, checks, protect } = this.#blueprint
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
      ...optional('moved', this.#blueprint.moved && this.#moved(this.#blueprint.moved)),
      ...optional(
        'requires',
        requires?.map((one) => mapCondition(one, (part) => this.#follow(part))),
      ),
      ...optional(
        'checks',
        checks?.map((one) => mapCondition(one, (part) => this.#follow(part))),
      ),
      ...optional('protect', protect && this.#follow(protect)),
    }
  }

  #moved(moved: NonNullable<Blueprint['moved']>): Blueprint['moved'] {
    const open = [...this.#undecided, ...this.#leftOpen]
    const isOpen = (name: string): boolean =>
      open.includes(name) ||
      (!this.#blueprint.resources.has(name) && open.some((template) => name.startsWith(itemName(template, ''))))
    const itemsNamed = (name: string): Pick<Instances, 'suffixes'> | 'unknown' | undefined => {
      if (isOpen(name)) return 'unknown'
      const instances = this.#instances.get(name)
      if (instances === undefined) return undefined
      return { suffixes: instances.suffixes.filter((suffix) => !this.#absent.has(itemName(name, suffix))) }
    }
    return movedItems(moved, itemsNamed, this.#budget)
  }

  #during<T>({ name, origin }: ResourceDeclaration, work: () => T): T {
    return this.#budget.during(`resources.${name}`, origin, work)
  }

  #instancesOf(template: ResourceDeclaration): readonly ResourceDeclaration[] {
    const { each, name } = template
    if (each === undefined) return [template]
    const items = this.#decisions.each(each, itemsOf, `the "each" of "${name}" must be a list or a map`, name)
    if (items === 'open') {
      this.#leftOpen.add(name)
      this.#instances.set(name, { names: [name], suffixes: [], keys: new Map() })
      return [bind(template, { value: new Unknown(`resources.${name}`), at: 0 }, this.#budget)]
    }
    const isWithin = items !== undefined && this.#isWithin(items.length, template, each)
    const instances = isWithin ? this.#named(items, template) : undefined
    if (instances === undefined) {
      this.#undecided.add(name)
      return []
    }
    this.#note(template, instances)
    this.#instances.set(name, {
      names: instances.map((instance) => instance.resource.name),
      suffixes: instances.map(({ suffix }) => suffix),
      keys: new Map(instances.flatMap(({ key }, index) => (key === undefined ? [] : [[key, index]]))),
    })
    return instances.map(({ resource }) => resource)
  }

  /** Notes the decisions of the outside, because another answer would make another blueprint. */
  #note(template: ResourceDeclaration, instances: readonly Instance[]): void {
    const { name, each, eachKey, mayBeEmpty, origin } = template
    const needs = neededOutside([each, eachKey], this.#blueprint)
    const mayBe = mayBeEmpty === undefined ? false : this.#mayBeEmpty(mayBeEmpty, name)
    if (needs.length === 0) return
    this.#decided.set(
      name,
      instances.map(({ resource, item }) => [resource.name, item.value]),
    )
    const doubtful = needs.filter((need) => !readsLocally(need.replace('(…)', '')))
    if (instances.length > 0 || doubtful.length === 0 || mayBe) return
    this.#emptied.push({ name, origin: each?.origin ?? origin, isKeyed: eachKey !== undefined, needs: doubtful })
  }

  #mayBeEmpty(written: Expression, name: string): boolean {
    return this.#decisions.each(written, truthOf, `the "mayBeEmpty" of "${name}" must be true or false`, name) !== false
  }

  #isWithin(count: number, { name }: ResourceDeclaration, each: Expression): boolean {
    this.#made += count
    if (this.#made <= mostInstances) return true
    const message = `the "each" of "${name}" makes more than ${mostInstances} resources with those made before it`
    this.#error('blueprint/too-large', each.origin, message)
    return false
  }

  /** The instances of a template with their names; `undefined` after a report. */
  #named(items: readonly Item[], template: ResourceDeclaration): readonly Instance[] | undefined {
    const { name, origin } = template
    const taken = new Set<string>()
    const instances: Instance[] = []
    let isWhole = true
    for (const [index, item] of items.entries()) {
      const key = template.eachKey === undefined ? item.key : this.#keyOf(template.eachKey, item, template)
      if (template.eachKey !== undefined && key === undefined) {
        // The loop continues, so that the questions of the other items are asked in the same round.
        isWhole = false
        continue
      }
      if (key !== undefined && !this.#isGoodKey(key, taken, template)) return undefined
      const suffix = key ?? String(index)
      const instanceName = itemName(name, suffix)
      if (this.#blueprint.resources.has(instanceName)) {
        const message = `item ${key ?? index} of "${name}" would be named "${instanceName}", but another resource has that name`
        this.#error('blueprint/bad-name', origin, message)
      }
      const options = withFormerItems(template.options, suffix)
      const named = { ...template, name: instanceName, ...optional('options', options) }
      const resource = bind(named, item, this.#budget)
      instances.push({ resource, item, suffix, ...optional('key', key) })
    }
    return isWhole ? instances : undefined
  }

  #keyOf(eachKey: Expression, item: Item, { name }: ResourceDeclaration): string | undefined {
    const bound = rewriteExpression(eachKey, itemIn(item), this.#budget)
    const found = this.#decisions.each(bound, keyIn, `the "eachKey" of "${name}" must be text`, name)
    // If a value is missing, the index is enough, because nothing is deployed then.
    return found === 'open' ? String(item.at) : found?.key
  }

  #isGoodKey(key: string, taken: Set<string>, { name, origin, each, eachKey }: ResourceDeclaration): boolean {
    const place = (eachKey ?? each)?.origin ?? origin
    const isTaken = taken.has(key)
    taken.add(key)
    if (!isTaken && keyShape.test(key) && !fieldNames.includes(key)) return true
    if (isTaken) {
      const message = `two items of "${name}" have the key ${JSON.stringify(key.slice(0, 60))}`
      this.#error('blueprint/bad-key', place, message, 'give each item its own key')
      return false
    }
    const rule = 'a key has at most 100 letters, digits, "_" and "-"; "spec" and "metadata" are reserved'
    const hint = eachKey === undefined ? `${rule}; ${otherNames}` : rule
    const message = `the key ${JSON.stringify(key.slice(0, 60))} of "${name}" cannot be part of a name`
    this.#error('blueprint/bad-key', place, message, hint)
    return false
  }

  #isWanted({ condition, name }: ResourceDeclaration): boolean {
    if (condition === undefined) return true
    const wanted = this.#decisions.condition(condition, name)
    if (wanted === 'late') this.#late.add(name)
    if (wanted === false) this.#absent.add(name)
    return wanted !== false
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
        this.#budget.takeBytes(namedBytes * names.length)
        return names.filter((name) => !this.#absent.has(name)).map((name) => ({ value: name, origin }))
      })
      this.#dependencies.set(written, found)
    }
    return found
  }

  /** Turns references to templates into references to their items, and references to left-out resources into none. */
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
      this.#budget,
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

  /** A reference to all items of a template, because it has no index: a list, in the order of the items. */
  #all(reference: ReferenceExpression, names: readonly string[]): Expression {
    this.#budget.takeBytes(listBytes(names.length) + namedBytes * names.length)
    const { path, origin } = reference
    const present = names.filter((name) => !this.#absent.has(name))
    const items = present.map((name): Expression => ({ kind: 'reference', to: 'resource', name, path, origin }))
    return { kind: 'list', items, origin }
  }

  #error(code: string, { start, end }: Origin, message: string, hint?: string): undefined {
    this.#list.error(code, start, end, message, { hint })
  }
}

/** Replaces `elem` and `i` with an item and its index. */
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

/** The items of a list with their index, or of a map with their key. A key must not be secret, because everybody can see it. */
function itemsOf(value: Value, isMarked: boolean, whole: Value): readonly Item[] | undefined {
  if (isList(value))
    return value.map((item, index) => ({ value: isMarked ? secretFrom([whole], item) : item, at: index }))
  if (!isMap(value) || isMarked) return undefined
  return Object.entries(value).map(([key, item]) => ({ value: item, at: key, key }))
}

/** The key of an item. It must not be secret, because everybody can see names. */
function keyIn(value: Value, isMarked: boolean): { readonly key: string } | undefined {
  return typeof value === 'string' && !isMarked ? { key: value } : undefined
}

function literal(value: Value, origin: Origin): Expression {
  return { kind: 'literal', value, origin }
}
