import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asPluginsKnow } from './plugin-names.ts'

test('a resource of a child is known to plugins by its own name and instance', () => {
  const resource = { resourceName: 'net/sub/a', instanceName: 'app' }
  assert.deepEqual(asPluginsKnow(resource), { resourceName: 'a', instanceName: 'app-net-sub' })
  assert.deepEqual(asPluginsKnow({ dataSourceName: 'net/d' }), { dataSourceName: 'd' })
  const own = { resourceName: 'a', instanceName: 'app' }
  assert.equal(asPluginsKnow(own), own)
})
