import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RolledBack } from '@slipway/operations/change/change-request'
import { rollbackText } from './rollback-text.ts'

const plan = { operation: 'up' } as NonNullable<RolledBack['plan']>

const textOf = (back: Partial<RolledBack>): string =>
  rollbackText('app', { outcome: 'failed', counts: {}, left: [], durationMs: 100, ...back }, { color: false })

describe('the end of a rollback', () => {
  test('says that all is as before, and names new things', () => {
    assert.equal(textOf({ outcome: 'succeeded', plan }), 'app is as it was before (100 ms).\n')
    assert.equal(
      textOf({ outcome: 'succeeded', plan, left: ['a is made anew'] }),
      'app is as it was before (100 ms), but for this:\n  x a is made anew\n',
    )
  })

  test('names the remaining differences, or the reason for no rollback', () => {
    assert.equal(
      textOf({ plan, left: ['a (fake): the door is locked'] }),
      'app was brought back only in part (100 ms); this is not as it was before:\n  x a (fake): the door is locked\n',
    )
    assert.equal(
      textOf({ left: ['a (fake) is protected'] }),
      'app was not brought back (100 ms), because of this:\n  x a (fake) is protected\n',
    )
  })
})
