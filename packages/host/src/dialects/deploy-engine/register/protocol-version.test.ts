import { test } from 'node:test'
import assert from 'node:assert/strict'
import { agreeOnProtocol } from './protocol-version.ts'

test('a plugin must offer our major version with a minor not newer than ours', () => {
  assert.deepEqual(agreeOnProtocol(['1.0']), { version: '1.0' })
  assert.deepEqual(agreeOnProtocol(['2.0', '1.0']), { version: '1.0' })
  assert.deepEqual(agreeOnProtocol(['1.2'], '1.3'), { version: '1.2' })
})

function refusal(offered: string[], host?: string): string {
  const answer = agreeOnProtocol(offered, host)
  return 'refusal' in answer ? answer.refusal : 'agreed'
}

test('a refused version shows both sides and says which to upgrade', () => {
  assert.match(refusal(['1.1']), /speaks protocol 1\.1, Slipway speaks 1\.0: upgrade Slipway/)
  assert.match(refusal(['2.0']), /upgrade Slipway/)
  assert.match(refusal(['1.0'], '2.0'), /speaks protocol 1\.0, Slipway speaks 2\.0: upgrade the plugin/)
  assert.match(refusal([]), /speaks protocol no version/)
  assert.match(refusal(['one', '1', '-1.0', '1.0.0']), /speaks protocol one, 1, -1\.0, 1\.0\.0/)
})
