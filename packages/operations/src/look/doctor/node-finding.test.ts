import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodeFinding } from './node-finding.ts'

test('on a Mac, doctor says whose Node it is', () => {
  const node = { version: 'v24.1.0', execPath: '/opt/node', platform: 'darwin' } as const
  assert.equal(
    nodeFinding(node).detail,
    'v24.1.0 at /opt/node; a Mac brings its own Node 24, and @slipway/node has none for it',
  )
  assert.equal(nodeFinding({ ...node, platform: 'linux' }).detail, 'v24.1.0 at /opt/node')
})
