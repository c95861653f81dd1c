import assert from 'node:assert/strict'
import { test } from 'node:test'
import { given, testBlueprint } from '@slipway/testing'

test('the page names its harbour', async () => {
  const site = await testBlueprint('site.blueprint.yaml', {
    variables: { title: 'Hello' },
    given: [given('random/pet', { result: 'brave-otter' })],
  })
  assert.equal(site.exports['harbour'], 'brave-otter')
  const { content } = site.resource('page')
  assert.ok(typeof content === 'string')
  assert.match(content, /<h1>Hello<\/h1>\n<p>In the harbour of brave-otter/)
})
