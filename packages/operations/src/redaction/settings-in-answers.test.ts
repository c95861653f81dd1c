import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMap, type Provider, type ProviderContext, secret, Secret, type Value, valueMap } from '@slipway/model'
import { settingsKeptSecret } from './settings-in-answers.ts'

const token = 'open sesame'
const context: ProviderContext = { config: { token, region: 'eu' }, variables: {} }

/** What a provider is heard to say that says this, of everything that it is asked. */
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

test('what tells a secret setting is a secret, in every answer and spelling', async () => {
  for (const said of [`https://me:${encodeURIComponent(token)}@here`, Buffer.from(token).toString('hex')])
    for (const value of await heard(said)) assert.ok(value instanceof Secret && value.value === said, said)
})

test('what tells none stays as it is, and so does what is around one that does', async () => {
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
  assert.deepEqual(provider.links, { of: 'it' })
  await provider.destroy({} as never)
})
