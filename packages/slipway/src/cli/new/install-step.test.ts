import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { installStep, nodeSteps } from './install-step.ts'

function folderWith(context: TestContext, manifest: string | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-step-'))
  context.after(() => rmSync(folder, { recursive: true }))
  if (manifest !== undefined) writeFileSync(join(folder, 'package.json'), manifest)
  return folder
}

test('the next step of a new folder names the package that brings Node 24', (context) => {
  const brings = folderWith(context, '{ "devDependencies": { "@slipway/node": "^0.1.0" } }')
  assert.equal(installStep(brings), 'npm install          # brings the Node 24 that Slipway needs: @slipway/node')
  assert.equal(installStep(folderWith(context, '{ "devDependencies": { "zod": "4" } }')), 'npm install')
  assert.deepEqual(nodeSteps(brings, '20.20.2'), [])
})

test('on an older Node, a copied template without one gets the command that adds it', (context) => {
  for (const manifest of ['{}', 'no JSON', undefined]) {
    const folder = folderWith(context, manifest)
    assert.deepEqual(nodeSteps(folder, '20.20.2'), [
      'npm i -D @slipway/node   # Slipway needs Node 24, and this one is 20.20.2',
    ])
    assert.deepEqual(nodeSteps(folder, '24.1.0'), [])
  }
})
