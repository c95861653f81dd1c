import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import type { Slipway } from '../../slipway.ts'
import { listState } from '../list.ts'
import { exportState, importState } from './transfer.ts'

const blueprint = `version: 2025-11-02
metadata: { slipway: { plugins: { files: "terraform:hashicorp/local" } } }
resources:
  page: { type: files/local_file, spec: { filename: /page, content: hello } }
`

const state = {
  version: 4,
  terraform_version: '1.11.4',
  serial: 7,
  lineage: 'd7d6ad69-fef3-f285-d1c3-3097a70d3d61',
  outputs: {},
  resources: [
    {
      mode: 'managed',
      type: 'local_file',
      name: 'page',
      provider: 'provider["registry.terraform.io/hashicorp/local"]',
      instances: [
        {
          schema_version: 0,
          attributes: { content: 'hush', filename: '/page', id: 'x', sensitive_content: null },
          sensitive_attributes: ['content', 'sensitive_content'].map((value) => [{ type: 'get_attr', value }]),
          private: 'bnVsbA==',
        },
      ],
    },
  ],
  check_results: null,
}

function folder(t: TestContext, document: object): Slipway {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-terraform-'))
  t.after(() => rmSync(cwd, { recursive: true }))
  writeFileSync(join(cwd, 'site.blueprint.yaml'), blueprint)
  writeFileSync(join(cwd, 'terraform.tfstate'), JSON.stringify(document))
  return { cwd, env: { HOME: cwd, XDG_CONFIG_HOME: join(cwd, 'config') } }
}

describe('a state of Terraform', () => {
  test('is imported beside a blueprint, and written back unchanged', async (t) => {
    const slipway = folder(t, state)
    const { outcome, instance, told } = await importState(slipway, 'terraform.tfstate')
    assert.deepEqual([outcome, instance], ['imported', 'site'])
    assert.equal(told.length, 1, told.join('\n'))
    assert.match(told[0] ?? '', /^names: /)
    await assert.rejects(exportState(slipway, { format: 'terraform' }), { code: 'cli/shows-secrets' })
    const { text, leftOut } = await exportState(slipway, { format: 'terraform', revealSecrets: true })
    assert.deepEqual([JSON.parse(text), leftOut], [state, []])
  })

  test('is imported beside a stack with the keys and the registry that it names', async (t) => {
    const slipway = folder(t, state)
    rmSync(join(slipway.cwd, 'site.blueprint.yaml'))
    const named = 'terraform:registry.terraform.io/hashicorp/local'
    writeFileSync(join(slipway.cwd, 'site.stack.ts'), `export default (s) => {\n  s.plugin('files', '${named}')\n}\n`)
    const { told } = await importState(slipway, 'terraform.tfstate')
    assert.equal(told.length, 1, told.join('\n'))
    const { resources } = await listState(slipway)
    assert.deepEqual(
      resources.map(({ name, type }) => [name, type]),
      [['page', 'files/local_file']],
    )
  })

  test('is imported beside an instance of the same types whose plugin is not installed, with a notice', async (t) => {
    const slipway = folder(t, state)
    await importState(slipway, 'terraform.tfstate')
    const notices: string[] = []
    const { outcome } = await importState(slipway, 'terraform.tfstate', { instance: 'other' }, (event) => {
      if (event.type === 'notice') notices.push(event.message)
    })
    assert.equal(outcome, 'imported')
    assert.match(notices.join('\n'), /^resources of files are not compared with those of other instances: /m)
  })

  test('that cannot be read whole changes nothing', async (t) => {
    const slipway = folder(t, { ...state, version: 5 })
    await assert.rejects(importState(slipway, 'terraform.tfstate'), { code: 'state/bad-import' })
    assert.ok(!existsSync(join(slipway.cwd, '.slipway')))
  })
})
