import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderDiagnostic } from '@slipway/source'
import { checkFiles } from '../testing/files.ts'

const file = (path: string, content: string): string =>
  `{ type: test/file, spec: { path: ${path}, content: "${content}" } }`

const child = (plugins: string, alias: string): string => `
metadata: { slipway: { plugins: { acme/test: "${plugins}" }, moved: [{ from: old, to: gate }], import: [{ to: gate, id: g-1 }] } }
resources:
  vpc: ${file('vpc', 'v')}
  gate: { type: test/file, metadata: { custom: { slipway: { deletedWith: vpc, aliases: [${alias}] } } }, spec: { path: g, content: g } }
`

test('a child’s metadata.slipway applies to the child, and its problems have places in the child’s file', async () => {
  const app = 'include: { net: { path: net.yaml } }\nmetadata: { slipway: { moved: [{ from: network, to: net }] } }\n'
  const { checked: blueprint, diagnostics } = await checkFiles({ 'app.yaml': app, 'net.yaml': child('^1.0', 'door') })
  assert.deepEqual(diagnostics, [])
  assert.ok(blueprint)
  const { options } = blueprint.resources.get('net/gate') ?? {}
  assert.deepEqual(options, { deletedWith: 'net/vpc', aliases: ['net/door'] })
  assert.deepEqual(blueprint.moved, [
    { from: 'network', to: 'net' },
    { from: 'net/old', to: 'net/gate' },
  ])
  assert.deepEqual([...(blueprint.imports ?? [])], [['net/gate', 'g-1']])
  const refused = await checkFiles({ 'app.yaml': app, 'net.yaml': child('^2.0', 'vpc') })
  const said = refused.diagnostics.map((diagnostic) => renderDiagnostic(diagnostic)).join('\n')
  assert.match(said, /net\.yaml:3:\d+: .*acme\/test \^2\.0, and 1\.0\.0 is used here/)
  assert.match(said, /net\.yaml:6:\d+: .*"vpc" is another resource of this blueprint/)
})
