import { type Diagnostic, valueMap } from '@slipway/model'
import { DiagnosticList, sourceText } from '@slipway/source'
import { nothingDeclared } from '../../evaluate/scope.ts'
import type { Blueprint, LinkSelector, ResourceDeclaration } from '../../language/declarations.ts'
import { Budget } from '../../language/budget.ts'
import type { Expression, Origin, PathStep } from '../../language/expression.ts'
import { optional } from '../../language/parse/optional.ts'
import type { CheckedLink, CheckedResource } from '../checked.ts'
import { DefinitionLookup, type Definitions } from '../definitions/definitions.ts'
import { checkLinks } from './link-rules.ts'
import { endsInOrder, findLinks } from './links.ts'

/** The parts of a resource of code that decide about its links. */
export interface CodedEnd extends Pick<CheckedResource, 'name' | 'type' | 'labels'> {
  readonly annotations?: CheckedResource['metadata']['annotations']
  /** The selector that links the resource to all resources with these labels, except for the excluded ones. */
  readonly linkSelector?: { readonly byLabel: LinkSelector['byLabel']; readonly exclude: readonly string[] } | undefined
  /** References that link the resource to others, in the fields whose type makes links. */
  readonly refers?: readonly CodedReference[] | undefined
}

/** A field whose value comes from other resources. */
export interface CodedReference {
  /** The path of the field in the spec. */
  readonly path: readonly PathStep[]
  readonly names: readonly string[]
}

export interface CodedLinks {
  readonly links: readonly CheckedLink[]
  /** The diagnostics, each with the name of its resource. */
  readonly diagnostics: readonly { readonly resource: string; readonly diagnostic: Diagnostic }[]
}

/** The links between resources of code, by the labels that they select and by their references, checked like those of a blueprint. */
export function checkCodedLinks(ends: readonly CodedEnd[], definitions: Definitions): CodedLinks {
  if (ends.every(({ linkSelector, refers }) => linkSelector === undefined && refers === undefined))
    return { links: [], diagnostics: [] }
  const blueprint = blueprintOf(ends)
  const list = new DiagnosticList(blueprint.source)
  const lookup = new DefinitionLookup(definitions)
  const budget = new Budget()
  const links = findLinks(blueprint, lookup, budget)
  checkLinks(blueprint, links, lookup, { ...nothingDeclared, budget }, list)
  const diagnostics = list.sorted().map(({ code, severity, message, hint, range }) => {
    const resource = ends[(range?.start.line ?? 1) - 1]?.name ?? ''
    return { resource, diagnostic: { code, severity, message, ...optional('hint', hint) } }
  })
  return { links, diagnostics }
}

/** The links between resources of code without a check, because more resources may follow. */
export function codedLinks(ends: readonly CodedEnd[], definitions: Definitions): readonly CheckedLink[] {
  return findLinks(blueprintOf(ends), new DefinitionLookup(definitions), new Budget())
}

/** The resources that a link wants made before or after another one. */
export interface LinkOrder {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** The order in which links want a resource of code made, relative to the resources that were asked for earlier. */
export function linkOrder(end: CodedEnd, earlier: readonly CodedEnd[], definitions: Definitions): LinkOrder {
  const pairs = codedLinks([end, ...earlier], definitions).flatMap((link) => {
    const pair = endsInOrder(link)
    return pair === undefined ? [] : [pair]
  })
  return {
    before: pairs.flatMap(([first, second]) => (second === end.name ? [first] : [])),
    after: pairs.flatMap(([first, second]) => (first === end.name ? [second] : [])),
  }
}

/** There is no text. Instead, each resource has an empty line, so that the line of a diagnostic identifies the resource. */
function blueprintOf(ends: readonly CodedEnd[]): Blueprint {
  const none = new Map<string, never>()
  return {
    source: sourceText('', '\n'.repeat(ends.length)),
    resources: new Map(ends.map((end, line) => [end.name, declared(end, line)])),
    variables: none,
    values: none,
    dataSources: none,
    exports: none,
    includes: none,
    transforms: [],
    unreadable: new Set(),
    diagnostics: [],
  }
}

function declared(
  { name, type, labels, annotations, linkSelector, refers = [] }: CodedEnd,
  line: number,
): ResourceDeclaration {
  const origin = { start: line, end: line }
  const exclude = linkSelector?.exclude.map((value) => ({ value, origin })) ?? []
  return {
    name,
    origin,
    type: { value: type, origin },
    spec: referring(refers, origin),
    labels,
    metadata: annotations === undefined ? {} : { annotations },
    dependsOn: [],
    removalPolicy: 'delete',
    ...(linkSelector && { linkSelector: { byLabel: linkSelector.byLabel, exclude, origin } }),
  }
}

/** A spec that contains only references, as a blueprint would write them. */
function referring(refers: readonly CodedReference[], origin: Origin): Expression {
  const here = refers.flatMap(({ path, names }) => (path.length === 0 ? names : []))
  const references = here.map((name): Expression => ({ kind: 'reference', to: 'resource', name, path: [], origin }))
  const [only] = references
  if (only !== undefined) return references.length === 1 ? only : { kind: 'list', items: references, origin }
  const fields = Array.from(
    Map.groupBy(refers, ({ path }) => path[0]),
    ([step = '', below]) =>
      [
        step,
        referring(
          below.map(({ path, names }) => ({ path: path.slice(1), names })),
          origin,
        ),
      ] as const,
  )
  if (fields.length === 0) return { kind: 'literal', value: valueMap(), origin }
  if (fields.some(([step]) => typeof step === 'number'))
    return { kind: 'list', items: fields.map(([, field]) => field), origin }
  return { kind: 'map', entries: fields.map(([step, field]) => [String(step), field] as const), origin }
}
