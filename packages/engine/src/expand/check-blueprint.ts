import { createHash } from 'node:crypto'
import { Unknown, hasErrors, type Diagnostic, type Mutable, type PropertySchema } from '@slipway/model'
import { DiagnosticList } from '@slipway/source'
import type {
  CheckedBlueprint,
  CheckedChild,
  CheckedDataSource,
  CheckedExport,
  CheckedFunction,
  CheckedLink,
  CheckedResource,
} from '../check/checked.ts'
import type {
  Blueprint,
  BlueprintPart,
  JoinedChild,
  ResourceDeclaration,
  ValueType,
  WrittenMetadata,
} from '../language/declarations.ts'
import { Budget } from '../language/budget.ts'
import { bareName, childOf } from '../language/child-name.ts'
import { EvaluationFailure } from '../language/failure.ts'
import type { Scope } from '../evaluate/scope.ts'
import type { Expression, PathStep } from '../language/expression.ts'
import { coreNamespace } from '../evaluate/functions/core-function.ts'
import { coreFunctions } from '../evaluate/functions/table.ts'
import { optional } from '../language/parse/optional.ts'
import { annotationsSchema } from '../check/resources/annotations-schema.ts'
import { checkDataSource, exportsOf } from '../check/resources/data-source.ts'
import { type CheckOptions, DefinitionLookup } from '../check/definitions/definitions.ts'
import type { Definitions } from '../check/definitions/definitions.ts'
import { findDependencies, reportCycles } from '../check/references/dependencies.ts'
import type { Dependencies } from '../check/references/dependencies.ts'
import { everyName } from '../check/every-expression.ts'
import { decidingScopes } from './deciding-scope.ts'
import { type Expanded, expandResources, isDecided } from './each.ts'
import { checkedParts, inTextOrder } from './texts.ts'
import { withResourceIds } from './resource-ids.ts'
import { blueprintHash } from '../check/hash.ts'
import { workedOutOnce } from '../check/worked-out-once.ts'
import { checkLinks } from '../check/links/link-rules.ts'
import { refuseContainerCircles } from '../check/resources/containers.ts'
import { spreadCreateFirst } from '../check/resources/create-first.ts'
import { checkImports, checkMoved } from '../check/resources/moved.ts'
import { checkDemands, checkOwnConditions } from '../check/resources/conditions.ts'
import { checkDeprecated } from '../check/definitions/deprecated.ts'
import { checkPluginVersions } from '../check/definitions/plugin-versions.ts'
import { findLinks, withLinkOrder } from '../check/links/links.ts'
import { checkReferences } from '../check/references/references.ts'
import { resolveValue } from '../check/resources/resolve-spec.ts'
import { checkDataSourceOptions, checkOptions } from '../check/resources/resource-options.ts'
import { schemaAt, schemaPathProblem } from '../spec/schema-path.ts'
import { withVariableTypes } from '../check/values/variable-types.ts'
import { resolveVariables } from '../check/values/variables.ts'
import type { Unchecked } from '../check/unchecked.ts'
import { isLeftEmpty, referenceTo, schemaOf, valuesOf, valueTypeOf } from '../check/values/declared-values.ts'
import type { GivenVariable } from '../language/given-variable.ts'
import { scopeOf, unknownSources } from '../check/values/blueprint-scope.ts'

export interface CheckResult {
  /** The checked blueprint; absent if there is an error. */
  readonly checked?: CheckedBlueprint
  /** All diagnostics, including those from reading the text, in the order of the text. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Checks a blueprint against the definitions of its plugins, and with the values that were given for its variables. All problems are
 * reported at once, unless one hides another. Never throws, whatever a user may have written.
 *
 * @param definitions by namespace, as `askDefinitions` gathers them; `undefined` if there is no such provider.
 */
export function checkBlueprint(
  blueprint: Blueprint,
  definitions: Definitions,
  variables: ReadonlyMap<string, GivenVariable>,
  options: CheckOptions = {},
): CheckResult {
  const { unchecked } = options
  const list = new DiagnosticList(blueprint.source)
  const lookup = new DefinitionLookup(definitions, options)
  const checked = new BlueprintCheck(blueprint, lookup, list, options).run(variables)
  const found = [
    ...(unchecked?.diagnostic === undefined ? [] : [unchecked.diagnostic]),
    ...blueprint.diagnostics,
    ...list.sorted(),
  ]
  const diagnostics = inTextOrder(found, blueprint)
  return checked === undefined || hasErrors(diagnostics) ? { diagnostics } : { checked, diagnostics }
}

/** The inputs of a checked blueprint besides its declarations. */
interface Around extends Pick<Expanded, 'decided' | 'emptied' | 'absent'> {
  readonly variables: CheckedBlueprint['variables']
  readonly links: readonly CheckedLink[]
}

type OptionsAround = Parameters<typeof checkDataSourceOptions>[1]

class BlueprintCheck {
  readonly #written: Blueprint
  readonly #lookup: DefinitionLookup
  readonly #list: DiagnosticList
  readonly #unchecked: Unchecked | undefined
  readonly #deciding: CheckOptions['deciding']
  readonly #budget = new Budget()

  constructor(
    blueprint: Blueprint,
    lookup: DefinitionLookup,
    list: DiagnosticList,
    { unchecked, deciding }: CheckOptions,
  ) {
    this.#written = withVariableTypes(blueprint, lookup, list)
    this.#lookup = lookup
    this.#list = list
    this.#unchecked = unchecked
    this.#deciding = deciding
  }

  /** The checked blueprint; `undefined` if it goes over its budget, which has been reported. */
  run(given: ReadonlyMap<string, GivenVariable>): CheckedBlueprint | undefined {
    try {
      return this.#run(given)
    } catch (thrown) {
      if (!(thrown instanceof EvaluationFailure)) throw thrown
      const { code, origin, message, hint } = thrown
      this.#list.error(code, origin.start, origin.end, message, { hint })
      return undefined
    }
  }

  #run(given: ReadonlyMap<string, GivenVariable>): CheckedBlueprint {
    const variables = resolveVariables(this.#written, given, this.#list, this.#unchecked)
    for (const part of checkedParts(this.#written)) this.#checkPart(part)
    const written = findDependencies(this.#written, this.#budget)
    reportCycles(written, this.#written, this.#list)
    const values = valuesOf(this.#written, written)
    const expansion = this.#expanded({ variables, values })
    const blueprint = withResourceIds(expansion.blueprint, this.#lookup, this.#budget)
    const links = findLinks(blueprint, this.#lookup, this.#budget)
    const ordered = withLinkOrder(blueprint, links)
    const around = { variables, links, ...expansion }
    if (ordered === this.#written) return this.#build(ordered, written, around)
    const expanded = findDependencies(ordered, this.#budget)
    if (written.cycles.length === 0) reportCycles(expanded, ordered, this.#list)
    return this.#build(ordered, expanded, around)
  }

  #expanded(known: Pick<CheckedBlueprint, 'variables' | 'values'>): Expanded {
    const written = this.#written
    if (!isDecided(written)) return { blueprint: written, decided: new Map(), emptied: [], absent: new Set() }
    const functions = this.#functions(written)
    const scopes = decidingScopes(written, { ...known, functions }, this.#deciding, this.#budget)
    return expandResources(written, scopes, this.#list, this.#unchecked)
  }

  #scopeOf(known: Parameters<typeof scopeOf>[0]): Scope {
    const scope = scopeOf(known, { ...unknownSources(), isFixed: true }, this.#budget)
    return {
      ...scope,
      // A missing part of a variable has been reported already. As `none`, it would cause a second, misleading report.
      variable: (name, path) => (this.#hasPart(name, path) ? scope.variable(name, path) : new Unknown(name)),
    }
  }

  #hasPart(variable: string, path: readonly PathStep[]): boolean {
    const { shape } = this.#written.variables.get(variable) ?? {}
    return shape === undefined || schemaPathProblem(shape, path, variable) === undefined
  }

  /** Checks one text. Its mistakes are reported once, with the names of that text. */
  #checkPart({ blueprint, start, childExports }: BlueprintPart): void {
    const list = new DiagnosticList(blueprint.source)
    this.#checkTypes(blueprint, list)
    checkReferences(blueprint, this.#lookup, list, childExports)
    checkPluginVersions(blueprint, this.#lookup, list)
    checkDeprecated(blueprint, this.#lookup, list)
    this.#list.takeOver(list, start)
  }

  #checkTypes({ resources, dataSources }: Blueprint, list: DiagnosticList): void {
    for (const { type } of resources.values()) {
      if (list.isFull) return
      if (this.#lookup.resourceType(type.value) === undefined) this.#lookup.reportMissing('resource', type, list)
    }
    for (const { type } of dataSources.values()) {
      if (this.#lookup.dataSourceType(type.value) === undefined) this.#lookup.reportMissing('data source', type, list)
    }
  }

  #build(
    blueprint: Blueprint,
    dependencies: Dependencies,
    { variables, links, decided, emptied, absent }: Around,
  ): CheckedBlueprint {
    const { source } = blueprint
    const values = valuesOf(blueprint, dependencies)
    const functions = this.#functions(blueprint)
    const scope = this.#scopeOf({ variables, values, functions })
    for (const value of blueprint.values.values()) {
      if (value.variable === undefined) {
        // A value may be none, and its uses are then left out. A value for which nothing was written is a mistake.
        const schema = { ...schemaOf(value.type), nullable: !isLeftEmpty(value.expression, source.text) }
        this.#resolve(value.expression, schema, scope, `values.${value.name}`)
      } else this.#resolve(referenceTo(value), schemaOf(value.type), scope, value.name)
    }
    const around = { scope, names: blueprint.resources, absent, lookup: this.#lookup, list: this.#list }
    const dataSources = this.#dataSources(blueprint, dependencies, around)
    const resources = spreadCreateFirst(this.#resources(blueprint, dependencies, around))
    const exported = this.#exports(blueprint, scope)
    checkLinks(blueprint, links, this.#lookup, scope, this.#list)
    const moved = checkMoved(blueprint, this.#list)
    const imports = checkImports(blueprint, resources, this.#list)
    refuseContainerCircles(blueprint, resources, this.#list)
    const resolve = this.#resolving(scope)
    checkOwnConditions(blueprint, scope, this.#list, resolve)
    const { requires = [], checks = [], protect } = blueprint
    if (protect !== undefined) resolve(protect, { type: 'boolean' }, 'metadata.slipway.protect')
    const written = this.#written
    const used = [...dataSources.values(), ...resources.values(), ...links]
    return {
      file: source.file,
      hash: workedOutOnce(() => blueprintHash(written, variables, used, decided)),
      variables,
      values,
      dataSources,
      resources,
      exports: new Map([...exported].filter(([name]) => childOf(name) === undefined)),
      functions,
      source,
      ...(moved.length > 0 && { moved }),
      ...(imports.size > 0 && { imports }),
      ...(requires.length > 0 && { requires }),
      ...(checks.length > 0 && { checks }),
      ...optional('protect', protect),
      ...(links.length > 0 && { links }),
      ...(emptied.length > 0 && { emptied }),
      ...(absent.size > 0 && { absent: [...absent] }),
      ...optional('children', blueprint.children && checkedChildren(blueprint.children, exported)),
    }
  }

  #resources(
    blueprint: Blueprint,
    dependencies: Dependencies,
    around: OptionsAround,
  ): ReadonlyMap<string, CheckedResource> {
    const { scope } = around
    const checked = new Map<string, CheckedResource>()
    for (const resource of blueprint.resources.values()) {
      const definition = this.#lookup.resourceType(resource.type.value)
      const root = `resources.${resource.name}`
      this.#checkMetadata(resource.metadata, scope, root)
      if (resource.description !== undefined)
        this.#resolve(resource.description, { type: 'string' }, scope, `${root}.description`)
      if (resource.condition !== undefined)
        this.#resolve(resource.condition, { type: 'boolean' }, scope, `${root}.condition`)
      if (definition === undefined) continue
      this.#resolve(resource.spec, definition.schema, scope, `${root}.spec`, resource)
      const { name, origin, spec, labels, removalPolicy, metadata, description, condition, madeFrom } = resource
      const options = checkOptions(resource, definition, around)
      const demands = checkDemands(resource, this.#resolving(scope), this.#list)
      const dependsOn = this.#budget.during(root, origin, () => dependencies.resourcesOf(root))
      const type = resource.type.value
      // The fields are assigned one by one. For thousands of resources, a literal with as many conditional parts takes much longer.
      const about = { name, type, definition, spec, labels, metadata, removalPolicy, origin, dependsOn }
      const one: Mutable<CheckedResource> = about
      const links = dependencies.linksOf(root)
      if (links.length > 0) one.links = links
      if (description !== undefined) one.description = description
      if (condition !== undefined) one.condition = condition
      if (options !== undefined) one.options = options
      if (demands !== undefined) one.demands = demands
      if (madeFrom !== undefined) one.madeFrom = madeFrom
      checked.set(name, one)
    }
    return checked
  }

  #checkMetadata({ displayName, annotations, custom }: WrittenMetadata, scope: Scope, root: string): void {
    if (displayName !== undefined) this.#resolve(displayName, { type: 'string' }, scope, `${root}.metadata.displayName`)
    if (annotations !== undefined) this.#resolve(annotations, annotationsSchema, scope, `${root}.metadata.annotations`)
    if (custom !== undefined) this.#resolve(custom, { type: 'union' }, scope, `${root}.metadata.custom`)
  }

  #dataSources(
    blueprint: Blueprint,
    dependencies: Dependencies,
    around: OptionsAround,
  ): ReadonlyMap<string, CheckedDataSource> {
    const { scope } = around
    const checked = new Map<string, CheckedDataSource>()
    for (const source of blueprint.dataSources.values()) {
      const definition = this.#lookup.dataSourceType(source.type.value)
      this.#checkMetadata(source.metadata, scope, `datasources.${source.name}`)
      if (definition === undefined) continue
      checkDataSource(source, definition, scope, this.#list)
      const options = checkDataSourceOptions(source, around)
      checked.set(source.name, {
        name: source.name,
        type: source.type.value,
        definition,
        filters: source.filters.map(({ field, operator, search }) => ({
          field: field.value,
          operator: operator.value,
          search,
        })),
        exports: exportsOf(source, definition),
        dependsOn: dependencies.resourcesOf(`datasources.${source.name}`),
        origin: source.origin,
        metadata: source.metadata,
        ...optional('options', options),
      })
    }
    return checked
  }

  #exports(blueprint: Blueprint, scope: Scope): ReadonlyMap<string, CheckedExport> {
    const checked = new Map<string, CheckedExport>()
    for (const { name, type, expression, description } of blueprint.exports.values()) {
      // A reference to a resource that is left out on purpose is none, whatever the type of the export.
      this.#resolve(expression, { ...schemaOf(type), nullable: true }, scope, `exports.${name}`)
      this.#checkExportedField(blueprint, name, type, expression)
      checked.set(name, { name, type, expression, ...optional('description', description) })
    }
    return checked
  }

  /** Checks the declared type of an exported field, whose value a provider may only compute later. */
  #checkExportedField(blueprint: Blueprint, name: string, type: ValueType, expression: Expression): void {
    if (expression.kind !== 'reference' || expression.to !== 'resource' || expression.path[0] !== 'spec') return
    const resource = blueprint.resources.get(expression.name)
    const definition = resource === undefined ? undefined : this.#lookup.resourceType(resource.type.value)
    const field = definition === undefined ? undefined : schemaAt(definition.schema, expression.path.slice(1))
    const found = field === undefined ? undefined : valueTypeOf(field)
    if (found === undefined || found === type || (found === 'integer' && type === 'float')) return
    const { start, end } = expression.origin
    const message = `the export "${name}" is declared as ${type}, but the field is of the type ${found}`
    this.#list.error('blueprint/wrong-type', start, end, message, { hint: `write "type: ${found}"` })
  }

  #functions(blueprint: Blueprint): ReadonlyMap<string, CheckedFunction> {
    const used = new Map<string, CheckedFunction>()
    for (const part of everyName(blueprint)) {
      if (part.kind === 'reference') continue
      const core = coreFunctions.get(part.name)
      const [found] = core === undefined ? this.#lookup.functions(part.name) : []
      if (found !== undefined) used.set(part.name, found)
      if (core !== undefined && 'answered' in core) used.set(part.name, { namespace: coreNamespace, definition: core })
    }
    return used
  }

  #resolving(scope: Scope) {
    return (expression: Expression, schema: PropertySchema, root: string): void =>
      this.#resolve(expression, schema, scope, root)
  }

  #resolve(
    expression: Expression,
    schema: PropertySchema,
    scope: Scope,
    root: string,
    resource?: ResourceDeclaration,
  ): void {
    resolveValue(expression, schema, scope, {
      root,
      ...(resource && { subject: resource.type.value, origin: resource.origin }),
      report: ({ code, origin, message, hint, path }) =>
        this.#list.error(code, origin.start, origin.end, message, { hint, path }),
    })
  }
}

function checkedChildren(
  children: ReadonlyMap<string, JoinedChild>,
  exported: CheckedBlueprint['exports'],
): ReadonlyMap<string, CheckedChild> {
  const exportsByChild = Map.groupBy(exported.values(), ({ name }) => childOf(name))
  return new Map(
    Array.from(children, ([path, { file, text }]) => {
      const own = (exportsByChild.get(path) ?? []).map((one) => [bareName(one.name), one] as const)
      return [path, { file, hash: createHash('sha256').update(text).digest('hex'), exports: new Map(own) }]
    }),
  )
}
