import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstalledPlugin } from '../dialect.ts'
import { debuggedStart } from './debugged.ts'
import { deployEngine } from './dialect.ts'

const start = { variables: { PORT: '4711' }, file: '/plugin', args: ['a'] }

function startOf(debug?: InstalledPlugin['debug']) {
  const root = { path: '/', origin: 'environment' } as const
  const plugin = { id: 'acme/x', dialect: deployEngine, kind: 'provider', namespace: 'x', version: '1.0.0', file: '/p' }
  return debuggedStart({ ...plugin, root, ...(debug && { debug }) }, start)
}

test('a plugin without a debugger starts normally', () => {
  assert.equal(startOf(), start)
  assert.equal(startOf({}), start)
})

test('an inspected plugin waits for a debugger of this machine only', () => {
  assert.deepEqual(startOf({ inspectPort: 9229 }), {
    ...start,
    variables: { PORT: '4711', NODE_OPTIONS: '--inspect-wait=127.0.0.1:9229' },
  })
})

test('a running plugin is represented by an idle process that ends with us', () => {
  const { variables, file, args = [], keepsStdin } = startOf({ attachPort: 9229, inspectPort: 9230 })
  assert.deepEqual([variables, file, keepsStdin], [{}, '/bin/sh', true])
  assert.deepEqual(args, ['-c', 'cat >/dev/null'])
})
