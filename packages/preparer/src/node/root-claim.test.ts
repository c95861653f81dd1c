import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { processIdentity } from '@slipway/processes'
import { claimRoot, livingClaim } from './root-claim.ts'

function claimOf(context: TestContext, more: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-claim-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'preparer.json')
  writeFileSync(file, JSON.stringify({ ...processIdentity(), node: 'week', ...more }))
  return file
}

test('a preparer of unknown state keeps its root while it shows signs of life', (context) => {
  const file = claimOf(context, { bootId: 'another boot of whichever machine' })
  assert.throws(() => claimRoot(file, 'north'), { code: 'node/root-in-use' })
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(file, longAgo, longAgo)
  const claim = claimRoot(file, 'north')
  assert.equal(livingClaim(file)?.node, 'north')
  claim.giveBack()
  assert.equal(livingClaim(file), undefined)
})

test('a live one keeps it, even in silence; a dead one loses it at once', (context) => {
  const file = claimOf(context, {})
  utimesSync(file, 1, 1)
  assert.throws(() => claimRoot(file, 'north'), { code: 'node/root-in-use' })
  const gone = claimOf(context, { pid: 4_000_000 })
  claimRoot(gone, 'north').giveBack()
})
