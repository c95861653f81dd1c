import type { TreeNode } from '@slipway/source'
import { coreFunctions } from '../../evaluate/functions/table.ts'
import type { Expression } from '../../language/expression.ts'

/** A construct that the public specification of blueprints does not have. */
export type BeyondSpecification = PlaceBeyond | ExpressionBeyond

interface Beyond {
  /** The name of the construct in the reference. */
  readonly construct: string
  /** The behaviour of other engines: they refuse such a text, or deploy it and ignore the construct. */
  readonly elsewhere: 'refused' | 'ignored'
  /** Advice for a text that any engine can deploy. */
  readonly instead: string
}

interface PlaceBeyond extends Beyond {
  /** The path of an entry of the text, in which `*` is any key: `resources.*.options`. */
  readonly at: string
  /** The test for the value at that path; absent if any value counts. */
  readonly holds?: (value: TreeNode) => boolean
}

interface ExpressionBeyond extends Beyond {
  /**
   * The use of the construct in an expression, in words: `the function join2`; `undefined` if there is none. Called for each part of an expression
   * separately.
   */
  readonly used: (part: Expression, text: string) => string | undefined
}

const severalThings: ReadonlySet<string> = new Set(['array', 'object', 'list', 'map'])

/** Everything that goes beyond the public specification. `validate --portable` and the reference follow from this table alone. */
export const beyondSpecification: readonly BeyondSpecification[] = [
  {
    construct: '`options` of a resource',
    at: 'resources.*.options',
    elsewhere: 'refused',
    instead: 'write the options in metadata.custom.slipway, which other engines ignore',
  },
  {
    construct: '`options` of a data source',
    at: 'datasources.*.options',
    elsewhere: 'refused',
    instead: 'write the options in metadata.custom.slipway, which other engines ignore',
  },
  {
    construct: 'options in `metadata.custom.slipway`',
    at: 'resources.*.metadata.custom.slipway.*',
    elsewhere: 'ignored',
    instead: 'another engine deploys the resource without this option; leave it out if you do not want that',
  },
  {
    construct: 'options of a data source in `metadata.custom.slipway`',
    at: 'datasources.*.metadata.custom.slipway.*',
    elsewhere: 'ignored',
    instead: 'another engine reads the data source without this option; leave it out if you do not want that',
  },
  {
    construct: 'what `metadata.slipway` says, such as `moved`, `requires` and `protect`',
    at: 'metadata.slipway.*',
    elsewhere: 'ignored',
    instead: 'another engine deploys the blueprint without it; leave it out if you do not want that',
  },
  {
    construct: 'variables of the types `array` and `object` (`list`, `map`)',
    at: 'variables.*.type',
    holds: (value) => value.kind === 'scalar' && severalThings.has(value.text),
    elsewhere: 'refused',
    instead: 'make the variable a string, and read it with jsondecode(variables.NAME)',
  },
  {
    construct: 'functions that are marked as extensions',
    used: (part) => {
      const name = part.kind === 'call' || part.kind === 'function' ? part.name : undefined
      return name !== undefined && coreFunctions.get(name)?.extension === true ? `the function ${name}` : undefined
    },
    elsewhere: 'refused',
    instead: '"slipway functions" marks the functions that only Slipway has',
  },
  {
    construct: 'functions with the name of their provider, such as `shapes::area(x)`',
    used: (part) => (part.kind === 'call' && part.name.includes('::') ? `the function ${part.name}` : undefined),
    elsewhere: 'refused',
    instead: 'write its name alone, if only one provider has it',
  },
  {
    construct:
      'operators in `${…}`, and in the blueprint language those of arithmetic and `? :`; lists `[…]` and maps `{…}` in `${…}`',
    used: (part) => (part.kind === 'call' && part.sign !== undefined ? `"${part.sign}"` : undefined),
    elsewhere: 'refused',
    instead: 'call the function that it stands for, such as eq(a, b) for a == b',
  },
  {
    construct: 'short functions, such as `x => to_upper(x)`',
    used: (part) => (part.kind === 'lambda' ? `the short function of ${part.parameters.join(', ')}` : undefined),
    elsewhere: 'refused',
    instead: 'name a function, or compose one with compose and pipe',
  },
]
