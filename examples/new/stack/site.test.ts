import assert from 'node:assert/strict'
import { test } from 'node:test'
import { given, testStack } from '@slipway/testing'
import site from './site.stack.ts'

test('the page names its harbour', async () => {
  const deployed = await testStack(site, {
    variables: { title: 'Hello' },
    given: [given('random/pet', { result: 'brave-otter' })],
  })
  assert.equal(deployed.exports['harbour'], 'brave-otter')
  const { content } = deployed.resource('page')
  assert.ok(typeof content === 'string')
  assert.match(content, /<h1>Hello<\/h1>\n<p>In the harbour of brave-otter/)
})
