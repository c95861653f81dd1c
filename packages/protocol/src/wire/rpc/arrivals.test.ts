import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { Arrivals, type Claim } from './arrivals.ts'

test('never more arrives than there is room for, in order of the requests, and all of it in the end', () => {
  const capacity = 100
  const step = fc.oneof(fc.record({ claim: fc.integer({ min: 1, max: capacity }) }), fc.record({ release: fc.nat(50) }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const arrivals = new Arrivals(capacity)
      const open: Claim[] = []
      const given: number[] = []
      let asked = 0
      let taken = 0
      const release = (at: number): void => {
        const [claim] = open.splice(at, 1)
        if (claim === undefined) return
        if (claims.delete(claim)) taken -= claim.bytes
        arrivals.release(claim)
      }
      const claims = new Set<Claim>()
      const claim = (bytes: number): void => {
        const number = asked++
        const made = { claim: undefined as Claim | undefined, isGiven: false }
        const onGiven = (): void => {
          given.push(number)
          taken += bytes
          made.isGiven = true
          if (made.claim !== undefined) claims.add(made.claim)
        }
        made.claim = arrivals.claim(bytes, onGiven)
        if (made.isGiven) claims.add(made.claim)
        open.push(made.claim)
        assert.ok(taken <= capacity)
      }
      for (const each of steps) {
        if ('claim' in each) claim(each.claim)
        else release(each.release % Math.max(open.length, 1))
      }
      while (open.length > 0) release(0)
      assert.deepEqual(
        given,
        given.toSorted((a, b) => a - b),
      )
      assert.equal(taken, 0)
      claim(capacity)
      assert.equal(given.at(-1), asked - 1)
    }),
  )
})
