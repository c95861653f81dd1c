/**
 * `test` and `describe` for files with many cases of one kind: programs of Pulumi, attacks, transcripts. Of these files `npm test` runs the first
 * test of each suite, and `npm run test:rest` runs the others. So the first test of a suite is the one that shows the capability.
 * Nothing else decides what is left to `test:rest`. A file that is named runs whole, as with `npm run test:one`.
 */
import { describe as suite, test as testOfNode } from 'node:test'

/** The runner sets it: `first`, `others`, or nothing for all. */
const part = process.env['SLIPWAY_TEST_CASES'] ?? ''

let registered = 0

export const test = ((...given: Parameters<typeof testOfNode>) => {
  const isFirst = registered === 0
  registered += 1
  return part === '' || isFirst === (part === 'first') ? testOfNode(...given) : Promise.resolve()
}) as typeof testOfNode

export const describe = ((...given: unknown[]) => {
  const body = given.pop() as (...all: unknown[]) => unknown
  const counted = (...all: unknown[]): unknown => {
    registered = 0
    return body(...all)
  }
  return (suite as (...all: unknown[]) => Promise<void>)(...given, counted)
}) as typeof suite
