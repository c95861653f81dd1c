import { type Diagnostic, valueMap } from '@slipway/model'
import { DiagnosticList, sourceText } from '@slipway/source'
import { nothingDeclared } from '../evaluate/scope.ts'
import type { Blueprint, LinkSelector, ResourceDeclaration } from '../language/declarations.ts'
import { Budget } from '../language/budget.ts'
import { optional } from '../language/parse/optional.ts'
import type { CheckedLink, CheckedResource } from './checked.ts'
import { DefinitionLookup, type Definitions } from './definitions.ts'
import { checkLinks } from './link-rules.ts'
import { findLinks } from './links.ts'

/** The parts of a resource of code that decide about links. */
export interface CodedEnd extends Pick<CheckedResource, 'name' | 'type' | 'labels'> {
  readonly annotations: CheckedResource['metadata']['annotations']
  /** Links it to all resources that have these labels, except for the excluded ones. */
  readonly linkSelector?: { readonly byLabel: LinkSelector['byLabel']; readonly exclude: readonly string[] } | undefined
}

export interface CodedLinks {
  readonly links: readonly CheckedLink[]
  /** The diagnostics, each with the name of its resource. */
  readonly diagnostics: readonly { readonly resource: string; readonly diagnostic: Diagnostic }[]
}

/** The links between resources of code, by the labels that they select, checked like those of a blueprint. */
export function checkCodedLinks(ends: readonly CodedEnd[], definitions: Definitions): CodedLinks {
  if (ends.every(({ linkSelector }) => linkSelector === undefined)) return { links: [], diagnostics: [] }
  // There is no text. Instead, each resource has an empty line, so that the line of a diagnostic identifies the resource.
  const source = sourceText('', '\n'.repeat(ends.length))
  const list = new DiagnosticList(source)
  const lookup = new DefinitionLookup(definitions)
  const resources = new Map(ends.map((end, line) => [end.name, declared(end, line)]))
  const none = new Map<string, never>()
  const blueprint: Blueprint = {
    source,
    resources,
    variables: none,
    values: none,
    dataSources: none,
    exports: none,
    includes: none,
    transforms: [],
    unreadable: new Set(),
    diagnostics: [],
  }
  const budget = new Budget()
  const links = findLinks(blueprint, lookup, budget)
  checkLinks(blueprint, links, lookup, { ...nothingDeclared, budget }, list)
  const diagnostics = list.sorted().map(({ code, severity, message, hint, range }) => {
    const resource = ends[(range?.start.line ?? 1) - 1]?.name ?? ''
    return { resource, diagnostic: { code, severity, message, ...optional('hint', hint) } }
  })
  return { links, diagnostics }
}

function declared({ name, type, labels, annotations, linkSelector }: CodedEnd, line: number): ResourceDeclaration {
  const origin = { start: line, end: line }
  const exclude = linkSelector?.exclude.map((value) => ({ value, origin })) ?? []
  return {
    name,
    origin,
    type: { value: type, origin },
    spec: { kind: 'literal', value: valueMap(), origin },
    labels,
    metadata: annotations === undefined ? {} : { annotations },
    dependsOn: [],
    removalPolicy: 'delete',
    ...(linkSelector && { linkSelector: { byLabel: linkSelector.byLabel, exclude, origin } }),
  }
}
