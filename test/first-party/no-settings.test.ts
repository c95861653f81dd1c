/** Our plugins without settings say that they have none: a setting for one of them is a mistake. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { run } from '../ledger/command.ts'

describe('a setting for a provider without settings', () => {
  for (const [namespace, resource] of [
    ['random', 'type: random/id, spec: { byteLength: 4 }'],
    ['null', 'type: null/resource, spec: { value: x }'],
    ['local', 'type: local/file, spec: { path: a, content: b }'],
  ] as const)
    test(`is refused by ${namespace} at its place`, async (context) => {
      const folder = mkdtempSync(join(tmpdir(), 'slipway-no-settings-'))
      context.after(() => rmSync(folder, { recursive: true, force: true }))
      writeFileSync(join(folder, 'app.blueprint.yaml'), `version: 2025-11-02\nresources: { it: { ${resource} } }\n`)
      const shell = { folder, env: { ...process.env, NO_COLOR: '1', XDG_CONFIG_HOME: join(folder, 'config') } }
      assert.equal((await run(shell, ['plan'])).code, 0)
      const { code, stderr } = await run(shell, ['plan', '--set', `providers.${namespace}.prot=1`])
      assert.equal(code, 1)
      assert.match(stderr, new RegExp(`${namespace} has no setting "prot" \\(--set\\)`))
      assert.match(stderr, /\[cli\/bad-provider-config\]/)
    })
})
