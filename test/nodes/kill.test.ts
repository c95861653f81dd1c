// test:rest: a soak
/** A few seeds of the long `npm run soak:nodes`. */
import { describe, test } from 'node:test'
import { missingFor, oneRun, worlds } from './one-run.ts'

describe('a preparer killed at random moments recovers', { skip: process.platform !== 'linux' }, () => {
  for (const [index, world] of worlds.entries())
    test(world, { skip: missingFor(world) }, () => oneRun(world, index + 1))
})
