import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { discoverPlugins } from '../../discover/discover.ts'
import { deployEngine } from './dialect.ts'

const key = { kind: 'provider', id: 'acme/signal', file: 'dist/plugin' }

function disk(t: TestContext) {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-npm-')))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  const project = join(dir, 'project')
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text, { mode: 0o755 })
  }
  return {
    dir,
    project,
    write,
    /** Names packages in the package.json of the project. */
    names: (...names: readonly string[]) =>
      write(
        'project/package.json',
        JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '*'])) }),
      ),
    /** A package that is a plugin. */
    add: (folder: string, slipway: object = key, version = '1.0.0'): void => {
      write(`${folder}/package.json`, JSON.stringify({ version, slipway }))
      write(`${folder}/dist/plugin`, '#!/bin/sh\n')
    },
    link: (path: string, to: string): void => {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      symlinkSync(to, join(dir, path))
    },
    find: (path = project) =>
      discoverPlugins({ dialects: [deployEngine], roots: [{ path, origin: 'project', dialect: 'deploy-engine' }] }),
  }
}

type Found = ReturnType<ReturnType<typeof disk>['find']>

const shown = ({ plugins }: Found): string[] => plugins.map(({ id, version, kind }) => `${kind} ${id} ${version}`)
const told = ({ problems }: Found): string[] => problems.map(({ severity, message }) => `${severity} ${message}`)

describe('an npm package with a key "slipway"', () => {
  test('is a plugin for any kind of dependency, and other packages are ignored', (t) => {
    const { dir, write, add, find } = disk(t)
    const [dependencies, devDependencies, optionalDependencies] = ['a', 'b', 'c'].map((name) => ({ [name]: '1' }))
    write('project/package.json', JSON.stringify({ dependencies, devDependencies, optionalDependencies }))
    add('project/node_modules/a')
    add('project/node_modules/b', { ...key, kind: 'transformer', id: 'acme/other' }, '2.0.0')
    write('project/node_modules/c/package.json', '{ "name": "slipway" }')
    const found = find()
    assert.deepEqual(shown(found), ['transformer acme/other 2.0.0', 'provider acme/signal 1.0.0'])
    assert.deepEqual(told(found), [])
    const signal = found.plugins.find(({ id }) => id === 'acme/signal')
    assert.equal(signal?.file, join(dir, 'project/node_modules/a/dist/plugin'))
    assert.equal(signal?.namespace, 'signal')
  })

  test('is ignored as an indirect dependency or with an odd name', (t) => {
    const { names, add, find } = disk(t)
    names('a', '../b', '/etc', '.bin', '__proto__', 'a/b/c')
    for (const name of ['a', 'a/node_modules/b', 'b', '../b', '.bin', 'a/b/c'])
      add(`project/node_modules/${name}`, { ...key, id: `acme/${name.replaceAll(/\W/g, '-')}x` })
    assert.deepEqual(shown(find()), ['provider acme/ax 1.0.0'])
  })

  test('is found through the links of npm link, of workspaces and of pnpm', (t) => {
    const { names, add, link, write, find, dir } = disk(t)
    names('linked', 'pnpm', '@acme/member')
    add('elsewhere/linked', { ...key, id: 'acme/linked' })
    link('project/node_modules/linked', '../../elsewhere/linked')
    add('project/node_modules/.pnpm/pnpm@1.0.0/node_modules/pnpm', { ...key, id: 'acme/pnpm' })
    link('project/node_modules/pnpm', '.pnpm/pnpm@1.0.0/node_modules/pnpm')
    // A member of a workspace has its packages at the root of it, where npm links the other members, too.
    add('packages/member', { ...key, id: 'acme/member' })
    link('node_modules/@acme/member', '../../packages/member')
    assert.deepEqual(shown(find()), ['provider acme/linked 1.0.0', 'provider acme/pnpm 1.0.0'])
    write('package.json', '{ "workspaces": ["project", "packages/*"] }')
    const found = find()
    assert.deepEqual(shown(found).slice(1, 2), ['provider acme/member 1.0.0'])
    assert.equal(found.plugins[1]?.file, join(dir, 'node_modules/@acme/member/dist/plugin'))
    rmSync(join(dir, 'package.json'))
    write('pnpm-workspace.yaml', 'packages: [project]\n')
    assert.equal(find().plugins.length, 3)
  })

  test('is a plugin in its own folder, for its author', (t) => {
    const { add, find, dir } = disk(t)
    add('project', { ...key, file: 'dist/plugin' })
    const found = find()
    assert.equal(found.plugins[0]?.file, join(dir, 'project/dist/plugin'))
    rmSync(join(dir, 'project/dist'), { recursive: true })
    assert.deepEqual(told(find()), ['error the package of this folder is not used: it has no file dist/plugin'])
  })

  test('is not searched in a parent folder that is no workspace root', (t) => {
    const { names, add, find, write } = disk(t)
    names('a')
    add('node_modules/a')
    write('package.json', '{ "name": "workspaces" }')
    assert.deepEqual(shown(find()), [])
  })

  const refusals: readonly (readonly [string, object, string])[] = [
    [
      'a file that leads out of it',
      { ...key, file: '../x' },
      'its package.json says slipway.file: "../x", which is not a path',
    ],
    ['a file that is not there', { ...key, file: 'lib/x' }, 'it has no file lib/x'],
    ['a file that is a folder', { ...key, file: 'dist' }, 'it has no file dist'],
    [
      'a protocol of the future',
      { ...key, protocol: '2.0' },
      'the plugin speaks protocol 2.0, Slipway speaks 1.0: upgrade Slipway',
    ],
  ]
  for (const [name, slipway, why] of refusals)
    test(`is refused by name with ${name}`, (t) => {
      const { names, add, find } = disk(t)
      names('slipway-plugin-signal')
      add('project/node_modules/slipway-plugin-signal', slipway)
      const found = find()
      assert.deepEqual(shown(found), [])
      const [said = '', ...more] = told(found)
      assert.ok(said.startsWith(`error the package slipway-plugin-signal is not used: ${why}`), said)
      assert.deepEqual(more, [])
      assert.deepEqual(
        found.problems.map(({ code, pluginId, kind }) => [code, pluginId, kind]),
        [['host/unusable-package', 'acme/signal', 'provider']],
      )
    })

  test('is refused if its file is a link that leads outside', (t) => {
    const { dir, names, add, link, find, write } = disk(t)
    names('a', 'b')
    for (const name of ['a', 'b']) {
      add(`project/node_modules/${name}`, { ...key, id: `acme/${name}` })
      rmSync(join(dir, `project/node_modules/${name}/dist/plugin`))
    }
    link('project/node_modules/a/dist/plugin', '/bin/sh')
    write('project/node_modules/b/dist/real', '#!/bin/sh\n')
    link('project/node_modules/b/dist/plugin', 'real')
    const found = find()
    assert.deepEqual(shown(found), ['provider acme/b 1.0.0'])
    assert.match(
      told(found).join('\n'),
      /^error the package a is not used: its file dist\/plugin is a link that leaves the package, to .*sh$/,
    )
  })

  test('is refused with a bad version or a duplicate id', (t) => {
    const { names, add, find } = disk(t)
    names('a', 'b', 'c')
    add('project/node_modules/a', key, 'latest')
    add('project/node_modules/b', { ...key, id: 'acme/x' })
    add('project/node_modules/c', { ...key, id: 'acme/x' }, '2.0.0')
    const found = find()
    assert.deepEqual(shown(found), [])
    assert.deepEqual(told(found), [
      'error the package a is not used: its package.json says version: "latest", which is not a version',
      'error the packages b and c are both the plugin acme/x',
    ])
    assert.equal(found.problems[1]?.hint, 'npm uninstall c leaves the other')
  })

  test('that is not installed is reported by its plugin name', (t) => {
    const { dir, names, find } = disk(t)
    names('left-pad', 'slipway-plugin-signal', '@acme/slipway-plugin-notes')
    const manifest = join(dir, 'project/package.json')
    assert.deepEqual(told(find()), [
      `warning ${manifest} names slipway-plugin-signal, which is not installed`,
      `warning ${manifest} names @acme/slipway-plugin-notes, which is not installed`,
    ])
  })
})

describe('a package.json of a stranger', () => {
  test('is reported if it cannot be read', (t) => {
    const { dir, names, write, find } = disk(t)
    names('a', 'slipway-plugin-b')
    write('project/node_modules/a/package.json', '{ "slipway": ')
    write('project/node_modules/slipway-plugin-b/package.json', `{ "slipway": "${'x'.repeat(1 << 20)}" }`)
    assert.match(
      told(find()).join('\n'),
      /^warning the package a is not used: its package\.json cannot be read: .*\nwarning the package slipway-plugin-b is not used: its package\.json is not a file of at most 1 MB$/,
    )
    for (const text of ['{', '[]', 'null', '{ "dependencies": "all" }']) {
      write('project/package.json', text)
      assert.equal(find().problems.length, text === '{' ? 1 : 0, text)
    }
    assert.deepEqual(told(find(join(dir, 'nowhere'))), [])
  })

  test('blocks nothing as a pipe or with many names', (t) => {
    const { dir, project, names, find } = disk(t)
    names(...Array.from({ length: 6000 }, (_, index) => `p${index}`))
    assert.match(told(find()).join(), /^warning .* names 6000 packages, but Slipway reads only the first 5000$/)
    rmSync(join(project, 'package.json'))
    execFileSync('mkfifo', [join(dir, 'project/package.json')])
    assert.deepEqual(find(), { plugins: [], others: [], problems: [] })
  })
})
