import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Tally } from './outcome.ts'

test('a part of a component and a resource of its type may be one real resource if a create failed', () => {
  const tally = new Tally()
  const notMade = (type: string, name: string): void => tally.notCreated({ type, name })
  notMade('component:box:index:Named', 'pair:pair-k1')
  notMade('box:index:Crate', 'crate')
  assert.equal(tally.uncreated('box:index:Named'), 'pair:pair-k1')
  assert.equal(tally.uncreated('component:box:index:Crate'), 'crate')
  assert.equal(tally.uncreated('box:index:Other'), undefined)
})
