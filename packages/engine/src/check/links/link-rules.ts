import { endsOfLinkType, isSecret, isUnknown, type LinkAnnotationDefinition, type LinkEnd } from '@slipway/model'
import type { DiagnosticList } from '@slipway/source'
import { evaluate } from '../../evaluate/evaluate.ts'
import type { Scope } from '../../evaluate/scope.ts'
import type { Blueprint, ResourceDeclaration } from '../../language/declarations.ts'
import { EvaluationFailure } from '../../language/failure.ts'
import type { Expression } from '../../language/expression.ts'
import type { CheckedLink } from '../checked.ts'
import type { DefinitionLookup } from '../definitions/definitions.ts'
import { everyName } from '../every-expression.ts'
import { selectedTypes } from './links.ts'
import { linkCallsAmong } from '../../language/link-calls.ts'

/** Reports violations of the rules of links: wrong selectors, too many links, annotations, missing capabilities. */
export function checkLinks(
  blueprint: Blueprint,
  links: readonly CheckedLink[],
  lookup: DefinitionLookup,
  scope: Scope,
  list: DiagnosticList,
): void {
  checkSelectors(blueprint, links, lookup, list)
  checkCardinality(blueprint, links, lookup, list)
  checkRequired(links, list)
  for (const link of links) checkAnnotations(link, blueprint, scope, list)
  checkCalls(blueprint, links, lookup, list)
}

function checkSelectors(
  blueprint: Blueprint,
  links: readonly CheckedLink[],
  lookup: DefinitionLookup,
  list: DiagnosticList,
): void {
  const linking = new Set(links.map(({ a }) => a))
  const isIdle = ({ name, linkSelector }: ResourceDeclaration) => linkSelector !== undefined && !linking.has(name)
  const idle = [...blueprint.resources.values()].filter(isIdle)
  const selected = idle.length === 0 ? new Map<string, readonly string[]>() : selectedTypes(blueprint)
  for (const { name, linkSelector, type } of idle) {
    const types = selected.get(name) ?? []
    if (linkSelector === undefined || types.some((other) => lookup.mayLink([type.value, other]))) continue
    const labels = Object.entries(linkSelector.byLabel).map(([key, value]) => `${key}: ${value}`)
    const { start, end } = linkSelector.origin
    list.warning('blueprint/links-to-nothing', start, end, `the linkSelector of "${name}" links it to nothing`, {
      hint: `it needs a resource with the labels ${labels.join(', ')}, and a type that it can be linked to`,
    })
  }
}

function checkCardinality(
  { resources }: Blueprint,
  links: readonly CheckedLink[],
  lookup: DefinitionLookup,
  list: DiagnosticList,
): void {
  for (const [type, group] of Map.groupBy(links, (link) => link.type)) {
    const { cardinality } = lookup.link(type)?.definition ?? {}
    if (cardinality === undefined) continue
    for (const end of ['a', 'b'] as const) {
      const { min, max } = cardinality[end]
      for (const [name, { length }] of Map.groupBy(group, (link) => link[end])) {
        const isTooMany = max > 0 && length > max
        const resource = resources.get(name)
        if (resource === undefined || (!isTooMany && length >= min)) continue
        const words = isTooMany ? `at most ${max}` : `at least ${min}`
        const others = group.filter((link) => link[end] === name).map((link) => (end === 'a' ? link.b : link.a))
        const message = `"${name}" has ${length} ${length === 1 ? 'link' : 'links'} of the type ${type}, but may have ${words}`
        const { start, end: until } = resource.origin
        const hint = `it is linked with ${others.slice(0, 10).join(', ')}: see labels, linkSelector and its exclude`
        list.error('blueprint/link-cardinality', start, until, message, { hint })
      }
    }
  }
}

/** A required capability must be provided by another link, on the same resource. */
function checkRequired(links: readonly CheckedLink[], list: DiagnosticList): void {
  const provided = new Set(
    links.flatMap((link) => link.definition.provides.map(({ name, end }) => `${link[end]} ${name}`)),
  )
  for (const link of links) {
    for (const { name, end, mustExist } of link.definition.requires) {
      if (mustExist !== true || provided.has(`${link[end]} ${name}`)) continue
      const message = `the link ${link.name} needs "${name}" of "${link[end]}", but no other link provides it`
      const hint = `link "${link[end]}" to a resource that provides it, or remove this link`
      list.error('blueprint/link-requires', link.origin.start, link.origin.end, message, { hint })
    }
  }
}

function checkAnnotations(
  { name: linkName, a, b, type, definition }: CheckedLink,
  { resources }: Blueprint,
  scope: Scope,
  list: DiagnosticList,
): void {
  const [typeA, typeB] = endsOfLinkType(type) ?? []
  for (const [key, annotation] of Object.entries(definition.annotations)) {
    const at = key.indexOf('::')
    const carrierType = key.slice(0, at)
    const named = carrierType === typeA ? 'a' : carrierType === typeB ? 'b' : undefined
    const end: LinkEnd | undefined = annotation.appliesTo ?? named
    if (at < 0 || end === undefined) continue
    const [carrier, other] = end === 'a' ? [resources.get(a), b] : [resources.get(b), a]
    if (carrier === undefined) continue
    const written = key.slice(at + 2).replace('<resourceName>', other.slice(other.lastIndexOf('/') + 1))
    checkAnnotation(carrier, written, annotation, linkName, scope, list)
  }
}

function checkAnnotation(
  { name, metadata: { annotations }, origin }: ResourceDeclaration,
  written: string,
  { type, required, allowedValues = [], default: fallback }: LinkAnnotationDefinition,
  linkName: string,
  scope: Scope,
  list: DiagnosticList,
): void {
  const given = annotations?.kind === 'map' ? annotations.entries.find(([key]) => key === written)?.[1] : undefined
  if (given === undefined) {
    if (required !== true || fallback !== undefined || (annotations !== undefined && annotations.kind !== 'map')) return
    const message = `the link ${linkName} needs the annotation "${written}" of "${name}"`
    const hint = `write it under resources.${name}.metadata.annotations`
    list.error('blueprint/link-annotation', origin.start, origin.end, message, { hint })
    return
  }
  const value = known(given, scope)
  if (value === undefined || value === null) return
  const { start, end } = given.origin
  if (!fits(value, type)) {
    const message = `the annotation "${written}" of "${name}" must be of the type ${type}`
    list.error('blueprint/link-annotation', start, end, message, { hint: `the link ${linkName} reads it` })
  } else if (allowedValues.length > 0 && !allowedValues.includes(value)) {
    const message = `the annotation "${written}" of "${name}" cannot be ${JSON.stringify(value)}`
    list.error('blueprint/link-annotation', start, end, message, { hint: `there are: ${allowedValues.join(', ')}` })
  }
}

type Plain = string | number | boolean | null

/** The known scalar value of an expression; `undefined` if it is unknown, no scalar, or already reported. */
function known(expression: Expression, scope: Scope): Plain | undefined {
  try {
    const marked = evaluate(expression, scope)
    const value = isSecret(marked) ? marked.value : marked
    if (isUnknown(value) || (typeof value === 'object' && value !== null) || typeof value === 'bigint') return undefined
    return value
  } catch (thrown) {
    if (thrown instanceof EvaluationFailure) return undefined
    throw thrown
  }
}

function fits(value: Plain, type: LinkAnnotationDefinition['type']): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value)
    case 'float':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'string':
      return true
  }
}

/** `link(a, b)` must name two resources that are linked, in that order. */
function checkCalls(
  blueprint: Blueprint,
  links: readonly CheckedLink[],
  lookup: DefinitionLookup,
  list: DiagnosticList,
): void {
  const names = new Set(links.map(({ name }) => name))
  for (const { a, b, origin } of linkCallsAmong(everyName(blueprint))) {
    // The references have already reported unknown names.
    const [from, to] = [blueprint.resources.get(a), blueprint.resources.get(b)]
    if (names.has(`${a}::${b}`) || from === undefined || to === undefined) continue
    if (lookup.mayLink([from.type.value, to.type.value])) continue
    const { code, message, hint } = noSuchLink(a, b, links)
    list.error(code, origin.start, origin.end, message, { hint })
  }
}

/** The problem of a reader of a link that does not exist. */
export function noSuchLink(a: string, b: string, links: readonly Pick<CheckedLink, 'a' | 'b'>[]) {
  const isBack = links.some((link) => link.a === b && link.b === a)
  const back = isBack ? `it is the other way round: link(${b}, ${a})` : undefined
  const mine = links.filter((link) => link.a === a).map((link) => link.b)
  const hint = back ?? (mine.length === 0 ? `"${a}" has no links` : `"${a}" is linked to ${mine.join(', ')}`)
  return { code: 'blueprint/no-such-link', message: `"${a}" is not linked to "${b}"`, hint }
}
