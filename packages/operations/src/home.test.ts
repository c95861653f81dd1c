import assert from 'node:assert/strict'
import { userInfo } from 'node:os'
import { test } from 'node:test'
import { homeOf } from './home.ts'

test('the home is HOME, or else the account’s own', () => {
  assert.equal(homeOf({ HOME: '/srv/me' }), '/srv/me')
  for (const env of [{}, { HOME: '' }]) assert.equal(homeOf(env), userInfo().homedir)
})

test('a relative home would mean another folder for each command', () => {
  assert.throws(() => homeOf({ HOME: 'me' }), {
    code: 'cli/no-home',
    message: /HOME is "me", which is not an absolute path/,
  })
})
