import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { capture } from './captured.ts'
import { fieldsOf } from './fields.ts'
import { Output } from './output.ts'
import type { Fields } from './resource-types.ts'

interface Gets {
  readonly health: { readonly url: string; readonly map: string }
  readonly addresses?: readonly { readonly ip: string }[] | null
  readonly 'odd key': number
}

/** Fields whose outputs have their own path as value. */
function fields(): { readonly out: Fields<Gets>; readonly asked: string[] } {
  const asked: string[] = []
  const make = (path: string): Output<unknown> => {
    asked.push(path)
    return new Output<unknown>(Promise.resolve({ value: path, needs: new Set() }), undefined)
  }
  return { out: fieldsOf(make) as Fields<Gets>, asked }
}

test('a field is an output, and has the fields below it', async () => {
  const { out } = fields()
  const url: Output<string> = out.health.url
  const ip: Output<string> | undefined = out.addresses[0]?.ip
  assert.deepEqual(
    [await url.known(), await ip?.known(), await out['odd key'].known()],
    ['health.url', 'addresses[0].ip', '["odd key"]'],
  )
  assert.equal(await url.map((text) => text.toUpperCase()).known(), 'HEALTH.URL')
  assert.ok(url instanceof Output)
  assert.deepEqual(capture({ at: url }, 'a spec').kind, 'map')
})

test('a field named like a member of Output is read with get, and looking at it requests nothing', async () => {
  const { out, asked } = fields()
  assert.equal(typeof out.health.map, 'function')
  assert.ok(out.health.get('map') instanceof Output)
  const before = asked.length
  assert.equal(await Promise.resolve(out), out)
  assert.equal(inspect(out.health), 'Output { known later }')
  assert.equal(asked.length, before + 1)
})

test('all fields together are no value', () => {
  assert.throws(
    () => capture(fields().out, 'the spec of page'),
    /the spec of page is an object of many fields, which cannot be given whole: give its fields, such as page\.out\.id/,
  )
})
