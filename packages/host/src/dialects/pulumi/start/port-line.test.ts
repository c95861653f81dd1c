import assert from 'node:assert/strict'
import { test } from 'node:test'
import { portIn } from './port-line.ts'

test('a port is found in a plugin’s first output, whatever its runtime adds', () => {
  assert.equal(portIn('12345'), 12_345)
  assert.equal(portIn(' 80\r'), 80)
  assert.equal(portIn('\u001b]9;4;3;\u001b\\\u001b]9;4;0;\u001b\\4711'), 4711)
  for (const line of ['', '0', '65536', '123456', '-1', '12 34', 'hello', '0x50'])
    assert.equal(portIn(line), undefined, line)
})
