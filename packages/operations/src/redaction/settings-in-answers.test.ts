import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isMap,
  type LinkProvider,
  PluginFailure,
  type Provider,
  type ProviderContext,
  secret,
  Secret,
  type Value,
  valueMap,
} from '@slipway/model'
import { settingsKeptSecret } from './settings-in-answers.ts'

const token = 'open sesame'
const context: ProviderContext = { config: { token, region: 'eu' }, variables: {} }

/** Returns the marked answers to every kind of call, from a provider that always answers with this value. */
async function heard(said: Value, config: ProviderContext['config'] = context.config): Promise<readonly Value[]> {
  const fields = valueMap([['url', said]])
  const inner = {
    deploy: () => Promise.resolve({ url: said }),
    hasStabilised: () => Promise.resolve({ stabilised: true, computed: { url: said } }),
    externalState: () => Promise.resolve(fields),
    fetch: () => Promise.resolve(fields),
    callFunction: () => Promise.resolve(said),
  } as Partial<Provider> as Provider
  const provider = settingsKeptSecret(inner, (given) => [secret(given['token'] ?? null)])
  const request = { context: { ...context, config } } as never
  const { computed } = await provider.hasStabilised(request)
  return [
    (await provider.deploy(request))['url'] ?? null,
    computed['url'] ?? null,
    (await provider.externalState(request))?.['url'] ?? null,
    (await provider.fetch(request))['url'] ?? null,
    (await provider.callFunction(request)) as Value,
  ]
}

test('a value that reveals a secret setting is a secret, in every answer and spelling', async () => {
  for (const said of [`https://me:${encodeURIComponent(token)}@here`, Buffer.from(token).toString('hex')])
    for (const value of await heard(said)) assert.ok(value instanceof Secret && value.value === said, said)
})

test('the remains of a failed deploy are protected in the same way', async () => {
  const about = { pluginId: 'acme/one', method: 'provider.Resource.Deploy', pluginErrorCode: 'UNEXPECTED' } as const
  const made = { url: `https://${token}`, region: 'eu' }
  const failure = new PluginFailure('test/half', 'half made', { ...about, made })
  const inner = { deploy: () => Promise.reject(failure) } as Partial<Provider> as Provider
  const provider = settingsKeptSecret(inner, (given) => [secret(given['token'] ?? null)])
  await assert.rejects(provider.deploy({ context } as never), (thrown: PluginFailure) => {
    assert.deepEqual(thrown.made, { url: secret(`https://${token}`), region: 'eu' })
    return thrown.message === failure.message
  })
  const plain = new PluginFailure('test/none', 'nothing made', about)
  const other = settingsKeptSecret({ deploy: () => Promise.reject(plain) } as never, () => [])
  await assert.rejects(other.deploy({ context } as never), (thrown) => thrown === plain)
})

test('other values stay as they are, and so does everything around a secret one', async () => {
  assert.deepEqual(await heard('eu'), ['eu', 'eu', 'eu', 'eu', 'eu'])
  assert.deepEqual(await heard(token, { region: 'eu' }), [token, token, token, token, token])
  for (const value of await heard(valueMap([['list', ['a', `a ${token}`]]]))) {
    const list = isMap(value) ? value['list'] : undefined
    assert.ok(Array.isArray(list) && list[0] === 'a' && list[1] instanceof Secret)
  }
  for (const value of await heard(valueMap([[token, 'a']]))) assert.ok(value instanceof Secret)
})

test('a provider without answers of its own is asked as before', async () => {
  const inner = { diff: undefined, links: { of: 'it' }, destroy: () => Promise.resolve() } as never
  const provider = settingsKeptSecret(inner, () => [])
  assert.equal('diff' in provider && typeof provider.diff, 'undefined')
  assert.equal(Reflect.get(provider.links ?? {}, 'of'), 'it')
  await provider.destroy({} as never)
})

test('a link’s value that reveals a secret setting is a secret, for any provider', async () => {
  const url = `https://me:${token}@here`
  const data = valueMap([['url', url]])
  const result = { data, mappings: { 'orders::spec.url': 'url' } }
  const spec = valueMap([['url', url]])
  const changes = { modified: [], removed: [], unchanged: [], knownOnDeploy: [], added: [{ path: 'url', next: url }] }
  const links = {
    validate: () => Promise.resolve([]),
    stage: () => Promise.resolve(changes),
    updateResource: () => Promise.resolve(result),
    updateIntermediaries: () =>
      Promise.resolve({ ...result, intermediaries: [{ resourceId: 'r', type: 'a/b', status: 'created', spec }] }),
    intermediaryStates: () => Promise.resolve({ r: spec, gone: undefined }),
  } as unknown as LinkProvider
  const provider = settingsKeptSecret({ links } as Provider, (given, namespace) =>
    namespace === 'other' ? [secret(given['token'] ?? null)] : [],
  )
  const request = { context: { config: { own: { token: 'x' }, other: { token } }, variables: {} } } as never
  const kept = provider.links
  assert.ok(kept)
  const isKept = (value: Value | undefined): boolean => value instanceof Secret && value.value === url
  assert.ok(isKept((await kept.stage(request)).added[0]?.next))
  const updated = await kept.updateResource(request)
  assert.ok(isKept(updated.data['url']))
  assert.deepEqual(updated.mappings, result.mappings)
  const between = await kept.updateIntermediaries(request)
  assert.ok(isKept(between.data['url']) && isKept(between.intermediaries[0]?.spec['url']))
  const states = await kept.intermediaryStates(request)
  assert.ok(isKept(states['r']?.['url']) && states['gone'] === undefined && 'gone' in states)
  assert.deepEqual(await kept.validate(request), [])
})
