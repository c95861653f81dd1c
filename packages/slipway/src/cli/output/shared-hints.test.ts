import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paint } from '../console/console.ts'
import { type Hinted, SharedHints } from './shared-hints.ts'

const colors = paint({ color: false })

function settle(name: string): Hinted {
  return { name, hint: `if it is there: slipway up --settle ${name}=exists; if not: slipway state rm ${name}` }
}

test('a shared hint is shown once, with all names', () => {
  const all = [settle('web'), settle('up'), settle('db'), { name: 'app', hint: 'install it' }, { name: 'dns' }]
  const hints = new SharedHints(all)
  // The name `up` is also a word of the hint.
  assert.deepEqual(
    all.map((one) => hints.own(one)),
    [undefined, settle('up').hint, undefined, 'install it', undefined],
  )
  assert.deepEqual(hints.lines(colors, '  '), [
    '  hint for web, db (NAME is each of them): if it is there: slipway up --settle NAME=exists; if not: slipway state rm NAME',
  ])
})

test('names are distinct from words that contain them, and ids are looked up', () => {
  const all = ['a', 'b'].map((name) => ({
    name,
    hint: `look at it (resource id ${name}1): state rm ${name} a-team a/b`,
  }))
  assert.deepEqual(new SharedHints(all).lines(colors, ''), [
    'hint for a, b (NAME is each of them): look at it (by its resource id: slipway state show NAME): state rm NAME a-team a/b',
  ])
})

test('a repeated or differing hint is not shared', () => {
  const hints = new SharedHints([settle('web'), settle('web'), { name: 'db', hint: 'wait' }])
  assert.deepEqual(hints.lines(colors, ''), [])
  assert.equal(hints.own(settle('web')), settle('web').hint)
})

test('a hint without a name stays as it is', () => {
  const all = ['web', 'db'].map((name) => ({ name, hint: 'install acme/cloud' }))
  assert.deepEqual(new SharedHints(all).lines(colors, ''), ['hint for web, db: install acme/cloud'])
})
