/** Transformers, and plugins of any kind that answer others than their host, as `plugin test` tries them. */
import { test } from '../../../test/cases.ts'
import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { ValueMap } from '@slipway/model'
import { testPlugin, type TestPluginOptions } from './index.ts'

const folder = await mkdtemp(join(tmpdir(), 'slipway-transforms-test-'))
after(() => rm(folder, { recursive: true, force: true }))

const sdk = JSON.stringify(import.meta.resolve('@slipway/sdk'))
const zod = JSON.stringify(import.meta.resolve('zod'))

/** A transformer that makes a file of each page. */
const program = ({ expand = '', finish = '', validate = '', hostId = '' } = {}) => `
import * as z from ${zod}
import { badInput, defineAbstractLink, defineAbstractResource, defineTransformer, serve } from ${sdk}
let times = 0
const page = defineAbstractResource({
  type: 'site/page',
  schema: z.object({ title: z.string() }),
  validate: ({ spec }) => ${validate === '' ? "spec.title === '' ? [{ severity: 'error', message: 'a page needs a title' }] : []" : validate},
  expand: ({ name, spec }) => ({ resources: { [name + '_file']: ${expand === '' ? "{ type: 'local/file', spec: { path: name, content: spec.title } }" : expand} } }),
})
const leads = defineAbstractLink({ a: page, b: page, cardinality: { a: { max: 3 } } })
${hostId}
await serve(defineTransformer({ id: 'acme/site', version: '1.0.0', transform: 'site-2026', resources: [page], links: [leads], ${finish} log() {} }))
`

let plugins = 0

async function failuresOf(text: string, options: TestPluginOptions = {}): Promise<readonly string[]> {
  const file = join(folder, `plugin-${plugins++}`)
  await writeFile(`${file}.ts`, text)
  await writeFile(file, `#!/bin/sh\nexec "${process.execPath}" "${file}.ts"\n`)
  await chmod(file, 0o755)
  const { checks } = await testPlugin(file, options)
  return checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`)
}

const home = { resources: { home: { type: 'site/page', spec: { title: 'Home' } } }, makes: { home_file: 'local/file' } }
const untitled = {
  resources: { home: { type: 'site/page', spec: { title: '' } } },
  refuses: 'a page needs a title',
}

test('a correct transformer passes', async () => {
  assert.deepEqual(await failuresOf(program(), { transforms: [home, untitled] }), [])
})

test('a transformer with a wrong or changing result is reported', async () => {
  const other = { ...home, makes: { home_file: 'local/folder', home_sign: 'local/file' } }
  assert.deepEqual(await failuresOf(program(), { transforms: [other] }), [
    'home: is transformed: "home_file" is a local/file, not a local/folder',
  ])
  const counting = "{ type: 'local/file', spec: { path: name, content: String(times++) } }"
  assert.deepEqual(await failuresOf(program({ expand: counting }), { transforms: [home] }), [
    'home: is transformed to the same again: the same blueprint comes to something else: every plan would show changes',
  ])
  const again = "{ type: 'site/page', spec: { title: 'x' } }"
  assert.deepEqual(await failuresOf(program({ expand: again }), { transforms: [{ resources: home.resources }] }), [
    'home: is transformed: "home_file" is still a site/page, which nobody makes',
  ])
  assert.deepEqual(await failuresOf(program({ validate: '[]' }), { transforms: [untitled] }), [
    'home: is refused: nothing is said against it',
  ])
})

const failing = (code: string) => ({ resources: home.resources, fails: code as 'BAD_INPUT' })

test('a transformer fails with the right code, in any call', async () => {
  const thrown = "(() => { throw badInput('no ink', { hint: 'buy some' }) })()"
  assert.deepEqual(await failuresOf(program({ expand: thrown }), { transforms: [failing('BAD_INPUT')] }), [])
  assert.deepEqual(await failuresOf(program({ validate: thrown }), { transforms: [failing('BAD_INPUT')] }), [])
  assert.deepEqual(await failuresOf(program({ expand: thrown }), { transforms: [failing('TRANSIENT')] }), [
    'home: fails with TRANSIENT: it fails with BAD_INPUT: no ink',
  ])
  assert.deepEqual(await failuresOf(program(), { transforms: [failing('UNEXPECTED')] }), [
    'home: fails with UNEXPECTED: it succeeds, and should fail with UNEXPECTED',
  ])
})

const page = (metadata: ValueMap) => ({ type: 'site/page', spec: { title: 'x' }, ...metadata })

test('a transformer gets the links between its resources, and may refuse them', async () => {
  const selector = { linkSelector: { byLabel: { site: 'main' } } }
  const linked = {
    home: page(selector),
    about: page({ metadata: { labels: { site: 'main' } } }),
    news: page({ metadata: { labels: { site: 'other' } } }),
  }
  const validateLinks =
    "validateLinks: (graph) => graph.links.map(({ from, to }) => ({ severity: 'error', message: from + ' leads to ' + to })),"
  const transforms = [{ resources: linked, refuses: 'home leads to about' }]
  assert.deepEqual(await failuresOf(program({ finish: validateLinks }), { transforms }), [])
  const excluding = { ...linked, home: page({ linkSelector: { byLabel: { site: 'main' }, exclude: ['about'] } }) }
  assert.deepEqual(
    await failuresOf(program({ finish: validateLinks }), { transforms: [{ ...transforms[0], resources: excluding }] }),
    ['home, about, news: is refused: nothing is said against it'],
  )
})

test('a transformer with maps in varying order passes', async () => {
  const finish = `finish: (blueprint) => {
    const turn = (node) => node.kind !== 'map' ? node : { ...node, entries: (times++ % 2 === 0 ? node.entries : node.entries.toReversed()).map((entry) => ({ ...entry, value: turn(entry.value) })) }
    return turn(blueprint)
  },`
  assert.deepEqual(await failuresOf(program({ finish }), { transforms: [home] }), [])
})

test('a plugin that reads a request before it checks the caller is at fault', async () => {
  const careless = `
import { servePlugin, transformerRoutes } from ${JSON.stringify(import.meta.resolve('@slipway/protocol'))}
const map = { kind: 'map', entries: [] }
const transformer = {
  define: async () => ({ pluginId: 'acme/open', pluginVersion: '1.0.0', transformName: 'open', config: { fields: {}, allowAdditionalFields: true }, abstractResourceTypeNames: [], abstractResourceTypes: {} }),
  validateResource: async () => { throw new Error('no such type') },
  validateLinks: async () => [],
  transform: async ({ blueprint }) => ({ blueprint, diagnostics: [] }),
}
await servePlugin({
  kind: 'transformer', pluginId: 'acme/open', version: '1.0.0', metadata: { displayName: 'open', plainTextDescription: '' },
  // It knows its host, and does not say so where a request has nothing in it.
  routes: (hostId) => {
    const [own, others] = [transformerRoutes(transformer, hostId), transformerRoutes(transformer, () => 'somebody else')]
    return own.map((route, index) => route.path.endsWith('/CustomValidateAbstractResource') ? others[index] : route)
  },
})
`
  const [first] = await failuresOf(careless)
  assert.equal(
    first,
    'refuses a caller that is not its host: with another host id it does not say "invalid host ID", and so looks at the request before it looks at who asks, in CustomValidateAbstractResource: no such type',
  )
})
