import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asPluginsKnow } from './plugin-names.ts'

test('a thing of a child has its own name, in an instance of its own; one of the parent is told as it is', () => {
  const resource = { resourceName: 'net/sub/a', instanceName: 'app' }
  assert.deepEqual(asPluginsKnow(resource), { resourceName: 'a', instanceName: 'app-net-sub' })
  assert.deepEqual(asPluginsKnow({ dataSourceName: 'net/d' }), { dataSourceName: 'd' })
  const own = { resourceName: 'a', instanceName: 'app' }
  assert.equal(asPluginsKnow(own), own)
})
