import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Descriptor, Identity } from '@slipway/installer'
import { pulumiEcosystem } from './installing.ts'

function folder(t: TestContext, files: Readonly<Record<string, string>>): string {
  const path = mkdtempSync(join(tmpdir(), 'slipway-ecosystem-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(path, name), text)
    chmodSync(join(path, name), 0o755)
  }
  return path
}

/** Only the languages that Slipway itself knows. */
const languages = {
  has: (name: string) => name === 'nodejs',
  installDependencies: async () => assert.fail('no other language plugin is asked'),
}
const ecosystem = pulumiEcosystem({ home: '/data/slipway', env: process.env, languages })
const resource = (name: string) => ({ form: 'pulumi', kind: 'resource', name }) as const
const url: Descriptor = { form: { form: 'url', url: 'https://host/x.tar.gz' } }

function known(path: string, descriptor: Descriptor, version = '', fileName?: string): Identity | undefined {
  return ecosystem.recognise(path, { descriptor, version, ...(fileName !== undefined && { fileName }) })
}

test('a program’s name tells its kind', (t) => {
  const path = folder(t, { 'pulumi-resource-random': 'x', 'README.md': 'x' })
  const identity = known(path, url, '', 'pulumi-resource-random-v4.19.0-linux-amd64.tar.gz')
  const programs = ['pulumi-resource-random']
  assert.deepEqual(identity, { ecosystem: 'pulumi', kind: 'resource', name: 'random', version: '4.19.0', programs })
  assert.deepEqual(identity && ecosystem.place(identity), {
    folder: '/data/slipway/plugins/resource-random-v4.19.0',
    marker: '/data/slipway/plugins/resource-random-v4.19.0.partial',
  })
})

test('two programs are one plugin only if it is named', (t) => {
  const path = folder(t, { 'pulumi-language-go': 'x', 'pulumi-resource-go': 'x' })
  assert.throws(() => known(path, url), { code: 'install/several-plugins' })
  const language: Descriptor = { form: { form: 'pulumi', kind: 'language', name: 'go' } }
  assert.deepEqual(known(path, language, '3.1.0')?.programs, ['pulumi-language-go'])
  assert.equal(known(path, { form: { form: 'pulumi', kind: 'tool', name: 'go' } }, '1.0.0'), undefined)
})

test('sources have their declared kind, or that of their descriptor', (t) => {
  const path = folder(t, { 'PulumiPlugin.yaml': 'runtime: nodejs\nname: signal\nversion: 2.1.0\n' })
  const { kind, name, version, programs } = known(path, url) ?? {}
  assert.deepEqual([kind, name, version, programs], ['resource', 'signal', '2.1.0', []])
  writeFileSync(join(path, 'PulumiPlugin.yaml'), 'runtime: nodejs\n')
  const tool = known(path, url, '', 'pulumi-tool-lint-v1.4.0-linux-amd64.tar.gz')
  assert.deepEqual([tool?.kind, tool?.name, tool?.version], ['tool', 'lint', '1.4.0'])
  assert.equal(known(path, { form: { form: 'id', id: 'a/b' } }), undefined)
  writeFileSync(join(path, 'PulumiPlugin.yaml'), 'name: [')
  assert.throws(() => known(path, url), { code: 'install/bad-plugin' })
})

test('a folder of policies is an analyzer, and nothing else', (t) => {
  const path = folder(t, { 'PulumiPolicy.yaml': 'runtime: nodejs\nversion: 1.2.0\n' })
  const { kind, name, version, programs } = known(path, url, '', 'strict.tar.gz') ?? {}
  assert.deepEqual([kind, name, version, programs], ['analyzer', 'strict', '1.2.0', []])
  assert.equal(known(path, { form: { form: 'pulumi', kind: 'analyzer', name: 'cis' } }, '2.0.0')?.name, 'cis')
  assert.equal(known(path, { form: resource('cis') }, '2.0.0'), undefined)
})

test('sources need their packages, an SDK for each, and a missing language plugin', async (t) => {
  const yaml = `runtime: yaml
packages:
  random: random@4.19.0
  near: ./near
  made: { source: terraform-provider, version: 0.8.0, parameters: [hashicorp/time] }
  far: github.com/acme/far/sub@v1.0.0
`
  const path = folder(t, { 'PulumiPlugin.yaml': yaml })
  const identity: Identity = { ecosystem: 'pulumi', kind: 'resource', name: 'a', version: '1.0.0', programs: [] }
  const { plugins, sdks } = await ecosystem.needs(identity, path)
  assert.deepEqual(plugins, [
    { form: { form: 'pulumi', kind: 'language', name: 'yaml' } },
    { form: resource('random'), version: '4.19.0' },
    { form: { form: 'path', path: join(path, 'near') } },
    { form: resource('terraform-provider'), version: '0.8.0', parameters: ['hashicorp/time'] },
    { form: { form: 'git', url: 'https://github.com/acme/far', ref: 'v1.0.0', folder: 'sub' } },
  ])
  assert.deepEqual(sdks, [])
  writeFileSync(join(path, 'PulumiPlugin.yaml'), yaml.replace('runtime: yaml', 'runtime: nodejs'))
  const ofNode = await ecosystem.needs(identity, path)
  assert.deepEqual(ofNode.sdks, plugins.slice(1))
  assert.deepEqual(ofNode.plugins, plugins.slice(1))
  assert.equal(ofNode.dependencies, undefined)
})

test('dependencies are installed without the scripts of strangers, unless they are allowed', async (t) => {
  const bin = folder(t, { npm: '#!/bin/sh\necho "$@" > said\n' })
  const path = folder(t, { 'PulumiPlugin.yaml': 'runtime: nodejs\n', 'package.json': '{}' })
  const env = { PATH: `${bin}:${process.env['PATH']}` }
  const own = pulumiEcosystem({ home: '/data', env, languages })
  const identity: Identity = { ecosystem: 'pulumi', kind: 'resource', name: 'a', version: '1.0.0', programs: [] }
  const { dependencies } = await own.needs(identity, path)
  const { signal } = new AbortController()
  const said = async (allowScripts: boolean): Promise<string> => {
    await dependencies?.({ signal, allowScripts, say: () => {} })
    return (await import('node:fs')).readFileSync(join(path, 'said'), 'utf8')
  }
  assert.match(await said(false), /--omit=dev --ignore-scripts\n$/)
  assert.match(await said(true), /--omit=dev\n$/)
  writeFileSync(join(bin, 'npm'), '#!/bin/sh\necho no room >&2; exit 3\n')
  await assert.rejects(said(false), { code: 'install/dependencies', details: ['no room'] })
})

test('sources without a package.json of their own have no dependencies of npm', async (t) => {
  const path = folder(t, { 'PulumiPlugin.yaml': 'runtime: nodejs\n', 'requirements.txt': '' })
  const identity: Identity = { ecosystem: 'pulumi', kind: 'resource', name: 'a', version: '1.0.0', programs: [] }
  const own = pulumiEcosystem({ home: '/data', env: {}, languages })
  assert.equal((await own.needs(identity, path)).dependencies, undefined)
})

test('dependencies of another runtime are installed by its language plugin', async (t) => {
  const yaml = 'runtime: { name: lines, options: { strict: true } }\n'
  const path = folder(t, { 'PulumiPlugin.yaml': yaml, 'package.json': '{}' })
  const asked: unknown[] = []
  const own = pulumiEcosystem({
    home: '/data',
    env: {},
    languages: {
      has: () => true,
      installDependencies: async ({ folder: where, runtime, say }) => {
        asked.push([where, runtime.name, { ...runtime.options }])
        say('done')
        await Promise.resolve()
      },
    },
  })
  const identity: Identity = { ecosystem: 'pulumi', kind: 'resource', name: 'a', version: '1.0.0', programs: [] }
  const { dependencies } = await own.needs(identity, path)
  const said: string[] = []
  const { signal } = new AbortController()
  await dependencies?.({ signal, allowScripts: false, say: (line) => said.push(line) })
  assert.deepEqual([asked, said], [[[path, 'lines', { strict: true }]], ['done']])
})

test('packages of sources are installed as they declare', async (t) => {
  const path = folder(t, {
    'PulumiPlugin.yaml': 'runtime: nodejs\npackages: { random: ./near }\n',
    'package.json': '{}',
  })
  for (const [name, pulumi] of [
    ['@pulumi/random', { resource: true, version: '4.1.0' }],
    ['@acme/net', { resource: true, name: 'net', version: '3.0.0', server: 'github://api.github.com/acme' }],
    ['@acme/base', { resource: true, name: 'made', version: '1.0.0', server: 'https://files.example.com/made' }],
  ] as const) {
    mkdirSync(join(path, 'node_modules', name), { recursive: true })
    writeFileSync(join(path, 'node_modules', name, 'package.json'), JSON.stringify({ name, version: '0.0.1', pulumi }))
  }
  const identity: Identity = { ecosystem: 'pulumi', kind: 'resource', name: 'a', version: '1.0.0', programs: [] }
  const { plugins, sdks } = await ecosystem.needs(identity, path)
  const near: Descriptor = { form: { form: 'path', path: join(path, 'near') } }
  assert.deepEqual(plugins, [
    near,
    { form: resource('made'), version: '1.0.0', server: 'https://files.example.com/made' },
    { form: resource('net'), version: '3.0.0', server: 'github://api.github.com/acme' },
  ])
  assert.deepEqual(sdks, [near])
})
