import { everyExpression, partsIn, type Blueprint, type Expression, type Origin } from '@slipway/engine'

type Kind = 'variable' | 'value' | 'resource' | 'datasource' | 'child'

/** A place with the name of something declared. */
export interface Occurrence {
  readonly kind: Kind
  readonly name: string
  /** Position of the name alone, without quotes. */
  readonly start: number
  readonly end: number
  readonly isDeclaration: boolean
  /** For a reference: the path below the name, and the range of the whole reference. */
  readonly path?: readonly (string | number)[]
  readonly whole?: Origin
}

/** Every declaration of a blueprint and every reference to one, in no order. */
function occurrencesIn(blueprint: Blueprint): readonly Occurrence[] {
  const { text } = blueprint.source
  return [
    ...declarationsIn(blueprint, text),
    ...dependenciesIn(blueprint, text),
    ...[...expressionsIn(blueprint)].flatMap((expression) => referencesIn(expression, text)),
  ]
}

export function occurrenceAt(blueprint: Blueprint, offset: number): Occurrence | undefined {
  const found = occurrencesIn(blueprint)
  return (
    found.find(({ start, end }) => offset >= start && offset <= end) ??
    found.find(({ whole }) => whole !== undefined && offset >= whole.start && offset <= whole.end)
  )
}

/** The declaration of an occurrence's name, and all other occurrences. */
export function sameAs(blueprint: Blueprint, { kind, name }: Occurrence): readonly Occurrence[] {
  return occurrencesIn(blueprint).filter((other) => other.kind === kind && other.name === name)
}

export function expressionsIn(blueprint: Blueprint): readonly Expression[] {
  const found: Expression[] = []
  everyExpression(blueprint, (expression) => found.push(expression))
  for (const { path, variables, metadata } of blueprint.includes.values()) {
    found.push(path)
    for (const variable of variables.values()) found.push(variable)
    if (metadata !== undefined) found.push(metadata)
  }
  return found
}

function declarationsIn(blueprint: Blueprint, text: string): readonly Occurrence[] {
  const declared = (kind: Kind, all: ReadonlyMap<string, { readonly name: string; readonly origin: Origin }>) =>
    Array.from(all.values(), ({ name, origin }) => nameIn(text, origin, kind, name, true)).flat()
  return [
    ...declared('variable', blueprint.variables),
    ...declared('value', blueprint.values),
    ...declared('resource', blueprint.resources),
    ...declared('datasource', blueprint.dataSources),
    ...declared('child', blueprint.includes),
  ]
}

function dependenciesIn(blueprint: Blueprint, text: string): readonly Occurrence[] {
  return [...blueprint.resources.values()].flatMap(({ dependsOn }) =>
    dependsOn.flatMap(({ value, origin }) => nameIn(text, origin, 'resource', value, false)),
  )
}

function referencesIn(expression: Expression, text: string): readonly Occurrence[] {
  return partsIn(expression).flatMap((part) => {
    if (part.kind !== 'reference') return []
    const { to } = part
    if (to === 'elem' || to === 'index' || to === 'self' || to === 'parameter') return []
    const found = nameIn(text, part.origin, to, part.name, false)
    return found.map((one) => Object.assign(one, { path: part.path, whole: part.origin }))
  })
}

const prefix = /^(?:variables|values|resources|datasources|children)\s*(?:\.\s*|\[\s*\\?["'])/

/** The name inside the text that mentions it; `undefined` where escapes in the text hide it. */
function nameIn(text: string, origin: Origin, kind: Kind, name: string, isDeclaration: boolean): readonly Occurrence[] {
  const written = text.slice(origin.start, origin.end)
  const before = isDeclaration ? 0 : (prefix.exec(written)?.[0].length ?? 0)
  const at = written.indexOf(name, before)
  if (at === -1) return []
  const start = origin.start + at
  return [{ kind, name, start, end: start + name.length, isDeclaration }]
}
