import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { terraformEcosystem } from './installing.ts'

test('a provider of Terraform lies below the home of Slipway, by its registry, name and version', (t) => {
  const path = mkdtempSync(join(tmpdir(), 'slipway-ecosystem-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  writeFileSync(join(path, 'terraform-provider-time_v0.12.1_x5'), '', { mode: 0o755 })
  const ecosystem = terraformEcosystem({ home: '/data', defaultHost: 'registry.example.com' })
  const form = { form: 'terraform', name: 'hashicorp/time' } as const
  const identity = ecosystem.recognise(path, { descriptor: { form }, version: '0.12.1' })
  assert.equal(identity?.name, 'registry.example.com/hashicorp/time')
  assert.deepEqual(
    identity && ecosystem.place(identity).folder,
    '/data/terraform/registry.example.com/hashicorp/time/0.12.1',
  )
  const byPath = ecosystem.recognise(path, { descriptor: { form: { form: 'path', path } }, version: '' })
  assert.deepEqual([byPath?.name, byPath?.version], ['local/local/time', '0.12.1'])
  assert.equal(
    ecosystem.recognise(path, { descriptor: { form: { form: 'id', id: 'a/b' } }, version: '1.0.0' }),
    undefined,
  )
})
