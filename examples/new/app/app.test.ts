import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testStack } from '@slipway/testing'
import app from './app.stack.ts'

test('the server restarts when its words change', async () => {
  const deployed = await testStack(app, { variables: { greeting: 'Ahoy' } })
  assert.equal(deployed.exports['url'], 'http://127.0.0.1:8642/')
  await deployed.change({ variables: { greeting: 'Hello' } })
  assert.match(deployed.plan, /^~ words {2}local\/file$/m)
  await deployed.change({ variables: { greeting: 'Hello', port: 8643 } })
  assert.match(deployed.plan, /^~ server {2}local\/process$/m)
})
