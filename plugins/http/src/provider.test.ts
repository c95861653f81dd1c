import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { failureOf, trial } from '@slipway/sdk/testing'
import { provider } from './provider.ts'

interface Asked {
  readonly line: string
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

/** Keeps notes; `POST /notes` with a known idempotency key returns the same note as before. */
const notes = new Map<string, object>()
const asked: Asked[] = []

const server = createServer((request, response) => void answer(request, response))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = request
  const body = Buffer.concat(await request.toArray()).toString()
  asked.push({ line: `${method} ${url}`, headers, body })
  const id = url.split('/')[2] ?? ''
  const say = (status: number, content?: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(content && JSON.stringify(content))
  }
  if (url.startsWith('/status/')) return say(Number(id), { error: 'as ordered' })
  if (url === '/hang-up') return void request.socket.destroy()
  if (method === 'POST') {
    const made = `n${notes.size + 1}`
    notes.set(made, JSON.parse(body) as object)
    return say(201, { data: { id: made } })
  }
  const note = notes.get(id)
  if (note === undefined) return say(404)
  if (method === 'PUT') notes.set(id, JSON.parse(body) as object)
  if (method === 'DELETE') notes.delete(id)
  return say(method === 'GET' ? 200 : 204, method === 'GET' ? { ...note, seen: 7 } : undefined)
}

let base = ''
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server.close())
beforeEach(() => {
  notes.clear()
  asked.length = 0
})

const fresh = (config = {}) => trial(provider, 'http/request', { resourceId: 'r1', config })

async function createdByGet(path: string): Promise<readonly unknown[]> {
  const create = { method: 'GET', url: `${base}${path}` }
  const { pluginErrorCode, refused } = await failureOf(fresh().create({ create }))
  return [pluginErrorCode, refused]
}

const note = (text: string) => ({
  create: { url: `${base}/notes`, body: { text } },
  read: { url: `${base}/notes/{data.id}` },
  update: { url: `${base}/notes/{data.id}`, body: { text } },
  destroy: { url: `${base}/notes/{data.id}` },
  expect: { text },
})

const elsewhere = ({ url }: { readonly url: string }) => ({ url: `${url}?of=production` })

describe('http/request', () => {
  test('makes, reads, changes and removes a thing by the id in the answer', async () => {
    const it = fresh()
    const made = await it.create({ ...note('milk'), headers: { 'x-who': 'me' } })
    assert.deepEqual(JSON.parse(JSON.stringify(made['response'])), { data: { id: 'n1' } })
    const { headers, body } = asked[0] as Asked
    assert.deepEqual(
      [headers['idempotency-key'], headers['x-who'], headers['content-type'], body],
      ['r1', 'me', 'application/json', '{"text":"milk"}'],
    )
    assert.deepEqual(JSON.parse(JSON.stringify(await it.read(made))), { ...JSON.parse(JSON.stringify(made)) })
    const changed = await it.update(made, note('bread'))
    assert.deepEqual([...notes], [['n1', { text: 'bread' }]])
    await it.destroy(changed)
    assert.equal(notes.size, 0)
    assert.equal(await it.read(changed), undefined)
    await it.destroy(changed)
    assert.deepEqual(asked.map(({ line }) => line).slice(0, 4), [
      'POST /notes',
      'GET /notes/n1',
      'PUT /notes/n1',
      'DELETE /notes/n1',
    ])
  })

  test('outside changes are seen where they are expected', async () => {
    const it = fresh()
    const made = await it.create(note('milk'))
    notes.set('n1', { text: 'beer' })
    assert.deepEqual({ ...((await it.read(made))?.['expect'] as object) }, { text: 'beer' })
  })

  test('without a request for changes, it is replaced', async () => {
    const it = fresh()
    const { update: _, ...spec } = note('milk')
    const made = await it.create(spec)
    assert.deepEqual(await it.replaces(made, spec), [])
    assert.deepEqual(await it.replaces(made, { ...spec, expect: {} }), [])
    const { create } = note('bread')
    assert.deepEqual(await it.replaces(made, { ...spec, create: { ...create, method: 'POST' } }), ['spec.create'])
    assert.deepEqual(await it.replaces(made, { ...note('bread'), create: { ...create, method: 'POST' } }), [])
  })

  test('without a request for changes, drift is an error, and up does not claim to correct it', async () => {
    const it = fresh()
    const { update: _, ...spec } = note('milk')
    const made = await it.create(spec)
    const more = { ...spec, expect: { text: 'milk', seen: 7, tags: [], by: null } }
    assert.notEqual(await it.update(made, more), undefined)
    notes.set('n1', { text: 'beer' })
    const drifted = await failureOf(it.update((await it.read(made)) ?? {}, spec))
    assert.deepEqual([drifted.pluginErrorCode, drifted.refused], ['BAD_INPUT', true])
    assert.match(drifted.message, /not as expected \(text\), but no request updates it/)
    assert.match(drifted.hint ?? '', /slipway up --replace it$/)
    notes.clear()
    assert.match((await failureOf(it.update(made, spec))).message, /not as expected/)
  })

  test('if all its URLs change, the user is asked; if one stays, the others are corrected', async () => {
    const it = fresh()
    const made = await it.create(note('milk'))
    const { create, read, update, destroy } = note('milk')
    const others = { read: elsewhere(read), update: { ...update, ...elsewhere(update) }, destroy: elsewhere(destroy) }
    const corrected = { ...note('milk'), ...others }
    // The corrected request follows the hint.
    assert.deepEqual(await it.replaces(made, corrected), [])
    const moved = { ...corrected, create: { ...create, ...elsewhere(create) } }
    const failure = await failureOf(it.replaces(made, moved))
    assert.match(failure.message, /all its URLs change/)
    assert.match(failure.hint ?? '', /another name/)
  })

  test('the authorization of the settings goes to baseUrl alone', async () => {
    const it = fresh({ baseUrl: `${base}/`, authorization: 'Bearer s' })
    await it.create({ create: { url: 'notes', body: {} } })
    await it.create({ create: { url: base.replace('127.0.0.1', 'localhost') + '/notes', body: {} } }).catch(() => {})
    assert.deepEqual(
      asked.map(({ headers }) => headers.authorization),
      asked.length === 1 ? ['Bearer s'] : ['Bearer s', undefined],
    )
  })

  for (const [status, code, refused] of [
    [422, 'BAD_INPUT', true],
    [429, 'TRANSIENT', true],
    [500, 'UNEXPECTED', false],
  ] as const) {
    test(`${status} is ${code}`, async () => {
      const failure = await failureOf(fresh().create({ create: { url: `${base}/status/${status}` } }))
      assert.deepEqual([failure.pluginErrorCode, failure.refused], [code, refused])
      assert.deepEqual(failure.reasons, [
        `POST ${base}/status/${status} was answered ${status}`,
        '{"error":"as ordered"}',
      ])
    })
  }

  test('a create by GET is a create: if refused, nothing was made; otherwise it is in doubt, and not sent again', async () => {
    assert.deepEqual(await createdByGet('/status/403'), ['BAD_INPUT', true])
    assert.deepEqual(await createdByGet('/status/500'), ['UNEXPECTED', false])
    assert.deepEqual(await createdByGet('/hang-up'), ['UNEXPECTED', false])
  })

  test('a service that refuses to show an object does not end the search for it', async () => {
    const it = fresh()
    const made = await it.create({ ...note('milk'), read: { url: `${base}/status/403` } })
    const failure = await failureOf(it.read(made))
    assert.deepEqual([failure.pluginErrorCode, failure.refused], ['UNEXPECTED', false])
    assert.deepEqual(failure.reasons, [`GET ${base}/status/403 was answered 403`, '{"error":"as ordered"}'])
  })

  test('a request on a broken connection is in doubt; an unsent one made nothing', async () => {
    const broken = await failureOf(fresh().create({ create: { url: `${base}/hang-up` } }))
    assert.deepEqual([broken.pluginErrorCode, broken.refused], ['UNEXPECTED', false])
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const unsent = await failureOf(fresh().create({ create: { url: `http://127.0.0.1:${port}/` } }))
    assert.deepEqual([unsent.pluginErrorCode, unsent.refused], ['TRANSIENT', true])
  })

  test('an object without a known response does not count as missing where its URLs need one', async () => {
    const it = fresh()
    const { read: _, ...blind } = note('milk')
    for (const call of [it.read(note('milk')), it.read(blind), it.destroy(blind)]) {
      const failure = await failureOf(call)
      assert.equal(failure.pluginErrorCode, 'BAD_INPUT')
      assert.match(failure.message, /Slipway cannot complete "http:.*{data\.id}": the response to create was lost/)
      assert.match(failure.hint ?? '', /remove it there; then: slipway state rm it$/)
    }
    await failureOf(it.update(note('milk'), note('bread')))
    assert.deepEqual(asked, [])
    const fixed = { create: { url: `${base}/notes`, body: {} }, read: { url: `${base}/notes/n1` } }
    assert.equal(await it.read(fixed), undefined)
    const taken = await it.update(fixed, fixed)
    assert.equal(taken['response'], null)
    assert.notEqual(await it.read({ ...taken, read: undefined }), undefined)
  })

  test('a missing placeholder value, and a bad URL, are named', async () => {
    const it = fresh()
    const made = await it.create({ ...note('milk'), destroy: { url: `${base}/notes/{uid}` } })
    assert.match(
      (await failureOf(it.destroy(made))).message,
      /"http:.*\{uid\}" names something that is not in the response to create/,
    )
    const unread = await it.create({ ...note('milk'), read: { url: `${base}/notes/{uid}` } })
    const refused = await failureOf(it.read(unread))
    assert.match(refused.message, /"http:.*\{uid\}" names something that is not in the response to create/)
    assert.match(refused.hint ?? '', /slipway up; or .* slipway state rm it$/)
    assert.match(
      (await failureOf(it.create({ create: { url: 'notes' } }))).message,
      /"notes" is not a URL; set baseUrl/,
    )
  })
})

test('http/response gives the answer to a GET', async () => {
  notes.set('n1', { text: 'milk' })
  const context = { config: {}, variables: {} }
  const filters = [{ field: 'url', operator: '=' as const, search: [`${base}/notes/n1`] }]
  const exports = { status: { type: 'integer' }, body: { type: 'string' }, contentType: { type: 'string' } } as const
  const asking = { type: 'http/response', dataSourceName: 'it', filters, exports, context }
  const found = await provider.fetch(asking)
  assert.deepEqual({ ...found }, { status: 200, body: '{"text":"milk","seen":7}', contentType: 'application/json' })
  const none = { ...asking, filters: [{ field: 'url', operator: '=' as const, search: [`${base}/notes/n2`] }] }
  assert.equal((await failureOf(Promise.resolve(provider.fetch(none)))).pluginErrorCode, 'BAD_INPUT')
})
