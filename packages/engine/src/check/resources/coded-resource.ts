import {
  type Diagnostic,
  isMap,
  type PropertySchema,
  type ResourceTypeDefinition,
  type Value,
  type ValueMap,
} from '@slipway/model'
import { DiagnosticList, sourceText } from '@slipway/source'
import { nothingDeclared, type Scope } from '../../evaluate/scope.ts'
import { Budget } from '../../language/budget.ts'
import type { Expression } from '../../language/expression.ts'
import { nameProblem } from '../../language/declared-name.ts'
import { optional } from '../../language/parse/optional.ts'
import type { CheckedResource } from '../checked.ts'
import { type CheckOptions, DefinitionLookup, type Definitions } from '../definitions/definitions.ts'
import { resolveValue } from './resolve-spec.ts'
import { optionsPath } from '../../language/resource-options.ts'
import { codedOptions, codedPolicy } from './coded-options.ts'
import { checkOptions } from './resource-options.ts'
import { annotationsSchema } from './annotations-schema.ts'
import { taggedResource, type Tags } from './tagged.ts'

/** A resource that code asks for. It has the content of a blueprint's resource as values, which may be unknown. */
export interface CodedResource {
  readonly name: string
  readonly type: string
  readonly spec: ValueMap
  /** Names of resources that were asked for before. */
  readonly dependsOn: readonly string[]
  /** `delete` or `retain`; anything else is refused. */
  readonly removalPolicy?: string | undefined
  readonly labels?: Readonly<Record<string, string>> | undefined
  readonly displayName?: Value | undefined
  readonly description?: Value | undefined
  readonly annotations?: ValueMap | undefined
  readonly custom?: Value | undefined
  /** The options, as in `options` of a blueprint. Anything that is no option is refused by name. */
  readonly options?: Value | undefined
}

/** The surroundings against which a resource of code is checked. */
export interface CodeAround extends Pick<CheckOptions, 'installed' | 'configurations' | 'howToInstall'> {
  readonly definitions: Definitions
  /** Names of all resources that the code has asked for so far. */
  readonly names: { has(name: string): boolean; keys(): Iterable<string> }
  /** Tags for resources that take tags; see `taggedBlueprint`. */
  readonly tags?: Tags | undefined
}

export interface CheckedCode {
  /** The checked resource; absent if there is an error. */
  readonly resource?: CheckedResource
  /** Diagnostics with paths like those of a blueprint: `resources.web.spec.port`. They have no place in a text. */
  readonly diagnostics: readonly Diagnostic[]
}

const origin = { start: 0, end: 0 }
/** Code has only one place for options. */
const short = { hasShortOptions: true } as const

/** Checks a resource that code asks for like a resource of a blueprint, with the same messages. */
export function checkCodedResource(coded: CodedResource, around: CodeAround): CheckedCode {
  const list = new DiagnosticList(sourceText('', ''))
  const lookup = new DefinitionLookup(around.definitions, around)
  // The name of a resource in a child begins with the child's path. Each part must be a name.
  const problem = coded.name
    .split('/')
    .map(nameProblem)
    .find((found) => found !== undefined)
  if (problem !== undefined)
    list.error('blueprint/bad-name', 0, 0, `${problem.message} of a resource`, { hint: problem.hint })
  const definition = lookup.resourceType(coded.type)
  if (definition === undefined) lookup.reportMissing('resource', { value: coded.type, origin }, list)
  const resource = definition && checked(coded, definition, { ...around, lookup, list })
  const diagnostics = list.sorted().map(withoutPlace)
  return list.hasErrors || resource === undefined ? { diagnostics } : { resource, diagnostics }
}

type Around = CodeAround & { readonly lookup: DefinitionLookup; readonly list: DiagnosticList }

function checked(coded: CodedResource, definition: ResourceTypeDefinition, around: Around): CheckedResource {
  const { name, type, dependsOn, labels = {} } = coded
  const { list, tags, names, lookup } = around
  const root = `resources.${name}`
  const scope: Scope = { ...nothingDeclared, budget: new Budget() }
  const resolve = (expression: Expression, schema: PropertySchema, path: string, subject?: string): void => {
    resolveValue(expression, schema, scope, {
      root: `${root}.${path}`,
      ...optional('subject', subject),
      report: ({ code, message, hint, path: at }) => list.error(code, 0, 0, message, { hint, path: at }),
    })
  }
  const spec = mapOf(coded.spec)
  const [displayName, description, annotations, custom] = [
    coded.displayName,
    coded.description,
    coded.annotations,
    coded.custom,
  ].map((value) => (value === undefined ? undefined : written(value)))
  resolve(spec, definition.schema, 'spec', type)
  if (displayName !== undefined) resolve(displayName, { type: 'string' }, 'metadata.displayName')
  if (description !== undefined) resolve(description, { type: 'string' }, 'description')
  if (annotations !== undefined) resolve(annotations, annotationsSchema, 'metadata.annotations')
  const removalPolicy = codedPolicy(coded.removalPolicy, root, list)
  const given = codedOptions(coded.options, optionsPath('resources', { name, ...short }), list)
  const declared = { name, type: { value: type }, ...short, ...optional('options', given && mapOf(given)) }
  // A program's settings, and not resources, configure its providers, so no resource can be looked up here.
  const known = { has: (other: string) => names.has(other), keys: () => names.keys(), get: () => undefined }
  const options = checkOptions(declared, definition, {
    scope,
    names: known,
    absent: new Set(),
    areNamesWhole: true,
    lookup,
    list,
  })
  const resource: CheckedResource = {
    name,
    type,
    definition,
    spec,
    labels,
    dependsOn,
    removalPolicy,
    origin,
    metadata: {
      ...optional('displayName', displayName),
      ...optional('annotations', annotations),
      ...optional('custom', custom),
    },
    ...optional('description', description),
    ...optional('options', options),
  }
  return tags === undefined ? resource : taggedResource(resource, tags)
}

function mapOf(map: ValueMap): Expression {
  return { kind: 'map', entries: Object.keys(map).map((key) => [key, written(map[key] ?? null)] as const), origin }
}

/** Maps become map expressions, so that tags can be added to them. */
function written(value: Value): Expression {
  return isMap(value) ? mapOf(value) : { kind: 'literal', value, origin }
}

function withoutPlace({ code, severity, message, hint, path }: Diagnostic): Diagnostic {
  return { code, severity, message, ...optional('hint', hint), ...optional('path', path) }
}
