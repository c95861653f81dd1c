import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { Patience } from './patience.ts'

describe('patience', () => {
  test('lasts for ever with an idle peer, and ends with one that floods', () => {
    let now = 0
    const patience = new Patience(() => now)
    for (let frame = 0; frame < 100_000; frame++) {
      now += 2
      patience.spend(1)
    }
    assert.throws(
      () => {
        for (let frame = 0; frame < 20_001; frame++) patience.spend(1)
      },
      { name: 'Http2Error', code: 11 },
    )
  })

  test('grows back with useful data, and cannot be saved up', () => {
    const patience = new Patience(() => 0)
    patience.earn(1_000_000)
    for (let frame = 0; frame < 1_000_000; frame++) {
      patience.spend(2)
      patience.earn(2)
    }
    for (let frame = 0; frame < 10_000; frame++) patience.spend(1)
    assert.throws(() => patience.spend(1))
  })
})
