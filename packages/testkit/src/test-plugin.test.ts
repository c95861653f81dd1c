import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { describe, test } from '../../../test/cases.ts'
import type { PluginReport } from './index.ts'
import { testPlugin, testSilentPlugin } from './testing.ts'

const folder = await mkdtemp(join(tmpdir(), 'slipway-testkit-test-'))
after(() => rm(folder, { recursive: true, force: true }))

/** An executable that runs a TypeScript program. */
async function executable(name: string, program: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(`${file}.ts`, program)
  await writeFile(file, `#!/bin/sh\nexec "${process.execPath}" "${file}.ts"\n`)
  await chmod(file, 0o755)
  return file
}

const sdk = JSON.stringify(import.meta.resolve('@slipway/sdk'))
const zod = JSON.stringify(import.meta.resolve('zod'))
const firstParty = (name: string): string =>
  `await import(${JSON.stringify(import.meta.resolve(`../../../plugins/${name}/src/main.ts`))})`
const failed = ({ checks }: PluginReport): string[] =>
  checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`)

/** The message if nothing is made of a type that promises `find`. */
const untried = (type = 'shop/thing'): string =>
  `shows that it keeps its promises of "find": nothing was made of ${type}: give an exercise of each (--exercises FILE)`

/** A provider with one findable type that keeps its things in memory, and a place for mistakes. */
const provider = ({ namespace = 'shop', deploy = '', read = '', destroy = '', before = '', more = '' }): string => `
import * as z from ${zod}
import { computed, defineProvider, defineResource, serve } from ${sdk}
const things = new Map()
${before}
const thing = defineResource({
  type: '${namespace}/thing',
  schema: z.object({ size: z.int(), id: computed(z.string()) }),
  settlement: 'find',
  deploy({ spec, resourceId }) { ${deploy} things.set(resourceId, spec); return { id: resourceId } },
  read({ resourceId }) { ${read} return things.has(resourceId) ? { ...things.get(resourceId), id: resourceId } : undefined },
  destroy({ resourceId, spec }) { ${destroy} things.delete(resourceId) },
  ${more}
})
await serve(defineProvider({ id: 'acme/shop', version: '1.0.0', namespace: '${namespace}', resources: [thing], log() {} }))
`

describe('a plugin that does everything right', () => {
  for (const [name, types] of [
    ['random', 'random/string'],
    ['null', 'null/resource'],
  ] as const) {
    test(`slipway/${name}`, async () => {
      const spec = name === 'random' ? { length: 12 } : { value: 'x' }
      const exercises = [{ type: types, spec, ...(name === 'null' && { update: { value: 'y' } }) }]
      const report = await testPlugin(await executable(name, firstParty(name)), { exercises })
      assert.deepEqual(failed(report), [])
      assert.ok(report.ok)
      assert.deepEqual(report.plugin, { id: `slipway/${name}`, kind: 'provider', version: '0.1.0' })
    })
  }

  test('slipway/local, with real files and processes', async () => {
    const seen: string[] = []
    const report = await testPlugin(await executable('local', firstParty('local')), {
      onCheck: ({ name }) => void seen.push(name),
      exercises: [
        { type: 'local/file', spec: { path: 'a/b', content: 'x' }, update: { path: 'a/b', content: 'y' } },
        { type: 'local/directory', spec: { path: 'd' }, update: { path: 'd', mode: '0700' } },
        { type: 'local/symlink', spec: { path: 'l', target: 'x' }, update: { path: 'l', target: 'y' } },
        { type: 'local/command', spec: { create: 'echo hi', delete: 'true' }, update: { create: 'echo ho' } },
        { type: 'local/process', spec: { command: 'sleep 600' }, update: { command: 'sleep 700' } },
      ],
    })
    assert.deepEqual(failed(report), [])
    assert.equal(seen.length, report.checks.length)
    assert.ok(seen.includes('local/process: is found when Slipway does not know whether it was created'))
  })

  test('a script for node, where the first node on PATH is another one', async (context) => {
    const old = join(folder, 'old')
    await mkdir(old)
    await writeFile(join(old, 'node'), '#!/bin/sh\necho too old >&2; exit 9\n', { mode: 0o755 })
    const file = join(folder, 'script.ts')
    await writeFile(file, `#!/usr/bin/env node\n${provider({})}`, { mode: 0o755 })
    const path = process.env['PATH'] ?? ''
    context.after(() => void (process.env['PATH'] = path))
    process.env['PATH'] = `${old}:${path}`
    const report = await testPlugin(file)
    assert.deepEqual(failed(report), [untried()])
    assert.ok(report.ok)
  })
})

/** Plugins of other SDKs may do this: lists in the order of a hash map, an empty retry policy, words in odd fields. */
const foreign = `
import { providerRoutes, servePlugin } from ${JSON.stringify(import.meta.resolve('@slipway/protocol'))}
let asked = 0
const inSomeOrder = (list) => (asked++ % 2 === 0 ? list : list.toReversed())
const text = { type: 'string' }
const type = (name) => ({
  type: name,
  label: name,
  schema: {
    type: 'object',
    get required() { return inSomeOrder(['name', 'kind']) },
    attributes: {
      name: text,
      kind: { type: 'string', get allowedValues() { return inSomeOrder(['a', 'b']) } },
      policies: { type: 'array', required: ['policyName'], items: { type: 'object', attributes: { policyName: text } } },
    },
  },
  destroyBeforeCreate: false,
  settlement: 'ask',
  get stabilisedDependencies() { return inSomeOrder(['cloud/a', 'cloud/b']) },
})
const names = ['cloud/a', 'cloud/b']
const things = new Map()
const provider = {
  define: async ({ resourceTypes }) => ({
    pluginId: 'acme/cloud',
    pluginVersion: '1.0.0',
    namespace: 'cloud',
    config: { fields: {}, allowAdditionalFields: false },
    retryPolicy: { maxRetries: 0, firstDelayMs: 0, maxDelayMs: 0, factor: 0, jitter: false },
    resourceTypeNames: inSomeOrder(names),
    dataSourceTypeNames: [],
    functionNames: [],
    resourceTypes: Object.fromEntries(resourceTypes.filter((name) => names.includes(name)).map((name) => [name, type(name)])),
    dataSourceTypes: {},
    functions: {},
  }),
  validateResource: async () => [],
  async deploy({ type: name, resourceId, spec }) {
    if (!names.includes(name)) throw new Error('there is no such type')
    things.set(resourceId, spec)
    return {}
  },
  hasStabilised: async () => ({ stabilised: true, computed: {} }),
  async externalState({ type: name, resourceId }) {
    if (!names.includes(name)) throw new Error('there is no such type')
    const found = things.get(resourceId)
    return found && { name: found.name }
  },
  async destroy({ resourceId }) { things.delete(resourceId) },
  async fetch() { throw new Error('there is no such type') },
  async callFunction() { throw new Error('there is no such function') },
}
await servePlugin({
  kind: 'provider',
  pluginId: 'acme/cloud',
  version: '1.0.0',
  metadata: { displayName: 'cloud', plainTextDescription: '' },
  routes: (hostId) => providerRoutes(provider, hostId),
})
`

test('a plugin of another SDK is not blamed for its freedoms', async () => {
  const exercises = [{ type: 'cloud/a', spec: { name: 'x', kind: 'a' }, update: { name: 'y', kind: 'b' } }]
  const report = await testPlugin(await executable('foreign', foreign), { exercises })
  assert.deepEqual(
    report.checks.filter(({ ok, level }) => !ok && level === 'must').map(({ name, detail }) => `${name}: ${detail}`),
    [],
  )
  assert.equal(
    report.checks.find(({ name }) => name === 'has a retry policy that ends')?.detail,
    'it leaves it to the engine',
  )
})

describe('a plugin that does something wrong', { concurrency: 2 }, () => {
  test('one that ends at once', async () => {
    const report = await testPlugin(await executable('ends', `console.error('no licence'); process.exit(3)`))
    assert.deepEqual(failed(report), [
      'registers: the process has ended before it registered (exit code 3); it said: no licence',
    ])
    assert.equal(report.ok, false)
    assert.equal(report.plugin, undefined)
  })

  test('one that ends at once with success is asked whether it serves', async () => {
    const { checks } = await testPlugin(await executable('idle', 'const provider = {}'))
    assert.match(checks.find(({ ok }) => !ok)?.detail ?? '', /exit code 0\), as if .* is there an "await serve\(…\)"\?/)
  })

  test('one with an impossible schema is told the possible ones, once', async () => {
    const text = `
import * as z from ${JSON.stringify(import.meta.resolve('zod'))}
import { defineProvider, defineResource, serve } from ${JSON.stringify(import.meta.resolve('@slipway/sdk'))}
const schema = z.object({ when: z.date() })
const thing = defineResource({ type: 'dated/thing', schema, settlement: 'ask', deploy: () => ({}), destroy() {} })
await serve(defineProvider({ id: 'acme/dated', version: '1.0.0', resources: [thing], log() {} }))
`
    const { checks } = await testPlugin(await executable('dated', text))
    const { detail = '' } = checks.find(({ name }) => name === 'defines what it names') ?? {}
    assert.match(
      detail,
      /^dated\/thing spec\.when is z\.date, which a blueprint cannot write; hint: use strings, numbers/,
    )
  })

  test('one that never registers', async () => {
    const report = await testPlugin(await executable('sleeps', `setInterval(() => {}, 1000)`), { deadlineMs: 300 })
    assert.deepEqual(failed(report), ['registers: no registration within 300 ms'])
  })

  test('one that never answers, and makes nothing', async () => {
    const hangs = provider({ more: 'validate: () => new Promise(() => {}),' })
    const report = await testSilentPlugin(await executable('hangs', hangs))
    const [said, ...others] = failed(report)
    assert.match(said ?? '', /^checks specs without making anything: the check of a shop\/thing gets no answer: /)
    assert.deepEqual(others, [untried()])
  })

  test('one that cannot be executed', async () => {
    const file = join(folder, 'not-executable')
    await writeFile(file, 'text')
    await assert.rejects(testPlugin(file), { code: 'testkit/no-plugin' })
    await assert.rejects(testPlugin(join(folder, 'nothing')), { code: 'testkit/no-plugin' })
    const pulumi = join(folder, 'pulumi-resource-random')
    await writeFile(pulumi, '', { mode: 0o755 })
    await assert.rejects(testPlugin(pulumi), { code: 'testkit/other-protocol', message: /is a plugin of Pulumi/ })
    const terraform = join(folder, 'terraform-provider-local')
    await writeFile(terraform, '', { mode: 0o755 })
    const own = { code: 'testkit/other-protocol', message: /is a provider of Terraform, and --faults/ }
    await assert.rejects(testPlugin(terraform, { faults: true }), own)
    await chmod(file, 0o755)
    const report = await testPlugin(file)
    assert.match(failed(report).join(), /^registers: the process has ended before it registered/)
  })

  test('one with a namespace that is not the end of its id', async () => {
    const report = await testPlugin(await executable('namespace', provider({ namespace: 'other' })))
    assert.deepEqual(failed(report), [
      'says its namespace: it is "other", but the id ends in "shop"',
      untried('other/thing'),
    ])
  })

  test('one that Ctrl-C ends passes with a warning', async () => {
    const before = `
      const { on, once } = process
      process.on = (name, listener) => (name === 'SIGINT' ? process : on.call(process, name, listener))
      process.once = (name, listener) => (name === 'SIGTERM' ? process : once.call(process, name, listener))`
    const report = await testPlugin(await executable('signals', provider({ before })))
    assert.deepEqual(failed(report), [
      'says good-bye to its host: it did not deregister before it ended',
      untried(),
      'leaves Ctrl-C to its host: SIGINT ends it, which is what a terminal sends to all its processes',
    ])
    assert.ok(report.ok)
  })

  test('one that reads something else than it made, and finds deleted things', async () => {
    const deploy = `spec.size++; `
    const read = `return { size: 7 };`
    const exercises = [{ type: 'shop/thing', spec: { size: 1 }, update: { size: 2 } }]
    const report = await testPlugin(await executable('liar', provider({ deploy, read })), { exercises })
    const said = failed(report)
    assert.deepEqual(
      said.filter((one) => one.endsWith('"size" is read as something else than was deployed')),
      [
        'shop/thing: is read as it is: "size" is read as something else than was deployed',
        'shop/thing: is found when Slipway does not know whether it was created: "size" is read as something else than was deployed',
        'shop/thing: is read as updated: "size" is read as something else than was deployed',
      ],
    )
    assert.match(said.join('\n'), /is not found when it is gone: it is still found: destroying does not remove it/)
    assert.equal(report.ok, false)
  })

  test('one that dies in a call', async () => {
    const exercises = [{ type: 'shop/thing', spec: { size: 1 } }]
    const report = await testPlugin(await executable('dies', provider({ deploy: `process.exit(9);` })), { exercises })
    const [first] = failed(report)
    assert.match(first ?? '', /^shop\/thing: is created: .*acme\/shop.*exited with code 9/)
  })

  test('an exercise of a type that it does not have', async () => {
    const exercises = [{ type: 'shop/nothing', spec: {} }]
    const report = await testPlugin(await executable('unknown', provider({})), { exercises })
    assert.deepEqual(failed(report), ['shop/nothing: is known: the plugin has no such resource type', untried()])
  })
})

test('a version folder is tested by the plugin in it', async () => {
  const version = join(folder, 'providers/acme/shop/1.0.0')
  await mkdir(version, { recursive: true })
  const file = await executable('folder', provider({}))
  await writeFile(join(version, 'plugin'), `#!/bin/sh\nexec "${file}"\n`, { mode: 0o755 })
  const report = await testPlugin(version)
  assert.deepEqual(failed(report), [untried()])
  assert.equal(report.file, join(version, 'plugin'))
})
