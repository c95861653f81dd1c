import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { describe, test, type TestContext } from 'node:test'
import { createHttpClient } from '@slipway/installer'
import { packageDocs } from './package-docs.ts'
import { publishTo, serverRegistry } from './package-registry.ts'

/** Starts a registry that stores what it receives, and refuses all requests without the token. */
async function registry(t: TestContext, token = '') {
  const files = new Map<string, string>()
  const order: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (request.headers.authorization !== 'Bearer sesame') return response.writeHead(401).end()
    if (request.method === 'GET') {
      const text = files.get(path)
      return response.writeHead(text === undefined ? 404 : 200).end(text)
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      files.set(path, Buffer.concat(chunks).toString())
      order.push(path)
      response.writeHead(201).end()
    })
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const env =
    token === '' ? {} : { [`SLIPWAY_REGISTRY_TOKEN_127_0_0_1_${port}`]: token, SLIPWAY_REGISTRY_TOKEN_127_0_0_1: token }
  const http = createHttpClient({
    env,
    signal: new AbortController().signal,
    isOffline: false,
    settings: { allowHttp: true, httpTokens: [`127.0.0.1:${port}`] },
  })
  return { files, order, at: serverRegistry(`http://127.0.0.1:${port}/packages/`, http) }
}

const notes = { name: 'notes', version: '1.0.0', files: { 'schema.json': '{}\n', 'README.md': '# notes\n' } }

describe('a registry server', () => {
  test('gets the files of a version, then the list of versions, and no version twice', async (t) => {
    const { at, files, order } = await registry(t, 'sesame')
    assert.equal(await publishTo(at, notes), 'published')
    assert.equal(await publishTo(at, { ...notes, version: '1.1.0' }), 'published')
    assert.equal(await publishTo(at, notes), 'present')
    assert.deepEqual(order.slice(0, 3), [
      '/packages/notes/1.0.0/schema.json',
      '/packages/notes/1.0.0/README.md',
      '/packages/notes/index.json',
    ])
    assert.deepEqual(JSON.parse(files.get('/packages/notes/index.json') ?? ''), {
      name: 'notes',
      versions: ['1.0.0', '1.1.0'],
    })
    const other = { ...notes, files: { ...notes.files, 'schema.json': '[]\n' } }
    await assert.rejects(publishTo(at, other), { code: 'package/published' })
    files.set('/packages/notes/index.json', 'oops')
    await assert.rejects(publishTo(at, { ...notes, version: '2.0.0' }), { code: 'package/bad-registry' })
    await assert.rejects(publishTo(at, { ...notes, version: '../2' }), { code: 'package/bad-version' })
  })

  test('is asked with the token of its host alone', async (t) => {
    const { at } = await registry(t)
    await assert.rejects(publishTo(at, notes), { code: 'install/refused' })
  })
})

test('documentation has no HTML and no rows of a table that a schema wrote', () => {
  const text = { type: 'string', description: 'a | b <script>\nmore' }
  const schema = {
    name: 'p',
    version: '1',
    description: '<img src=x>',
    resources: {
      'p:i:`A|': {
        inputProperties: { x: text, l: { type: 'array', items: { $ref: '#/types/p:i:T' } } },
        requiredInputs: ['x'],
      },
    },
    config: { variables: { town: text } },
  }
  assert.equal(
    packageDocs(JSON.stringify(schema)),
    [
      '# `p` 1\n\n&lt;img src=x>\n\n## Resources\n\n### `p:i: A `\n\n| Arguments | Type | Needed | What it is |\n|---|---|---|---|',
      '| `x` | `string` | yes | a \\| b &lt;script> |\n| `l` | `p:i:T[]` |  |  |\n\n## Settings\n\n| Settings | Type | Needed | What it is |\n|---|---|---|---|',
      '| `town` | `string` |  | a \\| b &lt;script> |\n',
    ].join('\n'),
  )
})
