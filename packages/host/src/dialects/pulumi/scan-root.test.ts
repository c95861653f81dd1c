import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pulumi } from './dialect.ts'
import { pulumiRoot, scanRoot } from './scan-root.ts'

function scanned(t: TestContext, ...files: string[]) {
  const path = mkdtempSync(join(tmpdir(), 'slipway-pulumi-scan-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  for (const file of files) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), '')
  }
  return scanRoot({ path, origin: 'default' }, pulumi)
}

test('plugins are found where Pulumi installs them', (t) => {
  const { plugins, problems } = scanned(
    t,
    'resource-random-v4.21.2/pulumi-resource-random',
    'resource-azure-native-v2.0.0-beta.1/pulumi-resource-azure-native',
    'resource-random-v4.21.2.lock',
    'language-nodejs-v3.0.0/pulumi-language-nodejs',
    'resource-x-vnone/pulumi-resource-x',
    'providers/acme/x/1.0.0/plugin',
  )
  assert.deepEqual(
    plugins.map(({ id, kind, namespace, version }) => `${kind} ${id} ${namespace} ${version}`),
    ['provider pulumi/azure-native azure-native: 2.0.0-beta.1', 'provider pulumi/random random: 4.21.2'],
  )
  assert.deepEqual(problems, [])
})

test('what is not whole, or not to be started, is told', (t) => {
  const { plugins, problems } = scanned(
    t,
    'resource-a-v1.0.0/pulumi-resource-a',
    'resource-a-v1.0.0.partial',
    'resource-b-v1.0.0/PulumiPlugin.yaml',
    'resource-c-v1.0.0/README.md',
  )
  assert.deepEqual(plugins, [])
  assert.deepEqual(
    problems.map(({ message }) => message.replace(/^.* cannot be launched: /, '')),
    [
      'its installation has not come to its end',
      'it is a source that needs a language plugin, which Slipway does not start yet',
      'it has no pulumi-resource-c',
    ],
  )
})

test('the root is that of Pulumi, and need not be there', () => {
  assert.equal(pulumiRoot({ env: {}, home: '/home/ada' }).path, '/home/ada/.pulumi/plugins')
  assert.equal(pulumiRoot({ env: { PULUMI_HOME: '/opt/pulumi' }, home: '/home/ada' }).path, '/opt/pulumi/plugins')
  assert.deepEqual(scanRoot({ path: '/nowhere', origin: 'default' }, pulumi), { plugins: [], problems: [] })
})
