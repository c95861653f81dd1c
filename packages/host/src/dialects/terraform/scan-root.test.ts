import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { terraform } from './dialect.ts'

test('installed providers are found by their addresses, with all versions', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'slipway-terraform-root-'))
  t.after(() => rmSync(root, { recursive: true }))
  const put = (path: string, name?: string): void => {
    mkdirSync(join(root, path), { recursive: true })
    if (name !== undefined) writeFileSync(join(root, path, name), '', { mode: 0o755 })
  }
  put('registry.opentofu.org/hashicorp/time/0.12.1', 'terraform-provider-time_v0.12.1_x5')
  put('registry.opentofu.org/hashicorp/time/0.14.2', 'terraform-provider-time')
  put('example.com/acme/box/1.0.0', 'terraform-provider-box_v1.0.0')
  writeFileSync(join(root, 'example.com/acme/box/1.0.0.partial'), '')
  put('example.com/acme/empty/1.0.0')
  put('example.com/acme/box/latest')
  const { plugins, problems } = terraform.scan({ path: root, origin: 'default', dialect: 'terraform' })
  assert.deepEqual(
    plugins.map(({ id, version, kind }) => `${kind} ${id} ${version}`),
    ['provider registry.opentofu.org/hashicorp/time 0.12.1', 'provider registry.opentofu.org/hashicorp/time 0.14.2'],
  )
  assert.deepEqual(
    problems.map(({ message }) => message.replace(root, 'ROOT')),
    [
      'ROOT/example.com/acme/box/1.0.0 cannot be launched: its installation has not finished',
      'ROOT/example.com/acme/empty/1.0.0 cannot be launched: it has no program called terraform-provider-…',
    ],
  )
})
