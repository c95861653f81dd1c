import { optionNames } from '@slipway/model'
import type { Demands, ResourceDeclaration } from '../language/declarations.ts'
import type { Expression } from '../language/expression.ts'
import { optional } from '../language/parse/optional.ts'

/** Options that only one resource can have, and that keep their meaning only under its own name. */
const ofOneName: ReadonlySet<string> = new Set(optionNames(({ keptFor }) => keptFor === 'same name'))
/** Options that only a resource of the same type can have. Plugins of other types have other versions. */
const ofOneType: ReadonlySet<string> = new Set(optionNames(({ keptFor }) => keptFor === 'same type'))

/**
 * The output of a transformer, with the options that the user gave to the original resource. Transformers may leave them out, and protected
 * or retained resources would then be lost. An option that the transformer sets itself counts more.
 */
export function withOptionsOf(source: ResourceDeclaration, made: ResourceDeclaration): ResourceDeclaration {
  const { each } = made
  return {
    ...made,
    removalPolicy: source.removalPolicy === 'retain' ? 'retain' : made.removalPolicy,
    ...optional('eachKey', made.eachKey ?? (each && source.eachKey)),
    ...optional('mayBeEmpty', made.mayBeEmpty ?? (each && source.mayBeEmpty)),
    ...optional('options', joinedOptions(made, source)),
    ...optional('demands', joinedDemands(made.demands, source.demands)),
  }
}

/** The names and values of a resource's options that cannot be passed on to the resources made from it. */
export function optionsOfOneName({ options }: ResourceDeclaration): readonly (readonly [string, Expression])[] {
  return entriesOf(options).filter(([key]) => ofOneName.has(key))
}

function joinedOptions(made: ResourceDeclaration, source: ResourceDeclaration): Expression | undefined {
  const own = entriesOf(made.options)
  const names = new Set(own.map(([key]) => key))
  const isSame = made.name === source.name
  const isSameType = made.type.value === source.type.value
  const more = entriesOf(source.options)
    .filter(([key]) => !names.has(key))
    .filter(([key]) => (isSame || !ofOneName.has(key)) && (isSameType || !ofOneType.has(key)))
  const origin = (made.options ?? source.options)?.origin
  if (more.length === 0 || origin === undefined) return made.options
  return { kind: 'map', entries: [...own, ...more], origin }
}

function joinedDemands(own: Demands | undefined, more: Demands | undefined): Demands | undefined {
  if (own === undefined || more === undefined) return own ?? more
  return {
    preconditions: own.preconditions.length > 0 ? own.preconditions : more.preconditions,
    postconditions: own.postconditions.length > 0 ? own.postconditions : more.postconditions,
    triggers: own.triggers.length > 0 ? own.triggers : more.triggers,
  }
}

function entriesOf(options: Expression | undefined): readonly (readonly [string, Expression])[] {
  return options?.kind === 'map' ? options.entries : []
}
