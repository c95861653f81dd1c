import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { type Value, valueMap } from '@slipway/model'
import type { Sources } from '../language.ts'
import { checkedBefore } from './checked-before.ts'
import { nodejs } from './nodejs.ts'

function folder(t: TestContext, files: Readonly<Record<string, unknown>>, options: readonly [string, Value][] = []) {
  const root = mkdtempSync(join(tmpdir(), 'slipway-nodejs-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, content: unknown): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  for (const [path, content] of Object.entries(files)) write(path, content)
  const sources: Sources = { root, folder: root, entry: '.', options: valueMap(options) }
  return { root, write, sources }
}

describe('the dependencies of a JavaScript program', () => {
  const files = {
    'package.json': { dependencies: { '@pulumi/random': '^4', plain: '1.x', missing: '^2' } },
    'node_modules/@pulumi/random/package.json': {
      name: '@pulumi/random',
      version: '4.1.0',
      pulumi: { resource: true },
    },
    'node_modules/plain/package.json': { name: 'plain', version: '1.5.0' },
    'node_modules/plain/node_modules/@acme/net/package.json': {
      name: '@acme/net',
      version: '0.1.0',
      pulumi: {
        resource: true,
        name: 'terraform',
        version: '2.0.0',
        server: 'github://x/y',
        parameterization: { name: 'net', version: '3.0.0', value: Buffer.from('{}').toString('base64') },
        extensionParameterization: { name: 'more', version: '1.0.0', value: Buffer.from('[]').toString('base64') },
      },
    },
    'node_modules/broken/package.json': '{',
    'node_modules/.bin/x/package.json': { name: 'x', version: '1.0.0', pulumi: { resource: true } },
  }

  test('with a plugin are all named, wherever they lie, each once', (t) => {
    const { sources, root } = folder(t, files)
    symlinkSync(join(root, 'node_modules/@pulumi/random'), join(root, 'node_modules/again'))
    assert.deepEqual(nodejs.requiredPackages({ ...sources, folder: join(root, 'src') }), [
      { name: 'random', version: '4.1.0', server: '' },
      {
        name: 'terraform',
        version: '2.0.0',
        server: 'github://x/y',
        parameterization: { name: 'net', version: '3.0.0', value: Buffer.from('{}') },
        extension: { name: 'more', version: '1.0.0', value: Buffer.from('[]') },
      },
    ])
  })

  test('are the listed ones, as installed, or all installed ones', (t) => {
    const { sources } = folder(t, files)
    assert.deepEqual(nodejs.dependencies(sources, false), [
      { name: '@pulumi/random', version: '4.1.0' },
      { name: 'missing', version: '^2' },
      { name: 'plain', version: '1.5.0' },
    ])
    assert.deepEqual(
      nodejs.dependencies(sources, true).map(({ name }) => name),
      ['@acme/net', '@pulumi/random', 'plain'],
    )
  })

  test('are found in pnpm’s layout: a package’s dependencies lie beside the target of a link', (t) => {
    const store = 'node_modules/.pnpm'
    const inStore = `${store}/net@1.0.0/node_modules`
    const { sources, root } = folder(t, {
      'package.json': { dependencies: { '@acme/net': '1' } },
      [`${inStore}/@acme/net/package.json`]: { name: '@acme/net', version: '1.0.0' },
      [`${store}/random@4.1.0/node_modules/@pulumi/random/package.json`]: {
        name: '@pulumi/random',
        version: '4.1.0',
        pulumi: { resource: true },
      },
      'node_modules/@acme/.keep': '',
      [`${inStore}/@pulumi/.keep`]: '',
    })
    symlinkSync(join(root, inStore, '@acme/net'), join(root, 'node_modules/@acme/net'))
    symlinkSync(join(root, store, 'random@4.1.0/node_modules/@pulumi/random'), join(root, inStore, '@pulumi/random'))
    assert.deepEqual(
      nodejs.requiredPackages(sources).map(({ name, version }) => `${name} ${version}`),
      ['random 4.1.0'],
    )
    assert.deepEqual(
      nodejs.dependencies(sources, true).map(({ name }) => name),
      ['@acme/net', '@pulumi/random'],
    )
  })

  const managers: readonly [string, Readonly<Record<string, unknown>>, readonly [string, Value][], string][] = [
    ['npm, where nothing else is said', {}, [], 'npm'],
    ['whose lock lies there', { 'pnpm-lock.yaml': '' }, [], 'pnpm'],
    ['whose lock lies there: yarn', { 'yarn.lock': '' }, [], 'yarn'],
    ['whose lock lies there: bun', { 'bun.lock': '' }, [], 'bun'],
    ['that the project names', { 'yarn.lock': '' }, [['packagemanager', 'npm']], 'npm'],
  ]
  for (const [what, more, options, manager] of managers)
    test(`are installed by the package manager ${what}`, (t) => {
      const { sources, root } = folder(t, { 'package.json': {}, ...more }, options)
      const [start] = nodejs.installation({ ...sources, folder: join(root, 'src') }, { isPlugin: false })
      assert.deepEqual([start?.file, start?.args[0], start?.cwd], [manager, 'install', root])
    })

  test('are not installed by an unknown package manager', (t) => {
    const { sources } = folder(t, {}, [['packagemanager', 'make']])
    assert.throws(() => nodejs.installation(sources, { isPlugin: false }), /"make" is not a package manager/)
  })
})

test('compiled code is kept for the same sources, configuration and packages, where nobody else can write', (t) => {
  const { sources, write, root } = folder(t, { 'index.ts': 'a', 'tsconfig.json': {}, 'node_modules/x/index.ts': 'b' })
  const home = folder(t, {}).root
  const before = { ...process.env }
  t.after(() => {
    process.env = before
  })
  process.env = { HOME: home }
  const kept = () => checkedBefore(sources).TS_NODE_CACHE_DIRECTORY
  const first = kept() ?? ''
  assert.ok(first.startsWith(join(home, '.cache/slipway/programs/')))
  assert.equal(statSync(dirname(first)).mode & 0o777, 0o700)
  assert.equal(kept(), first)
  const seen = new Set([first])
  const changes: readonly [string, unknown][] = [
    ['index.ts', 'c'],
    ['lib/more.ts', ''],
    ['tsconfig.json', { compilerOptions: {} }],
    ['package-lock.json', { lockfileVersion: 3 }],
  ]
  for (const [path, content] of changes) {
    write(path, content)
    assert.ok(!seen.has(kept() ?? first), path)
    seen.add(kept() ?? first)
  }
  write('README.md', 'x')
  write('.git/index.ts', 'x')
  assert.ok(seen.has(kept() ?? ''))
  process.env = { HOME: home, TS_NODE_CACHE_DIRECTORY: '/own' }
  assert.deepEqual(checkedBefore(sources), {})
  process.env = { HOME: join(root, 'index.ts') }
  assert.deepEqual(checkedBefore({ ...sources, folder: root }), {})
})
