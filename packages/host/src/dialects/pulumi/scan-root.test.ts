import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { discoverPlugins } from '../../discover/discover.ts'
import type { PluginOrigin } from '../../layout.ts'
import { pulumi } from './dialect.ts'
import { pulumiRoots } from './roots.ts'
import { scanRoot } from './scan-root.ts'

function folderOf(t: TestContext, files: readonly string[], texts: Readonly<Record<string, string>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'slipway-pulumi-scan-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  for (const file of files) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), texts[file] ?? '', { mode: 0o755 })
  }
  return path
}

function scanned(t: TestContext, files: readonly string[], origin: PluginOrigin = 'cache') {
  return scanRoot({ path: folderOf(t, files), origin }, pulumi)
}

test('plugins of all kinds are found in Pulumi’s folder', (t) => {
  const { plugins, problems } = scanned(t, [
    'resource-random-v4.21.2/pulumi-resource-random',
    'resource-azure-native-v2.0.0-beta.1/pulumi-resource-azure-native',
    'resource-random-v4.21.2.lock',
    'language-nodejs-v3.0.0/pulumi-language-nodejs',
    'resource-yaml-v1.0.0/PulumiPlugin.yaml',
    'analyzer-acme-v1.0.0/PulumiPolicy.yaml',
    'converter-yaml-v1.0.0/pulumi-converter-yaml',
    'tool-lint-v1.0.0/pulumi-tool-lint',
    'resource-x-vnone/pulumi-resource-x',
    'providers/acme/x/1.0.0/plugin',
  ])
  assert.deepEqual(
    plugins.map((plugin) => {
      const { kind, name } = pulumi.called(plugin)
      return `${kind} ${name} ${plugin.id} ${plugin.version}${plugin.isSource === true ? ' sources' : ''}`
    }),
    [
      'analyzer acme pulumi/analyzer-acme 1.0.0 sources',
      'converter yaml pulumi/converter-yaml 1.0.0',
      'language nodejs pulumi/language-nodejs 3.0.0',
      'resource azure-native pulumi/azure-native 2.0.0-beta.1',
      'resource random pulumi/random 4.21.2',
      'resource yaml pulumi/yaml 1.0.0 sources',
      'tool lint pulumi/tool-lint 1.0.0',
    ],
  )
  assert.equal(plugins.find(({ id }) => id === 'pulumi/random')?.namespace, 'random:')
  assert.deepEqual(problems, [])
})

test('an incomplete or unstartable plugin is reported', (t) => {
  const { plugins, problems } = scanned(t, [
    'resource-a-v1.0.0/pulumi-resource-a',
    'resource-a-v1.0.0.partial',
    'language-b-v1.0.0/PulumiPlugin.yaml',
    'resource-c-v1.0.0/README.md',
  ])
  assert.deepEqual(plugins, [])
  assert.deepEqual(
    problems.map(({ message }) => message.replace(/^.* cannot be launched: /, '')),
    [
      'it has neither pulumi-language-b nor PulumiPlugin.yaml',
      'its installation has not finished',
      'it has neither pulumi-resource-c nor PulumiPlugin.yaml',
    ],
  )
})

test('programs of the PATH are plugins, but not folders', (t) => {
  const files = [
    'pulumi-resource-x',
    'pulumi-tool-lint',
    'pulumi-resource-x.cmd',
    'resource-y-v1.0.0/pulumi-resource-y',
  ]
  assert.deepEqual(
    scanned(t, files, 'path').plugins.map(({ id, version }) => [id, version]),
    [
      ['pulumi/x', ''],
      ['pulumi/tool-lint', ''],
    ],
  )
})

test('a project’s own plugins come before the PATH’s, and these before the cache’s', (t) => {
  const project = folderOf(t, ['Pulumi.yaml', 'own/pulumi-resource-x', 'pack/PulumiPlugin.yaml'], {
    'Pulumi.yaml': [
      'name: site',
      'runtime: yaml',
      'plugins:',
      '  providers:',
      '    - {name: x, path: ./own, version: v1.2.3}',
      '    - {name: gone, path: ./gone}',
      '  analyzers: [{name: pack, path: pack}]',
      '',
    ].join('\n'),
  })
  const path = folderOf(t, ['pulumi-resource-x', 'pulumi-resource-z'])
  const home = folderOf(t, [
    'plugins/resource-x-v9.0.0/pulumi-resource-x',
    'plugins/resource-z-v2.0.0/pulumi-resource-z',
    'bin/pulumi-language-go',
  ])
  const found = (env: Readonly<Record<string, string>>, pins = {}) =>
    discoverPlugins({
      dialects: [pulumi],
      roots: pulumiRoots({ env: { PATH: path, PULUMI_HOME: home, ...env }, home, project }),
      pins,
    })
  const shown = ({ plugins }: ReturnType<typeof found>) => plugins.map(({ id, root }) => `${id} ${root.origin}`)
  const all = found({})
  assert.deepEqual(shown(all), [
    'pulumi/analyzer-pack project',
    'pulumi/language-go cache',
    'pulumi/x project',
    'pulumi/z path',
  ])
  assert.deepEqual(
    all.problems.filter(({ severity }) => severity === 'warning').map(({ pluginId }) => pluginId),
    ['pulumi/gone', 'pulumi/z'],
  )
  assert.match(all.problems.find(({ pluginId }) => pluginId === 'pulumi/z')?.message ?? '', /its directory comes first/)
  assert.ok(shown(found({ PULUMI_IGNORE_AMBIENT_PLUGINS: 'true' })).includes('pulumi/z cache'))
  assert.ok(shown(found({}, { 'pulumi/z': '^2' })).includes('pulumi/z cache'))
  assert.deepEqual(shown(found({ PULUMI_DEBUG_PROVIDERS: 'x:12345,nonsense' })).slice(-2), [
    'pulumi/x attached',
    'pulumi/z path',
  ])
})

test('an unreadable Pulumi.yaml is reported with its line', (t) => {
  const project = folderOf(t, ['Pulumi.yaml'], { 'Pulumi.yaml': 'name: [\n' })
  const { problems } = scanRoot({ path: project, origin: 'project' }, pulumi)
  assert.match(problems[0]?.message ?? '', /Pulumi\.yaml:\d+: /)
})

test('a pipe in place of a Pulumi.yaml is not waited for', { timeout: 180_000 }, (t) => {
  const project = folderOf(t, [])
  execFileSync('mkfifo', [join(project, 'Pulumi.yaml')])
  const scan = `import { scanRoot } from ${JSON.stringify(import.meta.resolve('./scan-root.ts'))}
import { pulumi } from ${JSON.stringify(import.meta.resolve('./dialect.ts'))}
console.log(scanRoot({ path: ${JSON.stringify(project)}, origin: 'project' }, pulumi).plugins.length)`
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', scan], {
    encoding: 'utf8',
    timeout: 120_000,
    killSignal: 'SIGKILL',
  })
  assert.equal(ended.stdout, '0\n', ended.stderr)
})

test('a root may be missing', () => {
  const roots = pulumiRoots({ env: { PULUMI_HOME: '' }, home: '/home/ada' })
  assert.deepEqual(roots, [
    { path: '/home/ada/.local/share/slipway/plugins', origin: 'default', dialect: 'pulumi' },
    { path: '/home/ada/.pulumi/plugins', origin: 'cache', dialect: 'pulumi' },
    { path: '/home/ada/.pulumi/bin', origin: 'cache', dialect: 'pulumi' },
  ])
  const { plugins, problems } = scanRoot({ path: '/nowhere', origin: 'cache' }, pulumi)
  assert.deepEqual([plugins, problems], [[], []])
})
