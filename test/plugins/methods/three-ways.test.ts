/** Every method of both services of plugins, on both sides: it works, refuses another host, and reports the expected error. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import type { TestContext } from 'node:test'
import { PluginFailure } from '@slipway/model'
import {
  connectChannel,
  type ErrorResponse,
  type Method,
  ProviderClient,
  ProviderMethods,
  providerRoutes,
  route,
  type Route,
  RpcServer,
  Service,
  StatusError,
  Status,
  TransformerClient,
  TransformerMethods,
  transformerRoutes,
} from '@slipway/protocol'
import { describe, test } from '../../cases.ts'
import {
  about,
  aboutAbstract,
  type Asked,
  askProvider,
  askTransformer,
  failingProvider,
  failingTransformer,
} from './asked.ts'
import { provider, transformer } from './whole.ts'
import { methodsPage } from './page.ts'
import { hostMethods, type PluginMethod, providerMethods, transformerMethods } from './table.ts'

const hostId = 'host-1'

type AnyMethod = Method<object, { readonly errorResponse?: ErrorResponse | undefined }>

interface Kind {
  readonly name: 'provider' | 'transformer'
  readonly methods: Readonly<Record<string, AnyMethod>>
  readonly table: Readonly<Record<string, PluginMethod>>
  readonly working: () => Route[]
  readonly failing: () => Route[]
  /** A request for any method, without the id of the host. */
  readonly request: object
  /** All calls that the engine may make for it, one by one. */
  readonly ask: (channel: ReturnType<typeof connectChannel>) => readonly Asked[]
}

const client = { hostId, pluginId: 'acme/whole', pluginVersion: '1.0.0' }

const kinds: readonly Kind[] = [
  {
    name: 'provider',
    methods: ProviderMethods,
    table: providerMethods,
    working: () => providerRoutes(provider, () => hostId),
    failing: () => providerRoutes(failingProvider, () => hostId),
    request: { ...about, linkType: { type: 'whole/thing::whole/thing' } },
    ask: (channel) => askProvider(new ProviderClient(channel, client)),
  },
  {
    name: 'transformer',
    methods: TransformerMethods,
    table: transformerMethods,
    working: () => transformerRoutes(transformer, () => hostId),
    failing: () => transformerRoutes(failingTransformer, () => hostId),
    request: aboutAbstract,
    ask: (channel) => askTransformer(new TransformerClient(channel, client)),
  },
]

async function serving(t: TestContext, routes: readonly Route[]) {
  const server = new RpcServer(routes)
  const channel = connectChannel(await server.listen())
  t.after(async () => {
    channel.close()
    await server.close()
  })
  return channel
}

/** The failures of all possible calls, by the name of the call. */
async function failures(asked: readonly Asked[]): Promise<ReadonlyMap<string, PluginFailure>> {
  const settled = await Promise.all(
    asked.map(async ([what, ask]): Promise<[string, unknown]> => {
      try {
        await ask()
        return [what, undefined]
      } catch (thrown) {
        return [what, thrown]
      }
    }),
  )
  for (const [what, thrown] of settled) assert.ok(thrown === undefined || thrown instanceof PluginFailure, what)
  return new Map(settled.filter((one): one is [string, PluginFailure] => one[1] !== undefined))
}

for (const { name, methods, table, working, failing, request, ask } of kinds) {
  describe(`each method of a ${name}`, () => {
    const entries = Object.entries(methods).filter(([method]) => !method.startsWith('Slipway'))

    test('is listed in the table', () => {
      assert.deepEqual(entries.map(([method]) => method).toSorted(), Object.keys(table).toSorted())
    })

    test('is served: it works, refuses another host, and reports errors', async (t) => {
      const good = await serving(t, working())
      const bad = await serving(t, failing())
      for (const [label, method] of entries) {
        const fine = await good.call(method, { hostId, ...request })
        assert.equal(fine.errorResponse, undefined, label)
        const foreign = await good.call(method, { ...request, hostId: 'host-2' })
        assert.deepEqual(
          [foreign.errorResponse?.code, foreign.errorResponse?.message],
          [0, 'invalid host ID "host-2"'],
          label,
        )
        const failed = await bad.call(method, { hostId, ...request })
        assert.deepEqual([failed.errorResponse?.code, failed.errorResponse?.message], [2, 'out of order'], label)
      }
    })

    test('is called by the host, which reports errors with the plugin’s name', async (t) => {
      for (const [label, method] of entries) {
        if (table[label]?.never !== undefined) continue
        const broken = replaced(working(), method, () => ({ errorResponse: { code: 2, message: `${label} is ill` } }))
        const failed = [...(await failures(ask(await serving(t, broken)))).values()]
        const own = failed.find(({ message }) => message.endsWith(`${label} is ill`))
        assert.ok(own !== undefined, `nobody has noticed that ${label} fails`)
        assert.deepEqual([own.pluginErrorCode, own.pluginId], ['BAD_INPUT', 'acme/whole'], label)
        assert.match(own.method, new RegExp(`^${name}\\.`), label)
        assert.match(own.message, new RegExp(`${label} is ill$`))
      }
    })

    test('is either undeclared or fails by name if the plugin lacks it', async (t) => {
      assert.deepEqual([...(await failures(ask(await serving(t, working()))))], [])
      for (const [label, method] of entries) {
        const lacking = replaced(working(), method, () => {
          throw new StatusError(Status.unimplemented, `unknown method ${label}`)
        })
        const failed = await failures(ask(await serving(t, lacking)))
        // Other tests prove that the host copes with a plugin that lacks the method: the test beside the client, and plugins on the older SDK.
        if (table[label]?.without === 'old') continue
        const expected = table[label]?.never !== undefined || table[label]?.without === 'nothing'
        assert.equal(failed.size === 0, expected, `${label}: ${[...failed.keys()].join(', ')}`)
      }
    })
  })
}

test('each method of the host is listed in the table', () => {
  assert.deepEqual(Object.keys(Service).toSorted(), Object.keys(hostMethods).toSorted())
})

test('the reference lists each method (UPDATE_DOCS=1 writes it)', async () => {
  const file = new URL('../../../docs/reference/plugin-methods.md', import.meta.url)
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(file, methodsPage())
  assert.equal(await readFile(file, 'utf8'), methodsPage())
})

function replaced(routes: readonly Route[], method: AnyMethod, answer: () => object): readonly Route[] {
  return [...routes.filter(({ path }) => path !== method.path), route(method, answer as never)]
}
