import type { LinkTypeDefinition } from '@slipway/model'
import { kinds } from './kinds.ts'

const anyNumber = { min: 0, max: 0 }

/** Everything can link to everything. */
export const linkTypes: Readonly<Record<string, LinkTypeDefinition>> = Object.fromEntries(
  [...kinds.values()].flatMap(({ definition: { type: a } }) =>
    Array.from(kinds.values(), ({ definition: { type: b } }): [string, LinkTypeDefinition] => [
      `${a}::${b}`,
      {
        type: `${a}::${b}`,
        kind: 'soft',
        annotations: {},
        cardinality: { a: anyNumber, b: anyNumber },
        provides: [],
        requires: [],
      },
    ]),
  ),
)
