import { Unknown, type Diagnostic } from '@slipway/model'
import { didYouMean, DiagnosticList, joinedSource } from '@slipway/source'
import type { Budget } from '../language/budget.ts'
import type {
  Blueprint,
  BlueprintPart,
  BlueprintTree,
  ConditionDeclaration,
  DataSourceDeclaration,
  ExportDeclaration,
  ImportDeclaration,
  IncludeDeclaration,
  MovedDeclaration,
  JoinedChild,
  ResourceDeclaration,
  ValueDeclaration,
  VariableDeclaration,
} from '../language/declarations.ts'
import type { Expression } from '../language/expression.ts'
import { optional } from '../language/parse/optional.ts'
import { formatPath } from '../language/path.ts'
import { rewriteExpression } from '../language/references.ts'
import type { ReferenceExpression } from '../language/references.ts'
import { distinct } from './distinct.ts'
import { mapCondition, mapDataSource, mapTemplate } from './map-expressions.ts'
import { Relocation } from './relocate.ts'

/**
 * Joins a blueprint, its children and theirs into one. The `vpc` of the child `network` becomes `network/vpc`. No declared name contains a
 * slash, so there can be no conflict. Variables of a child become values. A reference to an export of a child becomes its expression, so
 * that it only waits for the needs of the export.
 *
 * @throws EvaluationFailure `blueprint/too-large`
 */
export function joinChildren(tree: BlueprintTree, budget: Budget): Blueprint {
  return tree.blueprint.includes.size === 0 ? tree.blueprint : new Whole(budget).blueprint(tree)
}

type Exported = ReadonlyMap<string, Expression>

/** A blueprint of the tree, and its place in the whole. */
interface Placed {
  readonly blueprint: Blueprint
  /** The path of the child: `network`; empty for the outermost blueprint. */
  readonly path: string
  readonly start: number
  readonly children: ReadonlyMap<string, Placed>
  /** The expressions of the blueprint's exports, with the names of the whole. */
  readonly exported: Exported
  /** Turns an expression of the blueprint into one with the names of the whole. */
  readonly inWhole: (expression: Expression) => Expression
  readonly relocation: Relocation
}

class Whole {
  readonly #budget: Budget
  readonly #values = new Map<string, ValueDeclaration>()
  readonly #dataSources = new Map<string, DataSourceDeclaration>()
  readonly #resources = new Map<string, ResourceDeclaration>()
  readonly #exports = new Map<string, ExportDeclaration>()
  readonly #children = new Map<string, JoinedChild>()
  readonly #moved: MovedDeclaration[] = []
  readonly #imports: ImportDeclaration[] = []
  readonly #requires: ConditionDeclaration[] = []
  readonly #checks: ConditionDeclaration[] = []
  readonly #parts: BlueprintPart[] = []
  readonly #complaints: Diagnostic[] = []
  #length = 0

  constructor(budget: Budget) {
    this.#budget = budget
  }

  blueprint(tree: BlueprintTree): Blueprint {
    const root = this.#place(tree, '')
    this.#addRoot(root)
    const { source, variables, metadata, protect, unreadable } = root.blueprint
    const others = this.#parts.slice(1).map((part) => part.blueprint.source)
    return {
      source: joinedSource([source, ...others]),
      variables,
      values: this.#values,
      dataSources: this.#dataSources,
      resources: this.#resources,
      exports: this.#exports,
      includes: new Map(),
      unreadable,
      transforms: root.blueprint.transforms,
      diagnostics: distinct([...this.#parts.flatMap((part) => part.blueprint.diagnostics), ...this.#complaints]),
      parts: this.#parts,
      children: this.#children,
      moved: this.#moved,
      imports: this.#imports,
      requires: this.#requires,
      checks: this.#checks,
      ...optional('metadata', metadata && root.inWhole(metadata)),
      ...optional('protect', protect && root.inWhole(protect)),
    }
  }

  /** Finds the place of every declaration before any is moved, because children may read each other's exports. */
  #place({ blueprint, children }: BlueprintTree, path: string): Placed {
    const start = this.#length
    this.#length += blueprint.source.text.length + 1
    const childExports = new Map<string, ReadonlySet<string>>()
    this.#parts.push({ blueprint, start, childExports })
    const prefix = path === '' ? '' : `${path}/`
    const placed = new Map<string, Placed>()
    for (const [name, child] of children) {
      placed.set(name, this.#place(child, prefix + name))
      childExports.set(name, new Set([...child.blueprint.exports.keys(), ...unreadableExports(child.blueprint)]))
      const { file, text } = child.blueprint.source
      this.#children.set(prefix + name, { file, text })
    }
    const meant = (reference: ReferenceExpression): Expression => exportMeant(reference, placed)
    const relocation = new Relocation(prefix, start, this.#budget, meant, this.#folderOf(blueprint))
    const inWhole = (expression: Expression): Expression =>
      path === '' ? withoutChildren(expression, meant, this.#budget) : relocation.expression(expression)
    const exported = new Map(Array.from(blueprint.exports, ([name, { expression }]) => [name, inWhole(expression)]))
    return { blueprint, path, start, children: placed, exported, inWhole, relocation }
  }

  /** The folder of a child, if it differs from that of the outermost blueprint. A child from a server has no files. */
  #folderOf({ source: { file } }: Blueprint): string | undefined {
    const folder = folderOf(file)
    return /^https?:\/\//i.test(file) || folder === folderOf(this.#parts[0]?.blueprint.source.file ?? '')
      ? undefined
      : folder
  }

  /** Adds the outermost blueprint, which keeps its names and places. */
  #addRoot(root: Placed): void {
    const { blueprint, inWhole } = root
    this.#moved.push(...(blueprint.moved ?? []))
    this.#imports.push(...(blueprint.imports ?? []))
    this.#requires.push(...(blueprint.requires ?? []).map((one) => mapCondition(one, inWhole)))
    this.#checks.push(...(blueprint.checks ?? []).map((one) => mapCondition(one, inWhole)))
    for (const [name, value] of blueprint.values)
      this.#values.set(name, { ...value, expression: inWhole(value.expression) })
    for (const [name, source] of blueprint.dataSources) this.#dataSources.set(name, mapDataSource(source, inWhole))
    for (const [name, resource] of blueprint.resources) this.#resources.set(name, mapTemplate(resource, inWhole))
    for (const [name, exported] of blueprint.exports)
      this.#exports.set(name, { ...exported, expression: inWhole(exported.expression) })
    this.#addChildren(root)
  }

  #addChildren({ blueprint, children, inWhole, start }: Placed): void {
    const list = new DiagnosticList(blueprint.source)
    for (const [name, child] of children) {
      const include = blueprint.includes.get(name)
      if (include === undefined) continue
      this.#addVariables(child, include, inWhole, start, list)
      this.#addChild(child)
    }
    this.#complaints.push(...list.sorted())
  }

  #addChild(child: Placed): void {
    const { blueprint, relocation } = child
    for (const moved of blueprint.moved ?? []) this.#moved.push(relocation.moved(moved))
    for (const one of blueprint.imports ?? []) this.#imports.push(relocation.imported(one))
    for (const one of blueprint.requires ?? []) this.#requires.push(relocation.condition(one))
    for (const one of blueprint.checks ?? []) this.#checks.push(relocation.condition(one))
    for (const value of blueprint.values.values()) add(this.#values, relocation.value(value))
    for (const source of blueprint.dataSources.values()) add(this.#dataSources, relocation.dataSource(source))
    for (const resource of blueprint.resources.values()) add(this.#resources, relocation.resource(resource))
    for (const exported of blueprint.exports.values()) add(this.#exports, relocation.export(exported))
    this.#addChildren(child)
  }

  /** Turns variables of a child into values of the whole, computed from the values that its parent gives. */
  #addVariables(
    { blueprint, path, relocation }: Placed,
    include: IncludeDeclaration,
    inParent: Placed['inWhole'],
    parentStart: number,
    list: DiagnosticList,
  ): void {
    const { variables, unreadable } = blueprint
    refuseUndeclared(include, variables, unreadable, list)
    const { start, end } = include.origin
    const origin = { start: start + parentStart, end: end + parentStart }
    for (const [name, declared] of variables) {
      const given = include.variables.get(name)
      if (given === undefined && declared.default === undefined) reportMissing(include, declared, list)
      const fallback: Expression = {
        kind: 'literal',
        value: declared.default?.value ?? new Unknown(`variables.${path}/${name}`),
        origin,
      }
      this.#values.set(`variables.${path}/${name}`, {
        name: `variables.${path}/${name}`,
        origin: relocation.origin(declared.origin),
        type: declared.type,
        secret: declared.secret,
        expression: given === undefined ? fallback : inParent(given),
        variable: declared,
      })
    }
  }
}

/** The expression for a reference to an export of a child, with the place of the reference. */
function exportMeant({ name, path, origin }: ReferenceExpression, children: ReadonlyMap<string, Placed>): Expression {
  const [step, ...rest] = path
  const found = typeof step === 'string' ? children.get(name)?.exported.get(step) : undefined
  if (found?.kind === 'reference') return { ...found, path: [...found.path, ...rest], origin }
  // The reference has been refused, or is already known not to exist.
  return found ?? { kind: 'literal', value: new Unknown(formatPath(`children.${name}`, path)), origin }
}

function withoutChildren(
  expression: Expression,
  meant: (reference: ReferenceExpression) => Expression,
  budget: Budget,
): Expression {
  return rewriteExpression(expression, (part) => (part.to === 'child' ? meant(part) : undefined), budget)
}

function add<T extends { readonly name: string }>(map: Map<string, T>, declared: T): void {
  map.set(declared.name, declared)
}

function refuseUndeclared(
  { name, variables }: IncludeDeclaration,
  declared: Blueprint['variables'],
  unreadable: Blueprint['unreadable'],
  list: DiagnosticList,
): void {
  for (const [variable, { origin }] of variables) {
    if (declared.has(variable) || unreadable.has(`variables.${variable}`)) continue
    const none = declared.size === 0 ? 'it has no variables' : `it has: ${[...declared.keys()].join(', ')}`
    const hint = didYouMean(variable, declared.keys()) ?? none
    const message = `the child "${name}" has no variable "${variable}"`
    list.error('blueprint/undeclared-variable', origin.start, origin.end, message, { hint })
  }
}

function reportMissing(
  { name, origin }: IncludeDeclaration,
  { name: variable, description }: VariableDeclaration,
  list: DiagnosticList,
): void {
  const about = description === undefined ? '' : ` (${description})`
  const message = `the child "${name}" needs the variable "${variable}"${about}`
  const hint = `write "${variable}" under include.${name}.variables`
  list.error('blueprint/missing-variable', origin.start, origin.end, message, { hint })
}

function unreadableExports({ unreadable }: Blueprint): readonly string[] {
  const start = 'exports.'
  return [...unreadable].filter((name) => name.startsWith(start)).map((name) => name.slice(start.length))
}

function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')))
}
