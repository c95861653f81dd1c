/** The plugin slipway/http as its users use it: a blueprint, the real command, a real server. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { describe, test } from '../cases.ts'
import { run } from '../ledger/command.ts'

const workspace = join(import.meta.dirname, '../..')
const hooks = new Map<string, string>()
const seen = new Set<string | undefined>()

/** Keeps hooks by number, and demands a token of its callers. */
const server = createServer((request, response) => {
  const { method = '', url = '', headers } = request
  seen.add(headers.authorization)
  void request.toArray().then((chunks) => {
    const body = Buffer.concat(chunks as Buffer[]).toString()
    const id = method === 'POST' ? String(hooks.size + 1) : (url.split('/')[2] ?? '')
    if (method === 'POST' || method === 'PUT') hooks.set(id, body)
    else if (!hooks.has(id)) return response.writeHead(404).end()
    const kept = JSON.parse(hooks.get(id) ?? '{}') as object
    if (method === 'DELETE') hooks.delete(id)
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...kept, id }))
  })
})

const blueprint = (event: string) => `
version: 2025-11-02
variables:
  token: { type: string, secret: true }
datasources:
  first:
    type: http/response
    filter: { field: url, operator: "=", search: /hooks/1 }
    exports: { body: { type: string } }
resources:
  hook:
    type: http/request
    spec:
      headers: { authorization: "Bearer \${variables.token}" }
      create: { url: /hooks, body: { event: ${event} } }
      read: { url: "/hooks/{id}" }
      update: { url: "/hooks/{id}", body: { event: ${event} } }
      destroy: { url: "/hooks/{id}" }
      expect: { event: ${event} }
exports:
  id: { type: string, field: resources.hook.spec.response.id }
  first: { type: string, field: datasources.first.body }
`

/** Hooks that the service knows by the numbers that it gives them, and by names that it is given. */
const several = (...events: readonly string[]) => `
version: 2025-11-02
variables: { token: { type: string, secret: true } }
resources:
${events
  .map(
    (event) => `  numbered-${event}:
    type: http/request
    spec:
      create: { url: /hooks, body: { event: ${event} } }
      read: { url: "/hooks/{id}" }
      destroy: { url: "/hooks/{id}" }
  named-${event}:
    type: http/request
    spec:
      create: { method: PUT, url: /hooks/${event}, body: { event: ${event} } }
      read: { url: /hooks/${event} }
      update: { url: /hooks/${event}, body: { event: ${event} } }
      destroy: { url: /hooks/${event} }
`,
  )
  .join('')}`

describe('slipway/http', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-first-party-')))
  let baseUrl = ''
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    hooks.set('1', '{"event":"start"}')
    writeFileSync(join(folder, 'slipway.config.yaml'), `providers: { http: { baseUrl: "${baseUrl}" } }\n`)
  })
  after(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function slipway(...args: readonly string[]): Promise<string> {
    const env = { ...process.env, SLIPWAY_VAR_token: 'quite secret', XDG_CONFIG_HOME: folder }
    const { code, stdout, stderr } = await run({ folder, env }, args)
    const text = stdout + stderr
    assert.equal(code, 0, `slipway ${args.join(' ')}: ${text}`)
    return text
  }

  test('creates, updates, reads and deletes objects of a service', async () => {
    const file = join(folder, 'hooks.blueprint.yaml')
    writeFileSync(file, blueprint('push'))
    assert.doesNotMatch(await slipway('up', '--yes'), /quite secret/)
    assert.deepEqual(JSON.parse(await slipway('exports', '--json')), { id: '2', first: '{"event":"start","id":"1"}' })
    assert.ok(seen.has('Bearer quite secret'))
    hooks.set('2', '{"event":"pull"}')
    assert.match(await slipway('plan', '--refresh'), /1 to update/)
    writeFileSync(file, blueprint('tag'))
    await slipway('up', '--yes')
    assert.equal(hooks.get('2'), '{"event":"tag"}')
    await slipway('destroy', '--yes')
    assert.deepEqual([...hooks.keys()], ['1'])
  })

  test('imports an object by its URL', async () => {
    hooks.set('7', '{"event":"push"}')
    const file = join(folder, 'hooks.blueprint.yaml')
    writeFileSync(file, blueprint('push'))
    await assert.rejects(slipway('import', 'hook', '/hooks/8'), /finds no URL that reads it "\/hooks\/8" for hook/)
    assert.match(await slipway('import', 'hook', `${baseUrl}/hooks/7`), /hook .* is a resource of hooks now/)
    assert.match(await slipway('up', '--yes'), /Nothing to do|hooks is up/)
    assert.equal(JSON.parse(await slipway('exports', '--json')).id, '7')
    await slipway('destroy', '--yes')
    assert.deepEqual([...hooks.keys()], ['1'])
  })

  test('deletes exactly the objects that leave the blueprint', async () => {
    const file = join(folder, 'hooks.blueprint.yaml')
    writeFileSync(file, several('push', 'tag'))
    await slipway('up', '--yes')
    assert.equal(hooks.size, 5)
    writeFileSync(file, several('tag'))
    assert.match(await slipway('up', '--yes'), /2 destroyed/)
    const left = Array.from(hooks, ([id, body]) => `${/^\d+$/.test(id) ? 'number' : id} ${body}`)
    assert.deepEqual(left.toSorted(), ['number {"event":"start"}', 'number {"event":"tag"}', 'tag {"event":"tag"}'])
    await slipway('destroy', '--yes')
    assert.deepEqual([...hooks.keys()], ['1'])
  })

  test('passes the test of every plugin with real objects', async () => {
    const exercise = {
      create: { url: '/hooks', body: { a: 1 } },
      read: { url: '/hooks/{id}' },
      destroy: { url: '/hooks/{id}' },
    }
    const exercises = [{ type: 'http/request', spec: exercise, update: { ...exercise, expect: { a: 1 } } }]
    const dataSources = [
      { type: 'http/response', filter: { url: '/hooks/1' }, expect: { status: 200 } },
      { type: 'http/response', filter: { url: '/hooks/none' }, fails: 'BAD_INPUT' },
    ]
    writeFileSync(join(folder, 'exercises.yaml'), JSON.stringify({ config: { baseUrl }, exercises, dataSources }))
    const plugin = join(workspace, 'packages/slipway/dist/plugins/providers/slipway/http/0.1.0')
    assert.doesNotMatch(await slipway('plugin', 'test', plugin, '--exercises', 'exercises.yaml'), /^(FAIL|weak)/m)
    assert.deepEqual([...hooks.keys()], ['1'])
  })
})
