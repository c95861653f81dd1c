import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultName } from './default-name.ts'

test('a default provider has Pulumi’s name, or its resources would not be found', () => {
  assert.equal(defaultName('', ''), 'default')
  assert.equal(defaultName('0.18.1', ''), 'default_0_18_1')
  const early = '0.17.7-dev.1555435978+gb7030aa4.dirty'
  assert.equal(defaultName(early, ''), 'default_0_17_7_dev_1555435978_gb7030aa4_dirty')
  assert.equal(defaultName('1.0.0-alpha-2', ''), 'default_1_0_0_alpha-2')
  assert.equal(defaultName('', 'acme.com'), 'default_acme.com')
  assert.equal(defaultName('0.18.1', 'https://acme.com/my plugins//x'), 'default_0_18_1_https_/acme.com/my_plugins/x')
})
