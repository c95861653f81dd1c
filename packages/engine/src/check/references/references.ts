import { linkCalls } from '../../language/link-calls.ts'
import { didYouMean, nearest, type DiagnosticList } from '@slipway/source'
import type { Blueprint, BlueprintPart, IncludeDeclaration, ResourceDeclaration } from '../../language/declarations.ts'
import { foreignName } from '../../language/hints/foreign-names.ts'
import { minusMeant } from '../../language/hints/minus-meant.ts'
import { formatPath } from '../../language/path.ts'
import { partsIn } from '../../language/references.ts'
import type { CallExpression, FunctionExpression, ReferenceExpression } from '../../language/references.ts'
import type { Expression, Origin, PathStep } from '../../language/expression.ts'
import { lacksNames, misleadingName } from '../../evaluate/named-arguments.ts'
import { arity, signature } from '../../evaluate/functions/core-function.ts'
import type { CoreFunction } from '../../evaluate/functions/core-function.ts'
import { coreFunctions } from '../../evaluate/functions/table.ts'
import type { DefinitionLookup } from '../definitions/definitions.ts'
import { conditionExpressions, dataSourceExpressions, resourceExpressions } from '../every-expression.ts'
import { schemaAt, schemaPathProblem } from '../../spec/schema-path.ts'

const kinds = ['variables', 'values', 'resources', 'datasources', 'children'] as const
type Kind = (typeof kinds)[number]

const unknownNames: Readonly<Record<Kind, readonly [code: string, words: string]>> = {
  variables: ['blueprint/unknown-variable', 'variable'],
  values: ['blueprint/unknown-value', 'value'],
  resources: ['blueprint/unknown-resource', 'resource'],
  datasources: ['blueprint/unknown-data-source', 'data source'],
  children: ['blueprint/unknown-child', 'child'],
}

/** Names of these sections in other tools. */
const sectionsElsewhere: Readonly<Record<string, Kind | undefined>> = {
  var: 'variables',
  local: 'values',
  data: 'datasources',
  module: 'children',
}

const metadataFields = ['displayName', 'labels', 'annotations', 'custom']

/**
 * Looks up every name in every expression of a blueprint, and reports those that do not exist.
 *
 * @param childExports the exports of each child that could be read
 */
export function checkReferences(
  blueprint: Blueprint,
  lookup: DefinitionLookup,
  list: DiagnosticList,
  childExports: ChildExports = new Map(),
): void {
  const check = new ReferenceCheck(blueprint, lookup, list, childExports)
  for (const { expression } of blueprint.values.values()) check.expression(expression, false)
  for (const source of blueprint.dataSources.values()) {
    for (const expression of dataSourceExpressions(source)) check.expression(expression, false)
    if (source.options !== undefined) check.expression(source.options, false)
  }
  for (const resource of blueprint.resources.values()) check.resource(resource)
  for (const { expression } of blueprint.exports.values()) check.expression(expression, false)
  for (const include of blueprint.includes.values()) check.include(include)
  if (blueprint.metadata !== undefined) check.expression(blueprint.metadata, false)
  if (blueprint.protect !== undefined) check.expression(blueprint.protect, false)
  for (const conditions of [blueprint.requires, blueprint.checks])
    for (const expression of conditionExpressions(conditions)) check.expression(expression, false)
}

type ChildExports = BlueprintPart['childExports']

class ReferenceCheck {
  readonly #blueprint: Blueprint
  readonly #lookup: DefinitionLookup
  readonly #list: DiagnosticList
  readonly #childExports: ChildExports
  /** The resource that is being checked. `self` means this resource. */
  #self: ResourceDeclaration | undefined

  constructor(blueprint: Blueprint, lookup: DefinitionLookup, list: DiagnosticList, childExports: ChildExports) {
    this.#blueprint = blueprint
    this.#lookup = lookup
    this.#list = list
    this.#childExports = childExports
  }

  resource(resource: ResourceDeclaration): void {
    const isTemplate = resource.each !== undefined
    this.#self = resource
    for (const expression of resourceExpressions(resource)) this.expression(expression, isTemplate)
    for (const deciding of [resource.each, resource.mayBeEmpty])
      if (deciding !== undefined) this.expression(deciding, false)
    for (const deciding of [resource.eachKey, resource.options])
      if (deciding !== undefined) this.expression(deciding, isTemplate)
    for (const { value, origin } of resource.dependsOn) {
      if (!this.#isDeclared('resources', value)) this.#unknownDependency(value, origin)
    }
  }

  /** Reports an unknown name in a `dependsOn`, which has names and not references. */
  #unknownDependency(written: string, origin: Origin): void {
    const [, name = ''] = /^resources\.([\w-]+)/.exec(written) ?? []
    if (!this.#isDeclared('resources', name)) return this.#unknown('resources', written, origin)
    this.#error('blueprint/unknown-resource', origin, `there is no resource "${written}"`, `write ${name}`)
  }

  include({ path, variables, metadata, description }: IncludeDeclaration): void {
    this.expression(path, false)
    for (const expression of variables.values()) this.expression(expression, false)
    if (metadata !== undefined) this.expression(metadata, false)
    if (description !== undefined) this.expression(description, false)
  }

  expression(expression: Expression, isTemplate: boolean): void {
    /** References to the ends of a link, whose values are not read. */
    const linked = new Set<Expression>()
    for (const part of partsIn(expression)) {
      if (part.kind === 'call' && part.name === 'link') for (const { value } of part.args) linked.add(value)
      if (part.kind !== 'reference') this.#call(part)
      else if (part.to === 'resource' && part.path.length === 0 && linked.has(part)) this.#linked(part)
      else this.#reference(part, isTemplate)
    }
  }

  #reference(reference: ReferenceExpression, isTemplate: boolean): void {
    const { to, name, path, origin } = reference
    switch (to) {
      case 'variable':
        if (this.#isDeclared('variables', name)) this.#partOfVariable(name, path, origin)
        else this.#unknown('variables', name, origin, path)
        return
      case 'value':
        if (!this.#isDeclared('values', name)) this.#unknown('values', name, origin, path)
        return
      case 'parameter':
        return
      case 'datasource':
        return this.#dataSource(name, path, origin)
      case 'resource':
        return this.#resource(name, path, origin)
      case 'child':
        return this.#child(name, path, origin)
      case 'self':
        // In an abstract resource, `self` means the result of a transformer, which is checked once it exists.
        if (this.#self !== undefined && !this.#lookup.isAbstract(this.#self.type.value))
          this.#resourceField(this.#self, path, origin)
        return
      case 'elem':
      case 'index':
        if (!isTemplate)
          this.#error('blueprint/no-each', origin, `"${name}" has a meaning only in a resource with "each"`)
        else if (to === 'elem') this.#partOfItem(path, origin)
    }
  }

  #partOfVariable(name: string, path: readonly PathStep[], origin: Origin): void {
    const { shape } = this.#blueprint.variables.get(name) ?? {}
    if (path.length === 0 || (shape === undefined && !this.#blueprint.variables.has(name))) return
    if (shape === undefined) {
      const hint = `read text in JSON with jsondecode(variables.${name})`
      this.#error('blueprint/no-such-part', origin, `the variable "${name}" is a single value without parts`, hint)
      return
    }
    const problem = schemaPathProblem(shape, path, `the variable "${name}"`)
    if (problem !== undefined) this.#error('blueprint/no-such-part', origin, problem.message, problem.hint)
  }

  /** The properties of an item are known if the type of the variable declares them. */
  #partOfItem(path: readonly PathStep[], origin: Origin): void {
    const each = this.#self?.each
    if (each?.kind !== 'reference' || each.to !== 'variable') return
    const { shape } = this.#blueprint.variables.get(each.name) ?? {}
    const whole = shape && schemaAt(shape, each.path)
    const item = whole?.items ?? whole?.mapValues
    const problem = item && schemaPathProblem(item, path, 'elem')
    if (problem !== undefined) this.#error('blueprint/no-such-part', origin, problem.message, problem.hint)
  }

  #linked({ name, origin }: ReferenceExpression): void {
    if (!this.#isDeclared('resources', name)) this.#unknown('resources', name, origin)
  }

  #resource(name: string, path: readonly PathStep[], origin: Origin): void {
    const declared = this.#blueprint.resources.get(name)
    if (declared === undefined) {
      if (!this.#isDeclared('resources', name)) this.#unknown('resources', name, origin, path)
      return
    }
    const isTemplate = declared.each !== undefined
    const [step] = path
    const isIndexed = typeof step === 'number'
    // The keys of items are only known once the items have been evaluated.
    const isOneItem = isIndexed || (step !== undefined && !['spec', 'metadata'].includes(step))
    if (!isTemplate && isIndexed) {
      return this.#error(
        'blueprint/no-such-part',
        origin,
        `"${name}" has no "each", so there is only one`,
        'remove the index',
      )
    }
    this.#resourceField(declared, isTemplate && isOneItem ? path.slice(1) : path, origin)
  }

  #resourceField({ name, type }: ResourceDeclaration, path: readonly PathStep[], origin: Origin): void {
    const definition = this.#lookup.resourceType(type.value)
    const [part, ...rest] = path
    // A resource without a field stands for its id.
    if (part === undefined && this.#lookup.mayHaveId(type.value)) return
    if (part === 'metadata') return this.#metadataField(name, rest, origin)
    if (part !== 'spec') {
      return this.#error(
        'blueprint/no-such-part',
        origin,
        `a field of "${name}" is read through its spec or metadata`,
        formatPath('resources', [name, ...partMeant(path, definition?.idField)]),
      )
    }
    if (definition === undefined || this.#list.isFull) return
    const problem = schemaPathProblem(definition.schema, rest, type.value)
    if (problem !== undefined) this.#error('blueprint/unknown-attribute', origin, problem.message, problem.hint)
  }

  #metadataField(name: string, [field]: readonly PathStep[], origin: Origin): void {
    if (typeof field === 'string' && metadataFields.includes(field)) return
    const near = typeof field === 'string' ? didYouMean(field, metadataFields) : undefined
    const hint = near ?? `there are: ${metadataFields.join(', ')}`
    this.#error('blueprint/no-such-part', origin, `the metadata of "${name}" has no such field`, hint)
  }

  #dataSource(name: string, [field]: readonly PathStep[], origin: Origin): void {
    if (this.#list.isFull) return
    const declared = this.#blueprint.dataSources.get(name)
    if (declared === undefined) {
      if (!this.#isDeclared('datasources', name)) this.#unknown('datasources', name, origin)
      return
    }
    const definition = this.#lookup.dataSourceType(declared.type.value)
    const fields = definition?.fields
    // Missing names of fields have already been reported.
    if (declared.exports === '*' && definition?.hasMoreFields === true) return
    if (declared.exports !== '*' && typeof field === 'string' && declared.exports.has(field)) return
    const exported = declared.exports === '*' ? fields && Object.keys(fields) : [...declared.exports.keys()]
    if (exported === undefined || (typeof field === 'string' && exported.includes(field))) return
    const near = typeof field === 'string' ? didYouMean(field, exported) : undefined
    const hint = near ?? `it exports: ${exported.join(', ')}`
    const what = field === undefined ? 'say which field' : `it does not export "${field}"`
    this.#error('blueprint/no-such-part', origin, `the data source "${name}": ${what}`, hint)
  }

  #child(name: string, [step]: readonly PathStep[], origin: Origin): void {
    if (!this.#isDeclared('children', name)) return this.#unknown('children', name, origin)
    const exported = this.#childExports.get(name)
    if (exported === undefined || (typeof step === 'string' && exported.has(step))) return
    const near = typeof step === 'string' ? didYouMean(step, exported) : undefined
    const hint = near ?? (exported.size === 0 ? 'it exports nothing' : `it exports: ${[...exported].join(', ')}`)
    const what = step === undefined ? 'name one of its exports' : `it does not export "${step}"`
    this.#error('blueprint/no-such-part', origin, `the child "${name}": ${what}`, hint)
  }

  #call(call: CallExpression | FunctionExpression): void {
    if (call.kind === 'call' && call.name === 'link' && call.args.length === 2 && linkCalls(call).length === 0) {
      const message = 'link reads the link between two resources, given as references or by their names'
      return this.#error('blueprint/arguments', call.origin, message, 'call it as link(a, b)')
    }
    const core = coreFunctions.get(call.name)
    if (core !== undefined) return this.#arguments(call, core)
    const [found, other] = this.#lookup.functions(call.name)
    if (this.#list.isFull) return
    if (found === undefined) {
      if (this.#lookup.leavesOpen(call.name)) return
      const hint = this.#lookup.missingFunctionHint(call.name)
      return this.#error('blueprint/unknown-function', call.origin, `there is no function "${call.name}"`, hint)
    }
    if (other !== undefined) {
      const message = `"${call.name}" is a function of several providers: ${found.namespace} and ${other.namespace}`
      const hint = `say whose: ${found.namespace}::${call.name}(…)`
      return this.#error('blueprint/unknown-function', call.origin, message, hint)
    }
    this.#arguments(call, found.definition)
  }

  #arguments(call: CallExpression | FunctionExpression, definition: CoreFunction | Parameters<typeof arity>[0]): void {
    // A function that is passed by name gets its arguments from the function that calls it.
    if (call.kind === 'function') return
    const { name, args, origin } = call
    const { least, most } = arity(definition)
    const isNamed = 'named' in definition && definition.named
    const hint = isNamed ? `${name}(key = value)` : `call it as ${signature(definition)}`
    if (args.length < least || args.length > most) {
      const wanted = least === most ? `${least}` : most === Infinity ? `at least ${least}` : `${least} to ${most}`
      const message = `${name} takes ${wanted} argument${wanted === '1' ? '' : 's'}, but gets ${args.length}`
      return this.#error('blueprint/arguments', origin, message, hint)
    }
    if (lacksNames(args, definition))
      return this.#error('blueprint/arguments', origin, `${name} needs a name for each of its arguments`, hint)
    if (isNamed) this.#objectField(call)
    const misleading = misleadingName(args, definition)
    if (misleading === undefined) return
    const message = `${name} has no parameter "${misleading}" to fill: all its arguments are given by position`
    this.#list.warning('blueprint/arguments', origin.start, origin.end, message, { hint })
  }

  /** Checks that a field which is read from `object(…)` is in it. */
  #objectField({ name, args, path, origin }: CallExpression): void {
    const [field] = path
    const fields = args.map((argument) => argument.name ?? '')
    if (typeof field !== 'string' || fields.includes(field)) return
    const hint = didYouMean(field, fields) ?? `it has: ${fields.slice(0, 10).join(', ')}`
    this.#error('blueprint/no-such-part', origin, `this ${name} has no field "${field}"`, hint)
  }

  #isDeclared(kind: Kind, name: string): boolean {
    const section = kind === 'children' ? 'include' : kind
    return this.#names(kind).has(name) || this.#blueprint.unreadable.has(`${section}.${name}`)
  }

  #names(kind: Kind): ReadonlyMap<string, unknown> {
    if (kind === 'children') return this.#blueprint.includes
    return kind === 'datasources' ? this.#blueprint.dataSources : this.#blueprint[kind]
  }

  #unknown(kind: Kind, name: string, origin: Origin, path?: readonly PathStep[]): void {
    if (this.#list.isFull) return
    const [code, words] = unknownNames[kind]
    const near = nearest(name, this.#names(kind).keys())
    const hint =
      this.#minusMeant(kind, name, path) ??
      (near === undefined ? this.#elsewhere(kind, name, path) : `did you mean "${near}"?`)
    this.#error(code, origin, `there is no ${words} "${name}"`, hint)
  }

  /** A hint for `n-1`, which is one name. */
  #minusMeant(kind: Kind, name: string, path: readonly PathStep[] = []): string | undefined {
    const isBare = kind === 'resources'
    const less = minusMeant(
      name,
      (part) => this.#names(kind).has(part) || (isBare && (part === 'i' || part === 'elem')),
    )
    if (less === undefined) return undefined
    return `did you mean ${formatPath(isBare ? less : `${kind}.${less}`, path)}? A minus sign between names needs a space on both sides`
  }

  /**
   * A hint for a name that does not exist. The name may be of another kind, or its kind may be mistyped. A bare `${HOME}` is most likely meant for a
   * shell.
   */
  #elsewhere(kind: Kind, name: string, read?: readonly PathStep[]): string {
    const path = kind === 'resources' ? read : undefined
    const foreign = kind === 'resources' ? foreignName(name, path ?? []) : undefined
    if (foreign !== undefined) return foreign
    const found = kinds.find((other) => other !== kind && this.#names(other).has(name))
    if (found !== undefined) return `did you mean ${found}.${name}?`
    const section = sectionsElsewhere[name]
    if (section !== undefined && path !== undefined && path.length > 0) return `write ${formatPath(section, path)}`
    if (name === 'self') return '"self" is the resource itself, below "postconditions" of its options'
    if (path?.length === 0) return `for a literal \${${name}} in the text, write \${"\${${name}}"}`
    const meant = path === undefined ? undefined : nearest(name, kinds)
    if (meant !== undefined) return `did you mean ${formatPath(meant, path ?? [])}?`
    const names = [...this.#names(kind).keys()]
    return names.length === 0 ? `the blueprint has no ${kind}` : `there are: ${names.slice(0, 10).join(', ')}`
  }

  #error(code: string, { start, end }: Origin, message: string, hint?: string): void {
    this.#list.error(code, start, end, message, { hint })
  }
}

/** The path that was most likely meant if `spec` or `metadata` is missing or mistyped. */
function partMeant(path: readonly PathStep[], idField = '…'): readonly PathStep[] {
  const [part, ...rest] = path
  if (part === undefined) return ['spec', idField]
  const meant = typeof part === 'string' ? nearest(part, ['spec', 'metadata']) : undefined
  return meant === undefined || rest.length === 0 ? ['spec', ...path] : [meant, ...rest]
}
