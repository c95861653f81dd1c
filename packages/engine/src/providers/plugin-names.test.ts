import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asPluginsKnow } from './plugin-names.ts'

test('a plugin knows a child’s resource by its own name and instance; a parent’s by its plain name', () => {
  const resource = { resourceName: 'net/sub/a', instanceName: 'app' }
  assert.deepEqual(asPluginsKnow(resource), { resourceName: 'a', instanceName: 'app-net-sub' })
  assert.deepEqual(asPluginsKnow({ dataSourceName: 'net/d' }), { dataSourceName: 'd' })
  const own = { resourceName: 'a', instanceName: 'app' }
  assert.equal(asPluginsKnow(own), own)
})
