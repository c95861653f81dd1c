import { describe, test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deployEngine } from '../dialects/deploy-engine/dialect.ts'
import type { PluginRoot } from '../layout.ts'
import { discoverPlugins, type Discovery, type DiscoveryOptions } from './discover.ts'

interface Disk {
  readonly dir: string
  /** Puts an executable below a root: `a/providers/x/y/1.0.0/plugin`. */
  readonly add: (...paths: string[]) => void
  readonly find: (roots: string, options?: Partial<DiscoveryOptions>) => Discovery
}

function disk(t: TestContext): Disk {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-discover-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  const root = (name: string): PluginRoot =>
    name === 'bundled'
      ? { path: join(dir, name), origin: 'bundled' }
      : { path: join(dir, name), origin: name === 'default' ? 'default' : 'environment' }
  return {
    dir,
    add(...paths) {
      for (const path of paths) {
        mkdirSync(dirname(join(dir, path)), { recursive: true })
        writeFileSync(join(dir, path), '#!/bin/sh\n', { mode: 0o755 })
      }
    },
    find: (roots, options) =>
      discoverPlugins({ dialects: [deployEngine], roots: roots.split(' ').map(root), ...options }),
  }
}

const shown = ({ plugins }: Discovery): string[] => plugins.map(({ id, version, kind }) => `${kind} ${id} ${version}`)
const codes = ({ problems }: Discovery): string[] => problems.map(({ code, severity }) => `${severity} ${code}`)

describe('discovery', () => {
  test('finds both kinds with both forms of id', (t) => {
    const { add, find, dir } = disk(t)
    add(
      'a/providers/celerity/aws/1.0.0/plugin',
      'a/providers/registry.customhost.com/celerity/azure/2.1.0/plugin',
      'a/providers/localhost:5000/acme/x/1.0.0-beta.1/plugin',
      'a/transformers/celerity/celerity/0.1.0/plugin',
    )
    const found = find('a')
    assert.deepEqual(shown(found), [
      'provider celerity/aws 1.0.0',
      'transformer celerity/celerity 0.1.0',
      'provider localhost:5000/acme/x 1.0.0-beta.1',
      'provider registry.customhost.com/celerity/azure 2.1.0',
    ])
    assert.deepEqual(found.problems, [])
    assert.equal(found.plugins[0]?.file, join(dir, 'a/providers/celerity/aws/1.0.0/plugin'))
    assert.deepEqual(
      found.plugins.map((plugin) => plugin.namespace),
      ['aws', 'celerity', 'x', 'azure'],
    )
  })

  test('takes the highest version by meaning, not by spelling', (t) => {
    const { add, find } = disk(t)
    for (const version of ['1.0.0', '1.10.0', '1.9.0', '1.10.0-rc.1']) add(`a/providers/x/y/${version}/plugin`)
    assert.deepEqual(shown(find('a')), ['provider x/y 1.10.0'])
  })

  test('takes the pinned version, exact or by range', (t) => {
    const { add, find } = disk(t)
    for (const version of ['1.0.0', '1.9.0', '2.0.0']) add(`a/providers/x/y/${version}/plugin`)
    assert.deepEqual(shown(find('a', { pins: { 'x/y': '1.0.0' } })), ['provider x/y 1.0.0'])
    assert.deepEqual(shown(find('a', { pins: { 'x/y': '^1.0.0' } })), ['provider x/y 1.9.0'])
    const missing = find('a', { pins: { 'x/y': '3.0.0' } })
    assert.deepEqual(shown(missing), [])
    assert.deepEqual(codes(missing), ['error host/pinned-version-missing'])
    assert.match(missing.problems[0]?.message ?? '', /contains 2\.0\.0, 1\.9\.0, 1\.0\.0/)
  })

  test('takes an id from the first root that has it, whatever the versions, and says so', (t) => {
    const { add, find, dir } = disk(t)
    add('a/providers/x/y/1.0.0/plugin', 'b/providers/x/y/2.0.0/plugin', 'b/providers/x/z/1.0.0/plugin')
    const found = find('a b')
    assert.deepEqual(shown(found), ['provider x/y 1.0.0', 'provider x/z 1.0.0'])
    assert.deepEqual(codes(found), ['warning host/plugin-shadowed'])
    const message = found.problems[0]?.message ?? ''
    assert.ok(message.includes(join(dir, 'a/providers/x/y/1.0.0/plugin')), message)
    assert.ok(message.includes(join(dir, 'b/providers/x/y/2.0.0/plugin')), message)
    assert.deepEqual(shown(find('b a')), ['provider x/y 2.0.0', 'provider x/z 1.0.0'])
  })

  test('does not warn of an ordinarily hidden older version or bundled plugin', (t) => {
    const { add, find } = disk(t)
    add('a/providers/x/y/1.0.0/plugin', 'a/providers/x/y/2.0.0/plugin', 'bundled/providers/x/y/3.0.0/plugin')
    const found = find('a bundled')
    assert.deepEqual(shown(found), ['provider x/y 2.0.0'])
    assert.deepEqual(codes(found), ['info host/plugin-shadowed', 'info host/plugin-shadowed'])
  })

  test('prefers the bundled plugin to an older one in the default directory', (t) => {
    const { add, find } = disk(t)
    add('default/providers/x/y/1.0.0/plugin', 'bundled/providers/x/y/2.0.0/plugin')
    const found = find('default bundled')
    assert.deepEqual(shown(found), ['provider x/y 2.0.0'])
    assert.match(found.problems[0]?.message ?? '', /its version is higher$/)
    add('default/providers/x/y/2.1.0/plugin')
    assert.deepEqual(shown(find('default bundled')), ['provider x/y 2.1.0'])
    assert.deepEqual(shown(find('default bundled', { pins: { 'x/y': '1.0.0' } })), ['provider x/y 1.0.0'])
  })

  test('searches a directory once, even if it is listed twice', (t) => {
    const { add, find, dir } = disk(t)
    add('a/providers/x/y/1.0.0/plugin')
    symlinkSync('a', join(dir, 'b'))
    const found = find('a b a')
    assert.deepEqual([shown(found), codes(found)], [['provider x/y 1.0.0'], []])
  })

  test('refuses an id of a provider and a transformer, in any roots', (t) => {
    const { add, find } = disk(t)
    add('a/providers/x/y/1.0.0/plugin', 'b/transformers/x/y/1.0.0/plugin', 'a/providers/x/z/1.0.0/plugin')
    const found = find('a b')
    assert.deepEqual(shown(found), ['provider x/z 1.0.0'])
    assert.deepEqual(codes(found), ['error host/ambiguous-plugin-kind'])
    assert.match(found.problems[0]?.message ?? '', /a\/providers\/x\/y.*b\/transformers\/x\/y/)
  })

  test('reports a folder that is no plugin, and continues', (t) => {
    const { add, find, dir } = disk(t)
    add('a/providers/x/y/1.0.0/plugin', 'a/providers/x/y/latest/plugin', 'a/providers/bad name/y/1.0.0/plugin')
    add('a/providers/.git/y/1.0.0/plugin', 'a/providers/README', 'a/providers/x/empty/1.0.0/other')
    mkdirSync(join(dir, 'a/providers/x/bare'))
    const found = find('a')
    assert.deepEqual(shown(found), ['provider x/y 1.0.0'])
    assert.deepEqual(found.problems.map(({ message }) => message.replace(`${dir}/`, '')).sort(), [
      'providers/bad name/y/1.0.0 in a is not a plugin: "bad name/y" is not a plugin id',
      'providers/x/bare in a is not a plugin: it has no version folder',
      'providers/x/empty/1.0.0 in a is not a plugin: it contains no file named "plugin"',
      'providers/x/y/latest in a is not a plugin: "latest" is not a version such as 1.0.0',
    ])
  })

  test('reports a missing root only if it was named', (t) => {
    const { find } = disk(t)
    assert.deepEqual(codes(find('gone')), ['warning host/unreadable-plugin-root'])
    assert.deepEqual(codes(find('default bundled')), [])
  })

  test('reports a plugin that cannot be launched', (t) => {
    const { add, find, dir } = disk(t)
    add('a/providers/x/y/1.0.0/plugin')
    chmodSync(join(dir, 'a/providers/x/y/1.0.0/plugin'), 0o644)
    symlinkSync('nowhere', join(dir, 'a/providers/x/y/1.0.0/dangling'))
    assert.deepEqual(codes(find('a')), ['error host/not-executable'])
  })
})

describe('versions of one plugin', () => {
  test('that cannot be launched are reported, and hide none that can', (t) => {
    const { add, find, dir } = disk(t)
    add('a/providers/x/y/0.9.0/plugin', 'a/providers/x/y/1.0.0/plugin', 'a/providers/x/y/1.1.0/plugin')
    for (const version of ['1.0.0', '1.1.0']) chmodSync(join(dir, `a/providers/x/y/${version}/plugin`), 0o644)
    const found = find('a')
    assert.deepEqual(shown(found), ['provider x/y 0.9.0'])
    assert.deepEqual(codes(found), ['warning host/not-executable', 'warning host/not-executable'])
    assert.deepEqual(codes(find('a', { pins: { 'x/y': '1.0.0' } })).slice(0, 1), ['info host/plugin-shadowed'])
    assert.deepEqual(shown(find('a', { pins: { 'x/y': '1.0.0' } })), [])
  })

  test('that are releases come before prereleases, which can be pinned', (t) => {
    const { add, find } = disk(t)
    add('a/providers/x/y/1.9.0/plugin', 'a/providers/x/y/1.10.0/plugin', 'a/providers/x/y/2.0.0-rc.1/plugin')
    const found = find('a')
    assert.deepEqual(shown(found), ['provider x/y 1.10.0'])
    assert.deepEqual(
      found.problems.map(({ severity, message }) => [severity, message.replace(/^.*: /, '')]),
      [
        ['info', 'its version is higher'],
        ['info', 'it is a release'],
      ],
    )
    assert.deepEqual(shown(find('a', { pins: { 'x/y': '2.0.0-rc.1' } })), ['provider x/y 2.0.0-rc.1'])
    add('b/providers/x/z/1.0.0-beta.1/plugin', 'b/providers/x/z/1.0.0-beta.2/plugin')
    assert.deepEqual(shown(find('b')), ['provider x/z 1.0.0-beta.2'])
  })
})

describe('a plugin that others could have changed', () => {
  const file = 'a/providers/x/y/1.0.0/plugin'
  const unsafe: readonly [string, (path: string) => void][] = [
    ['a file that everybody may write', (dir) => chmodSync(join(dir, file), 0o757)],
    ['a file that its group may write', (dir) => chmodSync(join(dir, file), 0o775)],
    ['a version folder that everybody may write', (dir) => chmodSync(join(dir, dirname(file)), 0o777)],
    ['a root that everybody may write', (dir) => chmodSync(join(dir, 'a'), 0o777)],
    ['a root below a folder that everybody may write', (dir) => chmodSync(dir, 0o777)],
    [
      'a file that leads out of the root',
      (dir) => {
        rmSync(join(dir, file))
        symlinkSync('/bin/true', join(dir, file))
      },
    ],
    [
      'a folder that leads out of the root',
      (dir) => {
        mkdirSync(join(dir, 'elsewhere/1.0.0'), { recursive: true })
        writeFileSync(join(dir, 'elsewhere/1.0.0/plugin'), '', { mode: 0o755 })
        rmSync(join(dir, 'a/providers/x/y'), { recursive: true })
        symlinkSync(join(dir, 'elsewhere'), join(dir, 'a/providers/x/y'))
      },
    ],
  ]
  for (const [what, change] of unsafe) {
    test(`is refused unless that is allowed: ${what}`, (t) => {
      const { add, find, dir } = disk(t)
      add(file)
      change(dir)
      const found = find('a')
      assert.deepEqual(shown(found), [])
      assert.deepEqual(codes(found), ['error host/unsafe-plugin'])
      assert.equal(found.problems[0]?.pluginId, 'x/y')
      assert.deepEqual(shown(find('a', { allowUnsafe: true })), ['provider x/y 1.0.0'])
    })
  }

  test('is not assumed from the folders above Slipway itself', (t) => {
    const { add, find, dir } = disk(t)
    add('bundled/providers/x/y/1.0.0/plugin')
    chmodSync(dir, 0o777)
    assert.deepEqual(shown(find('bundled')), ['provider x/y 1.0.0'])
    chmodSync(join(dir, 'bundled'), 0o777)
    assert.deepEqual(codes(find('bundled')), ['error host/unsafe-plugin'])
  })

  test('is not assumed below a sticky folder such as /tmp', (t) => {
    const { add, find, dir } = disk(t)
    add('a/providers/x/y/1.0.0/plugin')
    chmodSync(dir, 0o1777)
    assert.deepEqual(shown(find('a')), ['provider x/y 1.0.0'])
  })

  test('is refused if a file belongs to another user', { skip: process.getuid?.() !== 0 && 'needs root' }, (t) => {
    const { add, find, dir } = disk(t)
    add(file)
    chownSync(join(dir, file), 65_534, 65_534)
    assert.match(find('a').problems[0]?.message ?? '', /belongs to the user with id 65534/)
  })

  test('a link out of the root to no plugin is one problem', (t) => {
    const { dir, add, find } = disk(t)
    mkdirSync(join(dir, 'a/providers/acme'), { recursive: true })
    for (const name of ['one', 'two', 'three']) add(`elsewhere/${name}/config/file`, `elsewhere/${name}/other/file`)
    symlinkSync(join(dir, 'elsewhere'), join(dir, 'a/providers/acme/link'))
    symlinkSync(join(dir, 'elsewhere/one/config/file'), join(dir, 'a/providers/acme/second'))
    const [first, second, ...others] = find('a').problems
    assert.deepEqual(others, [])
    assert.match(
      first?.message ?? '',
      /^providers\/acme\/link in .* is a link that leaves the plugin directory, to .*elsewhere, /,
    )
    assert.match(second?.message ?? '', /^providers\/acme\/second in .* is a link that leaves the plugin directory/)
    for (const { hint = '' } of [first, second].flatMap((one) => one ?? [])) assert.match(hint, /instead of the link/)
  })

  test('a plugin behind a link out of the root gets a hint about links', (t) => {
    const { dir, add, find } = disk(t)
    add('elsewhere/1.0.0/plugin', 'elsewhere/notes/readme')
    mkdirSync(join(dir, 'a/providers/x'), { recursive: true })
    symlinkSync(join(dir, 'elsewhere'), join(dir, 'a/providers/x/y'))
    const { problems } = find('a')
    assert.deepEqual(
      problems.map(({ code, kind }) => [code, kind]),
      [['host/unsafe-plugin', 'provider']],
    )
    assert.match(problems[0]?.hint ?? '', /instead of the link.*plugins\.allowUnsafePaths/)
    assert.deepEqual(shown(find('a', { allowUnsafe: true })), ['provider x/y 1.0.0'])
  })

  test('a link inside the root is followed, and so is a linked root', (t) => {
    const { add, find, dir } = disk(t)
    add('real/providers/x/y/1.0.0/plugin')
    symlinkSync('1.0.0', join(dir, 'real/providers/x/y/2.0.0'))
    symlinkSync('real', join(dir, 'a'))
    assert.deepEqual(shown(find('a')), ['provider x/y 2.0.0'])
  })

  const asRoot = { skip: process.getuid?.() !== 0 && 'needs root' }
  test("a file may be writable for the user's own group, as with umask 002", asRoot, (t) => {
    const { add, find, dir } = disk(t)
    add(file)
    chownSync(join(dir, file), 1234, 1234)
    chmodSync(join(dir, file), 0o775)
    assert.deepEqual(codes(find('a', { owner: { uid: 1234, gid: 1234 } })), [])
    assert.deepEqual(codes(find('a', { owner: { uid: 1234, gid: 100 } })), ['error host/unsafe-plugin'])
  })
})
