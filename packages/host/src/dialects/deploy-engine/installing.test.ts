import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Descriptor } from '@slipway/installer'
import { deployEngineEcosystem } from './installing.ts'
import { scanRoot } from './scan-root.ts'
import { deployEngine } from './dialect.ts'

function folder(t: TestContext, files: Readonly<Record<string, string>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'slipway-ecosystem-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(path, name, '..'), { recursive: true })
    writeFileSync(join(path, name), text)
    if (text.startsWith('#!')) chmodSync(join(path, name), 0o755)
  }
  return path
}

const script = '#!/bin/sh\n'
const aws: Descriptor = { form: { form: 'id', id: 'celerity/aws' } }
const ecosystem = deployEngineEcosystem({ root: () => '/plugins', roots: ['/plugins', '/more'], env: {} })

test('an id names the plugin, and the registry its kind', (t) => {
  const path = folder(t, { 'bluelink-provider-aws': script, LICENSE: 'free' })
  const identity = ecosystem.recognise(path, { descriptor: aws, version: '1.2.0', kind: 'provider' })
  assert.deepEqual(identity, {
    ecosystem: 'deploy-engine',
    kind: 'provider',
    name: 'celerity/aws',
    version: '1.2.0',
    programs: ['bluelink-provider-aws'],
    renamed: { 'bluelink-provider-aws': 'plugin' },
  })
  assert.deepEqual(identity && ecosystem.place(identity), {
    folder: '/plugins/providers/celerity/aws/1.2.0',
    marker: '/plugins/providers/celerity/aws/1.2.0.partial',
  })
})

test('the host of a registry is part of the id, and of the place', (t) => {
  const path = folder(t, { plugin: script })
  const form = { form: 'id', host: 'registry.example.com', id: 'acme/azure' } as const
  const identity = ecosystem.recognise(path, { descriptor: { form }, version: '2.0.0', kind: 'transformer' })
  assert.deepEqual(
    identity && ecosystem.place(identity).folder,
    '/plugins/transformers/registry.example.com/acme/azure/2.0.0',
  )
})

test('a silent program has the kind given by --as, or none', (t) => {
  const path = folder(t, { 'sqlite-linux': script })
  const form = { form: 'path', path } as const
  const hint = { descriptor: { form }, version: '' }
  assert.equal(ecosystem.recognise(path, hint), undefined)
  const as = { kind: 'provider', id: 'acme/sqlite', version: '1.0.0' } as const
  const { name, version, programs } = ecosystem.recognise(path, { ...hint, descriptor: { form, as } }) ?? {}
  assert.deepEqual([name, version, programs], ['acme/sqlite', '1.0.0', ['sqlite-linux']])
})

test('an npm package is described by its key "slipway"', async (t) => {
  const manifest = {
    name: 'p',
    version: '1.2.0',
    slipway: { kind: 'provider', id: 'acme/signal', file: 'dist/plugin' },
  }
  const files = { 'package.json': JSON.stringify(manifest), 'dist/plugin': script }
  const descriptor: Descriptor = { form: { form: 'npm', name: 'p' } }
  const path = folder(t, files)
  const identity = ecosystem.recognise(path, { descriptor, version: '1.2.0' })
  const { kind, name, version, programs, renamed } = identity ?? {}
  assert.deepEqual(
    [kind, name, version, programs, renamed],
    ['provider', 'acme/signal', '1.2.0', ['dist/plugin'], undefined],
  )
  assert.equal(identity && (await ecosystem.needs(identity, path)).dependencies, undefined)
  assert.throws(() => ecosystem.recognise(path, { descriptor, version: '9.0.0' }), { code: 'install/bad-plugin' })
  const root = folder(
    t,
    Object.fromEntries(Object.entries(files).map(([file, text]) => [`providers/acme/signal/1.2.0/${file}`, text])),
  )
  const { plugins } = scanRoot({ path: root, origin: 'default' }, deployEngine)
  assert.deepEqual(
    plugins.map(({ id, file }) => [id, file.slice(root.length)]),
    [['acme/signal', '/providers/acme/signal/1.2.0/dist/plugin']],
  )
})

test('dependencies of an npm package are installed by npm', async (t) => {
  const slipway = { kind: 'provider', id: 'acme/signal', file: 'plugin.js' }
  const manifest = { version: '1.0.0', dependencies: { ms: '2.1.3' }, slipway }
  const path = folder(t, { 'package.json': JSON.stringify(manifest), 'plugin.js': '#!/usr/bin/env node\n' })
  const identity = ecosystem.recognise(path, { descriptor: { form: { form: 'path', path } }, version: '' })
  assert.equal(typeof (identity && (await ecosystem.needs(identity, path)).dependencies), 'function')
})

test('an npm package with a key that leads outside is refused', (t) => {
  const manifest = { version: '1.0.0', slipway: { kind: 'provider', id: 'acme/signal', file: '../plugin' } }
  const path = folder(t, { 'package.json': JSON.stringify(manifest) })
  assert.throws(() => ecosystem.recognise(path, { descriptor: { form: { form: 'npm', name: 'p' } }, version: '' }), {
    code: 'install/bad-plugin',
    message: /slipway\.file/,
  })
})

test('an id of unknown kind is refused with the option that names it', (t) => {
  const path = folder(t, { plugin: script })
  assert.throws(() => ecosystem.recognise(path, { descriptor: aws, version: '1.0.0' }), {
    code: 'install/unknown-kind',
    hint: 'tell its publisher: its registry or the name of its program must say that',
  })
})

test('dependencies of a plugin come from its registry information', async (t) => {
  const info = { supportedProtocols: ['1.0'], dependencies: { 'celerity/aws': '^1.2.3', 'r.example.com/a/b': '1.0.0' } }
  const path = folder(t, { plugin: script, 'bluelink-registry-info.json': JSON.stringify(info) })
  const identity = { ecosystem: 'deploy-engine', kind: 'provider', name: 'a/c', version: '1.0.0', programs: ['plugin'] }
  const { plugins } = await ecosystem.needs(identity, path)
  assert.deepEqual(plugins, [
    { form: { form: 'id', id: 'celerity/aws' }, version: '^1.2.3' },
    { form: { form: 'id', host: 'r.example.com', id: 'a/b' }, version: '1.0.0' },
  ])
  for (const dependencies of [{ '../x': '1.0.0' }, { 'a/b': 'latest' }, { 'a/b': 1 }, ['a/b']]) {
    writeFileSync(join(path, 'bluelink-registry-info.json'), JSON.stringify({ dependencies }))
    await assert.rejects(ecosystem.needs(identity, path), { code: 'install/bad-plugin' })
  }
})

test('an incomplete plugin is not found, and reported with the command that completes it', (t) => {
  const root = folder(t, { 'providers/acme/sqlite/1.0.0/plugin': script, 'providers/acme/sqlite/1.0.0.partial': '' })
  const scan = (): ReturnType<typeof scanRoot> => scanRoot({ path: root, origin: 'environment' }, deployEngine)
  mkdirSync(join(root, 'transformers'))
  assert.deepEqual(scan().plugins, [])
  const [problem] = scan().problems
  assert.equal(problem?.code, 'host/partial-plugin')
  assert.equal(problem?.hint, 'slipway plugin install acme/sqlite@1.0.0 finishes it')
  writeFileSync(
    join(root, 'providers/acme/sqlite/1.0.0.partial'),
    '# This finishes it: slipway plugin install github:acme/sqlite@v1\n{}',
  )
  assert.equal(scan().problems[0]?.hint, 'slipway plugin install github:acme/sqlite@v1 finishes it')
  rmSync(join(root, 'providers/acme/sqlite/1.0.0.partial'))
  assert.deepEqual(
    scan().plugins.map(({ id }) => id),
    ['acme/sqlite'],
  )
})

test('a plugin is searched in every directory of the plugin path, and nowhere else', () => {
  const found = ['/plugins', '/more', '/plugins-of-old'].map((root) =>
    ecosystem.isSearched(join(root, 'providers/celerity/aws/1.2.0')),
  )
  assert.deepEqual(found, [true, true, false])
})
