/**
 * For any sequence of manifests, failures, endings of hooks and ends of the preparer, the moments come in an order that the document
 * allows, the last authorised version runs at the end, and hooks have no influence on that. `SLIPWAY_RUNS=20000` for more, `SLIPWAY_SEED`
 * for a printed one.
 */
import * as fc from 'fast-check'
import { describe, test } from '../../../../test/cases.ts'
import { found } from '../testing/simulated/found.ts'
import { play } from '../testing/simulated/life.ts'
import { anyPlan } from '../testing/simulated/plan.ts'

const asked = process.env['SLIPWAY_RUNS']
const amounts = asked === undefined ? [60, 300] : [Number(asked)]
const seed = process.env['SLIPWAY_SEED']

describe('any life of a node', () => {
  for (const numRuns of amounts)
    test(`ends with the last authorised version, by moments that the document allows, with any hooks: ${numRuns} lives`, async () => {
      const examples = found.map((plan): [typeof plan] => [plan])
      const given = { numRuns, examples, ...(seed !== undefined && { seed: Number(seed) }) }
      await fc.assert(fc.asyncProperty(anyPlan, play), given)
    })
})
