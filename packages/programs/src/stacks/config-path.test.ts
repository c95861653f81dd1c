import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valueMap } from '@slipway/model'
import { configPath, valueAt, withoutValueAt, withValueAt, writtenValue, yamlLines } from './config-path.ts'

test('a path is a key, and places inside it', () => {
  assert.deepEqual(configPath('net.hosts[0]["a.b"]'), { key: 'net', steps: ['hosts', 0, 'a.b'] })
  assert.deepEqual(configPath('aws:assumeRole.roleArn'), { key: 'aws:assumeRole', steps: ['roleArn'] })
  for (const text of ['', '[0]', '.a', 'a..b', 'a[x]', 'a[0', 'a[99999]'])
    assert.throws(() => configPath(text), { code: 'stack/bad-key' }, text)
})

test('values are set, found and removed at a place; maps and lists are made as needed', () => {
  const made = withValueAt(undefined, ['hosts', 0, 'port'], writtenValue('80'))
  const more = withValueAt(withValueAt(made, ['hosts', 0, 'name'], 'a'), ['hosts', 1], writtenValue('true'))
  assert.deepEqual(yamlLines(more), ['', 'hosts:', '  - port: 80', '    name: a', '  - true'])
  assert.equal(valueAt(more, ['hosts', 0, 'port']), 80)
  assert.equal(valueAt(more, ['hosts', 'x']), undefined)
  assert.deepEqual(yamlLines(withoutValueAt(more, ['hosts', 0, 'port']) ?? null), [
    '',
    'hosts:',
    '  - name: a',
    '  - true',
  ])
  assert.deepEqual(yamlLines(withoutValueAt(made, ['hosts', 0]) ?? null), ['', 'hosts: []'])
  assert.equal(withoutValueAt(more, ['hosts', 7]), undefined)
  assert.throws(() => withValueAt(more, ['hosts', 5], 'x'), /past the end of a list of 2/)
  assert.throws(() => withValueAt(more, ['hosts', 'x'], 'x'), /x is not in a map/)
  assert.throws(() => withValueAt(valueMap([['secure', 'v1:x']]), ['x'], 'x'), /x is not in a map/)
  assert.deepEqual(['007', '-3', 'false', '1.5'].map(writtenValue), ['007', -3, false, '1.5'])
})
