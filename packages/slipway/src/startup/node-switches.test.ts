import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeBackNodeSwitches } from './node-switches.ts'

test('the launcher’s switches stop at the launcher, and the user’s own stay', () => {
  const env = {
    NODE_USE_ENV_PROXY: '1',
    NODE_USE_SYSTEM_CA: '1',
    HTTPS_PROXY: 'http://proxy.example',
    PATH: '/bin',
    SLIPWAY_NODE_SWITCHES: ' NODE_USE_ENV_PROXY PATH',
  }
  takeBackNodeSwitches(env)
  assert.deepEqual(env, { NODE_USE_SYSTEM_CA: '1', HTTPS_PROXY: 'http://proxy.example', PATH: '/bin' })
})
