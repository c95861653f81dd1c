/** Data sources, functions, links and failures, as `plugin test` tries them. */
import { test } from '../../../test/cases.ts'
import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { testPlugin, type PluginReport, type TestPluginOptions } from './index.ts'

const folder = await mkdtemp(join(tmpdir(), 'slipway-answers-test-'))
after(() => rm(folder, { recursive: true, force: true }))

/** Desks and lamps that are kept in memory. A lamp is linked to the desk on which it stands. */
interface Mistakes {
  readonly link?: string
  readonly deploy?: string
  /** The link's answer about its intermediaries, as an expression. */
  readonly found?: string
  /** Whether the link answers that question at all. */
  readonly reads?: boolean
}

const program = (mistakes: Mistakes = {}) => `
import * as z from ${JSON.stringify(import.meta.resolve('zod'))}
import { badInput, computed, defineDataSource, defineFunction, defineLink, defineProvider, defineResource, defineVariableType, refused, serve, transient } from ${JSON.stringify(import.meta.resolve('@slipway/sdk'))}
const things = new Map(), links = new Set(), cables = new Map()
const thing = (type) => defineResource({
  type,
  schema: z.object({ name: z.string(), id: computed(z.string()) }),
  settlement: 'find',
  deploy({ spec, resourceId }) {
    ${mistakes.deploy ?? ''}
    if (spec.name === 'bad') throw refused('no such name')
    things.set(resourceId, spec)
    return { id: resourceId }
  },
  read: ({ resourceId }) => things.has(resourceId) ? { ...things.get(resourceId), id: resourceId } : undefined,
  destroy: ({ resourceId }) => void things.delete(resourceId),
})
const standing = defineLink({
  a: 'room/lamp',
  b: 'room/desk',
  annotations: { 'room.side': { on: 'a', type: 'string', allowedValues: ['left', 'right'], default: 'left' } },
  updateB({ action, linkId, b, annotations }) {
    ${mistakes.link ?? ''}
    if (action === 'destroy') return void links.delete(linkId)
    if (b.spec.name === 'full') throw badInput('there is no room on it')
    links.add(linkId)
    return { on: b.spec.name, side: annotations['room.side'] }
  },
  updateIntermediaries({ action, linkId }) {
    if (action === 'destroy') return void cables.delete(linkId)
    cables.set(linkId, { metres: 2 })
    return { resources: [{ resourceId: 'cable-' + linkId, type: 'room/cable', spec: { metres: 2 } }] }
  },
  ${mistakes.reads === false ? 'unused' : 'read'}: ({ linkId }) => ${mistakes.found ?? "(cables.has(linkId) ? { ['cable-' + linkId]: cables.get(linkId) } : {})"},
})
const size = defineVariableType({ type: 'room/size', options: { small: { value: 12, label: 'Small' }, large: { value: 20, label: 'Large' } } })
const found = defineDataSource({
  type: 'room/desk',
  filters: z.object({ name: z.string() }),
  fields: z.object({ drawers: z.int(), colours: z.array(z.string()) }),
  fetch({ where }) {
    if (where.name === 'none') throw badInput('no such desk')
    if (where.name === 'busy') throw transient('later')
    return { drawers: 3, colours: ['red', 'blue'] }
  },
})
const twice = defineFunction({
  name: 'twice',
  parameters: z.object({ n: z.number() }),
  returns: z.number(),
  call: ({ n }) => n * 2,
})
await serve(defineProvider({ id: 'acme/room', version: '1.0.0', resources: [thing('room/desk'), thing('room/lamp')], links: [standing], dataSources: [found], functions: [twice], variableTypes: [size], log() {} }))
`

let plugins = 0

async function reportOf(text: string, options: TestPluginOptions): Promise<PluginReport> {
  const file = join(folder, `plugin-${plugins++}`)
  await writeFile(`${file}.ts`, text)
  await writeFile(file, `#!/bin/sh\nexec "${process.execPath}" "${file}.ts"\n`)
  await chmod(file, 0o755)
  return await testPlugin(file, options)
}

const failures = ({ checks }: PluginReport): readonly string[] =>
  checks.filter(({ ok, level }) => !ok && level === 'must').map(({ name, detail }) => `${name}: ${detail}`)

const link = {
  type: 'room/lamp::room/desk',
  a: { name: 'lamp' },
  b: { name: 'desk' },
  annotations: { 'room.side': 'right' },
  expect: { on: 'desk', side: 'right' },
}

test('a correct plugin passes, with its lists in any order', async () => {
  const report = await reportOf(program(), {
    dataSources: [
      { type: 'room/desk', filter: { name: 'mine' }, expect: { colours: ['blue', 'red'] } },
      { type: 'room/desk', filter: { name: 'none' }, fails: 'BAD_INPUT' },
      { type: 'room/desk', filter: { name: 'busy' }, fails: 'TRANSIENT' },
    ],
    functions: [
      { name: 'twice', args: [3], returns: 6 },
      { name: 'twice', args: ['x'], fails: 'BAD_INPUT' },
    ],
    links: [link, { ...link, b: { name: 'full' }, fails: 'BAD_INPUT' }],
    variableTypes: [{ type: 'room/size', options: { large: 20 } }],
    exercises: [{ type: 'room/desk', spec: { name: 'bad' }, fails: 'BAD_INPUT' }],
  })
  assert.deepEqual(failures(report), [])
  const names = new Set(report.checks.map(({ name }) => name))
  for (const name of [
    'defines its links',
    'fails for links that it does not have',
    'room/desk (data source): fails with TRANSIENT',
    "twice('x'): fails with BAD_INPUT",
    'room/desk: leaves nothing when it is refused',
    'room/lamp::room/desk: may be made again',
    'room/lamp::room/desk: finds what it has made between its ends',
    'room/lamp::room/desk: leaves nothing between its ends',
    'room/lamp::room/desk: fails with BAD_INPUT',
    'room/size (variable): offers what it should',
    'defines nothing that it does not have',
    'room/lamp::room/desk: leaves its resources to be destroyed',
  ])
    assert.ok(names.has(name), name)
})

test('a mistake is named', async () => {
  const report = await reportOf(
    program({
      link: "if (links.has(linkId) && action === 'create') throw new Error('it is linked already')",
      deploy: "if (spec.name === 'bad') { things.set(resourceId, spec); throw badInput('half made') }",
    }),
    {
      dataSources: [
        { type: 'room/desk', filter: { name: 'mine' }, expect: { drawers: 4 } },
        { type: 'room/desk', filter: { name: 'none' }, fails: 'TRANSIENT' },
        { type: 'room/chair', filter: {} },
      ],
      functions: [
        { name: 'twice', args: [3], returns: 7 },
        { name: 'twice', args: [3], fails: 'BAD_INPUT' },
      ],
      links: [link, { ...link, type: 'room/desk::room/lamp' }],
      exercises: [{ type: 'room/desk', spec: { name: 'bad' }, fails: 'BAD_INPUT' }],
    },
  )
  assert.deepEqual(failures(report), [
    'room/desk (data source): is fetched: "drawers" is 3, not 4',
    'room/desk (data source): fails with TRANSIENT: it fails with BAD_INPUT: no such desk',
    'room/chair (data source): is fetched: the plugin has no such data source',
    'twice(3): gives what it should: it gives 6, not 7',
    'twice(3): fails with BAD_INPUT: it succeeds, and should fail with BAD_INPUT',
    'room/desk: leaves nothing when it is refused: it is found after it was refused',
    'room/lamp::room/desk: may be made again: it is linked already',
    'room/desk::room/lamp: is known: the plugin has no such link',
  ])
})

test('a link that forgets or leaves its intermediate things is reported', async () => {
  const forgetful = await reportOf(program({ found: '({})' }), { links: [link] })
  assert.deepEqual(failures(forgetful), [
    'room/lamp::room/desk: finds what it has made between its ends: cable-testkit-link is not found',
  ])
  const silent = await reportOf(program({ reads: false }), { links: [link] })
  assert.deepEqual(failures(silent), [])
  const better = silent.checks
    .filter(({ name, ok }) => !ok && name.startsWith('room/lamp::'))
    .map(({ name, detail }) => `${name}: ${detail}`)
  assert.deepEqual(better, [
    'room/lamp::room/desk: tells how that is: it does not report the resources that it made, so nobody notices their changes; give the link a "read"',
  ])
  const leaving = await reportOf(program({ found: "({ ['cable-' + linkId]: { metres: 2 } })" }), { links: [link] })
  assert.deepEqual(failures(leaving), [
    'room/lamp::room/desk: leaves nothing between its ends: cable-testkit-link is still found',
  ])
  const wrong = [{ ...link, fails: 'TRANSIENT' as const }]
  assert.deepEqual(failures(await reportOf(program(), { links: wrong })), [
    'room/lamp::room/desk: fails with TRANSIENT: it succeeds, and should fail with TRANSIENT',
  ])
})

test('a variable type that offers wrong values is named', async () => {
  const variableTypes = [
    { type: 'room/size', options: { small: 11, huge: 30 } },
    { type: 'room/colour', options: {} },
  ]
  assert.deepEqual(failures(await reportOf(program(), { variableTypes })), [
    'room/size (variable): offers what it should: "small" is 12, not 11',
    'room/colour (variable): offers what it should: the plugin has no such type of variables',
  ])
})

test('a plugin that defines any requested type gets a warning; options of several types are a fault', async () => {
  const lax = `
import { providerRoutes, servePlugin } from ${JSON.stringify(import.meta.resolve('@slipway/protocol'))}
const type = (type) => ({ type, label: type, schema: { type: 'object', attributes: {} }, destroyBeforeCreate: false, settlement: 'ask', stabilisedDependencies: [] })
const refuse = async () => { throw new Error('there is no such thing') }
const provider = {
  define: async ({ resourceTypes }) => ({
    pluginId: 'acme/lax', pluginVersion: '1.0.0', namespace: 'lax', config: { fields: {}, allowAdditionalFields: true },
    resourceTypeNames: ['lax/thing'], dataSourceTypeNames: [], functionNames: [], dataSourceTypes: {}, functions: {},
    resourceTypes: Object.fromEntries(resourceTypes.map((name) => [name, type(name)])),
    variableTypeNames: ['lax/size'],
    variableTypes: { 'lax/size': { type: 'lax/size', label: 'Size', options: { small: { value: 12, label: 'S' }, large: { value: 'XL', label: 'L' } } } },
  }),
  validateResource: async () => [], deploy: refuse, hasStabilised: refuse, externalState: refuse, destroy: refuse, fetch: refuse, callFunction: refuse,
}
await servePlugin({
  kind: 'provider', pluginId: 'acme/lax', version: '1.0.0', metadata: { displayName: 'lax', plainTextDescription: '' },
  routes: (hostId) => providerRoutes(provider, hostId),
})
`
  const report = await reportOf(lax, {})
  assert.deepEqual(failures(report), [
    'offers values of one type for its variables: the options of lax/size are of number, string',
  ])
  const stranger = report.checks.find(({ name }) => name === 'defines nothing that it does not have')
  assert.deepEqual(
    [stranger?.ok, stranger?.level, stranger?.detail],
    [
      false,
      'should',
      'it answers GetResourceSpecDefinition about "no-such-type-of-the-testkit", which it does not list',
    ],
  )
})
