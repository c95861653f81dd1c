import { createHash } from 'node:crypto'
import type { Value } from '@slipway/model'
import { spreadCreateFirst } from '../check/resources/create-first.ts'
import type { CheckedBlueprint, CheckedDataSource, CheckedLink, CheckedResource } from '../check/checked.ts'
import type { Demands } from '../language/declarations.ts'
import type { ResourceOptions } from '../language/resource-options.ts'
import { linkCalls } from '../language/link-calls.ts'
import { referencesIn } from '../language/references.ts'
import type { Expression, PathStep } from '../language/expression.ts'
import { fakeDefinition, fakeTypeDefinition } from './fake-types.ts'

const origin = { start: 0, end: 0 }

/** A literal, a complete expression, or lists and maps of these. */
export type Draft = Expression | Value | readonly Draft[] | { readonly [key: string]: Draft }

export function ref(path: string): Expression {
  const [name = '', ...steps] = path.split('.')
  return { kind: 'reference', to: 'resource', name, path: steps.map(pathStep), origin }
}

export function data(name: string, field: string): Expression {
  return { kind: 'reference', to: 'datasource', name, path: [field], origin }
}

export function text(...parts: readonly Draft[]): Expression {
  return { kind: 'text', parts: parts.map(expressionOf), origin }
}

export function call(name: string, ...args: readonly Draft[]): Expression {
  return { kind: 'call', name, args: args.map((arg) => ({ value: expressionOf(arg) })), path: [], origin }
}

/** A reference to a field in the data of the link between two resources. */
export function linkPart(a: string, b: string, name: string): Expression {
  const args = [a, b].map((end) => ({
    value: { kind: 'reference', to: 'resource', name: end, path: [], origin } as const,
  }))
  return { kind: 'call', name: 'link', args, path: [name], origin }
}

function pathStep(step: string): PathStep {
  return /^\d+$/.test(step) ? Number(step) : step
}

function expressionOf(draft: Draft): Expression {
  if (draft !== null && typeof draft === 'object' && 'kind' in draft && 'origin' in draft) return draft as Expression
  if (Array.isArray(draft)) return { kind: 'list', items: draft.map(expressionOf), origin }
  if (draft !== null && typeof draft === 'object' && draft.constructor === Object) {
    const entries = Object.entries(draft as Record<string, Draft>)
    return { kind: 'map', entries: entries.map(([key, item]) => [key, expressionOf(item)] as const), origin }
  }
  return { kind: 'literal', value: draft as Value, origin }
}

export interface ResourceDraft {
  readonly type?: string
  readonly spec?: { readonly [key: string]: Draft }
  readonly dependsOn?: readonly string[]
  readonly removalPolicy?: 'delete' | 'retain'
  readonly options?: ResourceOptions
  readonly demands?: Partial<Demands>
  readonly labels?: Readonly<Record<string, string>>
  readonly displayName?: Draft
  readonly condition?: Draft
}

export interface BlueprintDraft {
  readonly resources?: Readonly<Record<string, ResourceDraft>>
  readonly exports?: Readonly<Record<string, Draft>>
  readonly data?: Readonly<Record<string, Draft>>
  /** `web::db` */
  readonly links?: readonly string[]
  /** Present names of resources and children, by former name. */
  readonly moved?: Readonly<Record<string, string>>
  /** The exports of each child, by its path. */
  readonly children?: Readonly<Record<string, Readonly<Record<string, Draft>>>>
  /** Whether all of the instance is protected. */
  readonly protect?: boolean
}

/** A checked blueprint of fake resources, as reading and checking a text would make it. */
export function fakeBlueprint({
  resources = {},
  exports = {},
  data: sources = {},
  links = [],
  moved,
  children,
  protect,
}: BlueprintDraft): CheckedBlueprint {
  const hash = createHash('sha256')
    .update(JSON.stringify([resources, exports, sources, links]))
    .digest('hex')
  return {
    file: 'fake.blueprint.yaml',
    hash: () => hash,
    variables: new Map(),
    values: new Map(),
    ...(links.length > 0 && { links: links.map((name) => fakeLink(name, resources)) }),
    resources: spreadCreateFirst(
      new Map(Object.entries(resources).map(([name, draft]) => [name, fakeResource(name, draft, sources)])),
    ),
    dataSources: new Map(Object.entries(sources).map(([name, filter]) => [name, fakeDataSource(name, filter)])),
    exports: fakeExports(exports),
    ...(moved && { moved: Object.entries(moved).map(([from, to]) => ({ from, to })) }),
    ...(protect !== undefined && { protect: { kind: 'literal', value: protect, origin: { start: 0, end: 0 } } }),
    ...(children && {
      children: new Map(
        Object.entries(children).map(([path, exported]) => [
          path,
          { file: `${path}.blueprint.yaml`, hash: path, exports: fakeExports(exported) },
        ]),
      ),
    }),
    functions: new Map(
      Object.values(fakeDefinition.functions).map((definition) => [definition.name, { namespace: 'fake', definition }]),
    ),
  }
}

function fakeLink(name: string, resources: NonNullable<BlueprintDraft['resources']>): CheckedLink {
  const [a = '', b = ''] = name.split('::')
  const [typeA = 'fake/find', typeB = 'fake/find'] = [resources[a]?.type, resources[b]?.type]
  const type = `${typeA}::${typeB}`
  const definition = fakeDefinition.linkTypes?.[type]
  if (definition === undefined) throw new Error(`there is no fake link ${type}`)
  return { name, a, b, type, definition, namespace: 'fake', origin }
}

function fakeExports(drafts: Readonly<Record<string, Draft>>): CheckedBlueprint['exports'] {
  return new Map(
    Object.entries(drafts).map(([name, draft]) => [name, { name, type: 'string', expression: expressionOf(draft) }]),
  )
}

const demandsNothing: Demands = { preconditions: [], postconditions: [], triggers: [] }

/** A checked resource, as a blueprint or a program asks for it. */
export function fakeResource(
  name: string,
  {
    type = 'fake/find',
    spec = {},
    dependsOn = [],
    removalPolicy = 'delete',
    options,
    demands,
    labels = {},
    displayName,
    condition,
  }: ResourceDraft,
  sources: Readonly<Record<string, Draft>> = {},
): CheckedResource {
  const expression = expressionOf(spec)
  const decides = condition === undefined ? undefined : expressionOf(condition)
  return {
    name,
    type,
    definition: fakeTypeDefinition(type),
    spec: expression,
    labels,
    metadata: displayName === undefined ? {} : { displayName: expressionOf(displayName) },
    ...(decides === undefined ? {} : { condition: decides }),
    dependsOn: [
      ...new Set([
        ...(decides === undefined ? [] : needs(decides, sources)),
        ...needs(expression, sources),
        ...demanded(demands ?? {})
          .flatMap((one) => needs(one, sources))
          .filter((other) => other !== name),
        ...dependsOn,
      ]),
    ],
    removalPolicy,
    ...(options === undefined ? {} : { options }),
    ...(demands === undefined ? {} : { demands: { ...demandsNothing, ...demands } }),
    origin,
    ...linksRead(expression),
  }
}

function demanded({ preconditions = [], postconditions = [], triggers = [] }: Partial<Demands>): readonly Expression[] {
  return [...triggers, ...[...preconditions, ...postconditions].map(({ condition }) => condition)]
}

function linksRead(expression: Expression): Pick<CheckedResource, 'links'> {
  const links = linkCalls(expression).map(({ a, b }) => `${a}::${b}`)
  return links.length === 0 ? {} : { links }
}

function needs(expression: Expression, sources: Readonly<Record<string, Draft>>): string[] {
  return referencesIn(expression).flatMap((reference) => {
    if (reference.to === 'resource') return [reference.name]
    return reference.to === 'datasource' ? needs(expressionOf(sources[reference.name] ?? ''), sources) : []
  })
}

function fakeDataSource(name: string, filter: Draft): CheckedDataSource {
  const definition = fakeDefinition.dataSourceTypes['fake/data']
  if (definition === undefined) throw new Error('the fake provider has no data source')
  const search = expressionOf(filter)
  return {
    name,
    type: definition.type,
    definition,
    filters: [{ field: 'name', operator: '=', search: [search] }],
    exports: { answer: { type: 'string' }, token: { type: 'string' } },
    metadata: {},
    dependsOn: needs(search, {}),
    origin,
  }
}
