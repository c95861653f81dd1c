/** Plugins that promise more than they keep, and the messages to their authors. */
import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { describe, test } from '../../../test/cases.ts'
import type { PluginReport } from './index.ts'
import { testPlugin } from './testing.ts'

const folder = await mkdtemp(join(tmpdir(), 'slipway-promises-test-'))
after(() => rm(folder, { recursive: true, force: true }))

interface Parts {
  readonly deploy: string
  readonly read: string
  readonly destroy?: string
  readonly settlement?: string
  readonly more?: string
  readonly schema?: string
}

/** A provider of tables that a service keeps: `rows`, each with an id of its own, a name and a tag. */
const tables = ({ deploy, read, destroy, settlement = 'find', more = '', schema = '' }: Parts): string => `
import { appendFileSync, writeFileSync, rmSync } from 'node:fs'
import * as z from ${JSON.stringify(import.meta.resolve('zod'))}
import { badInput, computed, defineProvider, defineResource, serve } from ${JSON.stringify(import.meta.resolve('@slipway/sdk'))}
const rows = new Map()
let next = 1
function insert(name, tag, more = {}) {
  const id = 'row-' + next++
  rows.set(id, { name, tag, id, ...more })
  return id
}
const tagged = (tag) => [...rows.values()].find((row) => row.tag === tag)
const called = (name) => [...rows.values()].find((row) => row.name === name)
const found = (row) => row && { name: row.name, id: row.id }
const table = defineResource({
  type: 'db/table',
  schema: z.object({ name: z.string(), ${schema} id: computed(z.string()) }),
  idField: 'id',
  settlement: '${settlement}',
  async deploy({ spec, resourceId, current, variables }) { ${deploy} },
  async read({ spec, resourceId, variables }) { ${read} },
  destroy({ spec, resourceId }) { ${destroy ?? 'rows.delete(spec.id)'} },
  ${more}
})
await serve(defineProvider({ id: 'acme/db', version: '1.0.0', resources: [table], log() {} }))
`

let plugins = 0

async function reportOf(parts: Parts, spec: object = { name: 'people' }): Promise<PluginReport> {
  const file = join(folder, `plugin-${plugins++}`)
  await writeFile(`${file}.ts`, tables(parts))
  await writeFile(file, `#!/bin/sh\nexec "${process.execPath}" "${file}.ts"\n`)
  await chmod(file, 0o755)
  return testPlugin(file, { exercises: [{ type: 'db/table', spec: { ...spec } }] })
}

/** The failed checks of the type, with their details. */
function failed({ checks }: PluginReport): Readonly<Record<string, string>> {
  const own = checks.filter(({ ok, name }) => !ok && name.startsWith('db/table: '))
  return Object.fromEntries(own.map(({ name, detail }) => [name.replace('db/table: ', ''), detail]))
}

/** Whether a check was made. */
const isMade = ({ checks }: PluginReport, name: string): boolean =>
  checks.some((one) => one.name === `db/table: ${name}`)

const honest: Parts = {
  deploy: 'return { id: tagged(resourceId)?.id ?? insert(spec.name, resourceId) }',
  read: 'return found(tagged(resourceId))',
}
const byName: Parts = {
  deploy: `
    if (current === undefined && called(spec.name) !== undefined) throw badInput('there is a table ' + spec.name + ' already')
    return { id: insert(spec.name) }`,
  read: 'return found(called(spec.name))',
}
const strange = 'is not found under another resource id'
const again = 'may be made again under its resource id'
const together = 'is made once when two calls come at once'

describe('a type that promises find', { concurrency: 2 }, () => {
  test('and keeps it passes', async () => {
    const report = await reportOf(honest)
    assert.deepEqual(failed(report), {})
    for (const name of [strange, again, together, 'is not found before it is made']) assert.ok(isMade(report, name))
  })

  test('and goes by a natural key gets advice', async () => {
    const report = await reportOf(byName)
    const said = failed(report)
    assert.deepEqual(Object.keys(said), [strange, again])
    assert.match(
      said[strange] ?? '',
      /finds it under another resource id, too: it goes by something else \(a name, a path\)/,
    )
    assert.match(
      said[strange] ?? '',
      /write the resource id to the thing .* declare settlement "ask", and as its identity the property/,
    )
    assert.match(
      said[again] ?? '',
      /^deployed again .* it fails: there is a table people already; give the service the/,
    )
    assert.equal(report.ok, false)
  })

  test('and finds things that nobody made under its id is reported', async () => {
    const said = failed(await reportOf({ ...honest, read: "return { name: spec.name, id: 'row-0' }" }))
    assert.match(
      said['is not found before it is made'] ?? '',
      /finds a resource under a resource id that was never used/,
    )
  })

  test('and makes a second thing under the same id is reported, and nothing is left', async () => {
    const report = await reportOf({ ...honest, deploy: 'return { id: insert(spec.name, resourceId) }' })
    const said = failed(report)
    assert.deepEqual(Object.keys(said), [again, together])
    assert.equal(
      said[again],
      "deployed twice under the same resource id there are two of it: 'row-1' and 'row-2'; give the service the resource id as the idempotency key, or first look for the thing by it, and adopt an existing one",
    )
    assert.equal(report.ok, false)
  })

  test('and hides the second thing behind the same id is found out at the destroy', async () => {
    const hidden = `const id = 'the-' + spec.name; rows.set(next++, { name: spec.name, tag: resourceId, id }); return { id }`
    const remove = `
      for (const [key, row] of rows)
        if (row.tag === resourceId) { rows.delete(key); return }`
    const said = failed(await reportOf({ ...honest, deploy: hidden, destroy: remove }))
    assert.match(said['is not found when it is gone'] ?? '', /deployed twice under the same resource id .* two of it/)
  })

  test('and looks before it makes, but not at once, gets a warning', async () => {
    // Of the two calls at once, neither goes on before the other one has looked.
    const late = `
      const known = tagged(resourceId)
      const both = (globalThis.both ??= Promise.withResolvers())
      if (resourceId.endsWith('-together')) {
        if (globalThis.hasLooked) both.resolve()
        globalThis.hasLooked = true
        await both.promise
      }
      return { id: known?.id ?? insert(spec.name, resourceId) }`
    const report = await reportOf({ ...honest, deploy: late })
    assert.deepEqual(Object.keys(failed(report)), [together])
    assert.ok(report.ok)
  })
})

describe('a type that does not promise find', { concurrency: 2 }, () => {
  test('may go by a natural key', async () => {
    const report = await reportOf({ ...byName, settlement: 'ask', more: "identity: { fields: ['name'] }," })
    assert.deepEqual(failed(report), {})
    assert.equal(isMade(report, strange) || isMade(report, again), false)
  })

  test('but says when all is over must find existing things', async () => {
    const blind = { ...honest, settlement: 'ask', read: 'return spec.id && found(rows.get(spec.id))' }
    assert.deepEqual(failed(await reportOf(blind)), {})
    const said = failed(await reportOf({ ...blind, more: 'settlesWithinMs: 0,' }))
    assert.deepEqual(said, { 'is found when Slipway does not know whether it was created': 'it is not found' })
  })

  test('may refuse to look without its computed values', async () => {
    const asking = { ...honest, settlement: 'ask' }
    const [refusal, mistake] = ["badInput('lost')", "new Error('lost')"].map(
      (fail) => `if (!spec.id) throw ${fail}; return found(rows.get(spec.id))`,
    )
    assert.deepEqual(failed(await reportOf({ ...asking, read: refusal ?? '' })), {})
    const broken = failed(await reportOf({ ...asking, read: mistake ?? '' }))
    assert.deepEqual(broken, { 'is read without a change': 'lost' })
  })

  test('but promises repeatable creates must not fail', async () => {
    const said = failed(await reportOf({ ...byName, settlement: 'repeatable' }))
    assert.deepEqual(Object.keys(said), [again])
  })
})

describe('reading', { concurrency: 2 }, () => {
  test('must not make or remove anything', async () => {
    const touch = "writeFileSync(variables.blueprintDir + '/seen-' + resourceId, '')"
    const said = failed(await reportOf({ ...honest, read: `${touch}; return found(tagged(resourceId))` }))
    assert.match(
      said['is read without a change'] ?? '',
      /^reading makes seen-testkit-[0-9a-f]{8}-0-stranger: it must only look$/,
    )
    const remove = "rmSync(variables.blueprintDir + '/draft', { force: true })"
    const deploy = `appendFileSync(variables.blueprintDir + '/draft', ''); ${honest.deploy}`
    const other = failed(
      await reportOf({ deploy, read: `const row = tagged(resourceId); if (!row) { ${remove} } return found(row)` }),
    )
    assert.match(other['is read without a change'] ?? '', /^reading removes draft: it must only look$/)
  })

  test('must give the same answer twice', async () => {
    const said = failed(
      await reportOf({
        ...honest,
        read: 'const row = tagged(resourceId); return row && { ...found(row), id: row.id + next++ }',
      }),
    )
    assert.equal(said['is read without a change'], 'two answers about the same resource differ')
  })

  test('may give lists in another order, with a remark unless the order does not count', async () => {
    const read = 'const row = tagged(resourceId); return row && { ...found(row), tags: row.tags.toReversed() }'
    const deploy = 'return { id: tagged(resourceId)?.id ?? insert(spec.name, resourceId, { tags: spec.tags }) }'
    const parts = { deploy, read, schema: 'tags: z.array(z.string()),' }
    const report = await reportOf(parts, { name: 'people', tags: ['a', 'b'] })
    assert.deepEqual(failed(report), {
      'is read in the order that was given':
        '"tags" is read in another order, which looks like drift: sort it, or mark it sortedBy',
    })
    assert.ok(report.ok)
  })
})

test('a type that declares its slow calls is reported if others are slow, too', async () => {
  const more = "unstableWith: ['slow'], stabilised: () => false,"
  const said = failed(await reportOf({ ...honest, schema: 'slow: z.boolean().optional(),', more }))
  assert.equal(said['stabilises'], 'it is not stable at once, though its type says so (unstableWith)')
})
