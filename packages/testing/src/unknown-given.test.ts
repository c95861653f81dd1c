import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Failure } from '@slipway/model'
import type { InlineProgram } from '@slipway/operations'
import { type Given, given, testBlueprint, testStack } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipway-unknown-given-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const site: InlineProgram = (s) => {
  const harbour = s.resource('harbour', 'random/pet', {})
  s.resource('page', 'local/file', { path: 'page.txt', content: harbour.output('result') })
  s.child('net', (child) => void child.resource('vpc', 'random/id', { byteLength: 4 }))
  return { vpc: harbour.output('result') }
}

async function refusal(one: Given, program = site): Promise<string> {
  const thrown = await testStack(program, { given: [one] }).then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(thrown instanceof Failure && thrown.code === 'testing/unknown-given', String(thrown))
  return `${thrown.message}; ${thrown.hint}`
}

test('an unknown type, function or name is refused, and the near one is named', async () => {
  const cases = {
    'local/fil': 'slipway/local has no type local/fil; did you mean "local/file"?',
    'locl/file': 'no provider for "locl" is installed; did you mean "local"?',
    'random::pet': 'slipway/random has no function random::pet; there are none',
    'locl::pet': 'no provider for "locl" is installed; did you mean "local"?',
    harbuor: 'there is no resource, data source or function harbuor; did you mean "harbour"?',
    zzz: 'there is no resource, data source or function zzz; there are: harbour, vpc, page',
    'net/vpcc': 'no provider for "net" is installed; did you mean "vpc"?',
    'core/exports':
      "Slipway itself answers it, in tests, too; write given.reference('db', { … }) for the exports of another instance",
  }
  for (const [of, rest] of Object.entries(cases))
    assert.equal(await refusal(given(of)), `given('${of}') has no effect: ${rest}`)
})

test('a field that its provider does not compute is refused, by type and by name', async () => {
  assert.equal(
    await refusal(given('random/pet', { reslt: 'x' })),
    `given('random/pet') has no effect: there is no computed field reslt; did you mean "result"?`,
  )
  assert.match(await refusal(given('harbour', { reslt: 'x' })), /no computed field reslt; did you mean "result"/)
  assert.match(
    await refusal(given('random/id', { byteLength: 8, hex: '00' })),
    /byteLength is no computed field: what is tested sets it; computed are: .*hex/,
  )
  assert.match(await refusal(given('http/response', { bdy: '' })), /no computed field bdy; did you mean "body"/)
  assert.match(await refusal(given('random/pet', { constructor: 1 })), /there is no computed field constructor/)
})

test('types and functions that only other stacks use, and resources of children, are accepted', async () => {
  const deployed = await testStack(site, {
    given: [
      given('postgres/database', { oid: '1' }),
      given('http/response', { body: '' }),
      given('net/vpc', { hex: '0a' }),
      given('harbour', {}, { takesMs: 1 }),
    ],
  })
  assert.equal(deployed.resource('net/vpc')['hex'], '0a')
})

const startingLate: InlineProgram = async (s) => {
  const word = await s.resource('word', 'random/pet', {}).output('result').known()
  if (word !== undefined) s.resource('late', 'random/pet', {})
}

test('a name is refused only by a change that has asked for everything', async () => {
  const late = given('late', { result: 'x' })
  assert.deepEqual((await testStack(startingLate, { given: [late] })).resources, ['late', 'word'])
  const failing = [late, given('word', {}, { fails: 'no' })]
  assert.equal((await testStack(startingLate, { given: failing, throws: false })).outcome, 'failed')
})

const demanding: InlineProgram = async (s) => {
  const body = await s.data('http/response', { url: 'http://localhost' }).output('body').known()
  if (body !== 'ok') throw new Error('it is not ok')
}

test('a misspelt type is named also if the stack fails because of it', async () => {
  await testStack(demanding, { given: [given('http/response', { body: 'ok' })] })
  assert.match(await refusal(given('http/respons', { body: 'ok' }), demanding), /did you mean "http\/response"/)
})

test('a blueprint refuses them too, and knows its data sources by name', async () => {
  const file = join(folder, 'site.blueprint.yaml')
  writeFileSync(
    file,
    `version: 2025-11-02
datasources:
  team: { type: http/response, filter: { field: url, operator: "=", search: "http://localhost" }, exports: { text: { type: string, aliasFor: body } } }
resources:
  page: { type: local/file, spec: { path: p.txt, content: "\${datasources.team.text}" } }
`,
  )
  const deployed = await testBlueprint(file, { given: [given('team', { body: 'us' })] })
  assert.equal(deployed.resource('page')['content'], 'us')
  const wrong = (one: Given) => testBlueprint(file, { given: [one] })
  await assert.rejects(wrong(given('team', { text: 'us' })), /no computed field text/)
  await assert.rejects(wrong(given('teem', { body: 'us' })), { hint: 'did you mean "team"?' })
  await assert.rejects(deployed.change({ given: [given('local/fiel')] }), { hint: 'did you mean "local/file"?' })
})
