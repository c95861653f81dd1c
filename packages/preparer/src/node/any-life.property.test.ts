/**
 * For any sequence of manifests, failures, endings of hooks and ends of the preparer, the moments come in an order that the document
 * allows, what runs at the end is the last that was authorised, and hooks have changed nothing of that.
 * `SLIPWAY_RUNS=20000` for more, `SLIPWAY_SEED` for one that is printed.
 */
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { found } from '../testing/simulated/found.ts'
import { play } from '../testing/simulated/life.ts'
import { anyPlan } from '../testing/simulated/plan.ts'

const numRuns = Number(process.env['SLIPWAY_RUNS'] ?? 300)
const seed = process.env['SLIPWAY_SEED']

describe('any life of a node', () => {
  test('ends with what was authorised last, by moments that the document allows, whatever its hooks do', async () => {
    const examples = found.map((plan): [typeof plan] => [plan])
    const given = { numRuns, examples, ...(seed !== undefined && { seed: Number(seed) }) }
    await fc.assert(fc.asyncProperty(anyPlan, play), given)
  })
})
