import { describe, test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ProviderDefinition, ResourceTypeDefinition } from '@slipway/model'
import { deployEngine } from '../dialects/deploy-engine/dialect.ts'
import type { InstalledPlugin } from '../dialects/dialect.ts'
import { providerDefinitions } from './definition-cache.ts'

const resourceType = (type: string): ResourceTypeDefinition => ({
  type,
  label: type,
  schema: { type: 'object', attributes: { n: { type: 'integer', default: 2n ** 60n } } },
  destroyBeforeCreate: false,
  settlement: 'find',
  settlesWithinMs: 0,
  identity: { fields: ['n'], scope: 'numbers' },
  stabilisedDependencies: [],
})

const definition = (...types: string[]): ProviderDefinition => ({
  pluginId: 'x/y',
  pluginVersion: '1.0.0',
  namespace: 'y',
  config: { fields: {}, allowAdditionalFields: false },
  resourceTypeNames: types,
  dataSourceTypeNames: [],
  functionNames: [],
  resourceTypes: Object.fromEntries(types.map((type) => [type, resourceType(type)])),
  dataSourceTypes: {},
  functions: {},
})

function talking(type: string, megabytes: number): ProviderDefinition {
  const description = 'x'.repeat(megabytes * 2 ** 20)
  return { ...definition(type), resourceTypes: { [type]: { ...resourceType(type), description } } }
}

/** The line before an entry. */
const sumOf = (entry: string): string => `${createHash('sha256').update(entry).digest('hex')}\n`

function machine(t: TestContext, content: string) {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-cache-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  const file = join(dir, 'plugins/plugin')
  mkdirSync(dirname(file))
  writeFileSync(file, content)
  const plugin: InstalledPlugin = {
    id: 'x/y',
    dialect: deployEngine,
    kind: 'provider',
    namespace: 'y',
    version: '1.0.0',
    file,
    root: { path: dir, origin: 'default' },
  }
  return { dir, plugin, file, cache: providerDefinitions(join(dir, 'cache')) }
}

describe('the cache of definitions', () => {
  test('ignores entries that somebody else could have written', async (t) => {
    const { dir, plugin, cache } = machine(t, 'one')
    await cache.write(plugin, definition('y/a'))
    assert.ok(await cache.read(plugin))
    chmodSync(dir, 0o777)
    assert.equal(await cache.read(plugin), undefined)
    chmodSync(dir, 0o700)
    assert.ok(await cache.read(plugin))
  })

  test('keeps parameterized packages separate', async (t) => {
    const { plugin, cache } = machine(t, 'one')
    const serving = (word: string): InstalledPlugin => ({ ...plugin, parameter: { name: 'y', args: [word] } })
    const bytes = (value: number) => ({
      ...plugin,
      parameter: { name: 'y', version: '1.0.0', value: Uint8Array.of(value) },
    })
    const all = [plugin, serving('a'), serving('b'), bytes(1), bytes(2)]
    for (const [index, each] of all.entries()) await cache.write(each, definition(`y/${index}`))
    for (const [index, each] of all.entries())
      assert.deepEqual((await cache.read(each))?.resourceTypeNames, [`y/${index}`])
    assert.equal(await cache.read(serving('c')), undefined)
  })

  test('returns entries unchanged, even large integers', async (t) => {
    const { cache, plugin, dir } = machine(t, '\u007fELF binary')
    assert.equal(await cache.read(plugin), undefined)
    await cache.write(plugin, definition('y/a'))
    const known = await cache.read(plugin)
    const type = known?.resourceTypes['y/a']
    assert.equal(type?.schema.attributes?.['n']?.default, 2n ** 60n)
    assert.equal(type.settlesWithinMs, 0)
    assert.deepEqual({ ...type.identity }, { fields: ['n'], scope: 'numbers' })
    assert.deepEqual(readdirSync(join(dir, 'cache')).length, 1)
  })

  test('adds to an existing entry', async (t) => {
    const { cache, plugin } = machine(t, 'binary')
    await cache.write(plugin, definition('y/a'))
    await cache.write(plugin, definition('y/b'))
    assert.deepEqual(Object.keys((await cache.read(plugin))?.resourceTypes ?? {}), ['y/a', 'y/b'])
  })

  test('has a complete entry at any moment, however many hosts write it', async (t) => {
    const { cache, plugin, dir } = machine(t, 'binary')
    await cache.write(plugin, definition('y/a'))
    const writers = Array.from({ length: 16 }, (_, index) =>
      providerDefinitions(join(dir, 'cache')).write(plugin, talking(`y/${index}`, 1 / 2 ** index)),
    )
    const readers = Array.from({ length: 16 }, () => cache.read(plugin))
    for (const known of await Promise.all(readers)) assert.ok(known)
    await Promise.all(writers)
    assert.ok(await cache.read(plugin))
    assert.equal(readdirSync(join(dir, 'cache')).length, 1)
  })

  test('keeps only the newest entry if all are too much, and none if that one is', async (t) => {
    const { cache, plugin } = machine(t, '\u007fELF binary')
    const known = async () => Object.keys((await cache.read(plugin))?.resourceTypes ?? {})
    await cache.write(plugin, talking('y/a', 20))
    await cache.write(plugin, talking('y/b', 20))
    assert.deepEqual(await known(), ['y/b'])
    await cache.write(plugin, talking('y/c', 40))
    assert.deepEqual(await known(), ['y/b'])
  })

  test('identifies a binary by its content', async (t) => {
    const { cache, plugin, file } = machine(t, 'binary one')
    await cache.write(plugin, definition('y/a'))
    utimesSync(file, 1, 1)
    assert.ok(await cache.read(plugin))
    writeFileSync(file, 'binary two')
    assert.equal(await cache.read(plugin), undefined)
  })

  test('identifies a script by everything in its folder', async (t) => {
    const { cache, plugin, file } = machine(t, '#!/usr/bin/env node\n')
    mkdirSync(join(dirname(file), 'lib'))
    writeFileSync(join(dirname(file), 'lib/a.js'), '1')
    await cache.write(plugin, definition('y/a'))
    assert.ok(await cache.read(plugin))
    writeFileSync(join(dirname(file), 'lib/a.js'), '22')
    assert.equal(await cache.read(plugin), undefined)
  })

  test('keeps nothing for a script that may start programs elsewhere', async (t) => {
    for (const line of ['#!/bin/sh', '#!/home/me/venv/bin/python', '#!/usr/bin/env bash']) {
      const { cache, plugin } = machine(t, `${line}\nexec /home/me/plugin/main\n`)
      await cache.write(plugin, definition('y/a'))
      assert.equal(await cache.read(plugin), undefined)
    }
  })

  test('forgets entries that were not written for a month', async (t) => {
    const { cache, plugin, dir } = machine(t, 'binary')
    await cache.write(plugin, definition('y/a'))
    const [entry = ''] = readdirSync(join(dir, 'cache'))
    utimesSync(join(dir, 'cache', entry), 1, 1)
    await cache.write(plugin, definition('y/a'))
    assert.deepEqual(readdirSync(join(dir, 'cache')), [entry])
    utimesSync(join(dir, 'cache', entry), 1, 1)
    const other = join(dir, 'plugins/other')
    writeFileSync(other, 'binary')
    await cache.write({ ...plugin, file: other }, definition('y/a'))
    const left = readdirSync(join(dir, 'cache'))
    assert.ok(left.length === 1 && left[0] !== entry)
  })

  test('counts as empty if it is broken, of another version, or not writable', async (t) => {
    const { cache, plugin, dir } = machine(t, 'binary')
    await cache.write(plugin, definition('y/a'))
    assert.equal(await cache.read({ ...plugin, version: '2.0.0' }), undefined)
    const entry = join(dir, 'cache', readdirSync(join(dir, 'cache'))[0] ?? '')
    assert.equal(statSync(entry).mode & 0o777, 0o600)
    writeFileSync(entry, '{"format":1,"executable":')
    assert.equal(await cache.read(plugin), undefined)
    const current = await cache.write(plugin, definition('y/a')).then(() => readFileSync(entry, 'utf8'))
    assert.ok(await cache.read(plugin))
    const changed = current.replace(/"format":\d+/, '"format":4')
    writeFileSync(
      entry,
      changed.replace(/^\w+\n/, (line) => sumOf(changed.slice(line.length))),
    )
    assert.equal(await cache.read(plugin), undefined, 'an entry of which less was asked')
    writeFileSync(entry, current.replace('"resourceTypes":{', '"resourceTypes":{"y/z":null,'))
    assert.equal(await cache.read(plugin), undefined, 'somebody has changed what the plugin said')
    writeFileSync(entry, current)
    assert.ok(await cache.read(plugin))
    rmSync(entry)
    execFileSync('mkfifo', [entry])
    assert.equal(await cache.read(plugin), undefined, 'nobody writes to a named pipe')
    const nowhere = providerDefinitions(join(plugin.file, 'cache'))
    await nowhere.write(plugin, definition('y/a'))
    assert.equal(await nowhere.read(plugin), undefined)
  })
})
