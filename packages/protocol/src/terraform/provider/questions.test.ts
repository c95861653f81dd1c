import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PassedOn, valueMap } from '@slipway/model'
import { context, failureOf, request, start } from '../testing/started.ts'

describe('a provider of Terraform that is asked', () => {
  test('is configured once, with lists from JSON', async () => {
    const { client, provider } = start()
    const config = { region: 'eu', limits: '[1,2]' }
    const fetch = {
      type: 'fake/fake_source',
      dataSourceName: 's',
      filters: [{ field: 'name', operator: '=', search: ['x'] }],
      exports: { found: { type: 'string' }, t: { type: 'any', aliasFor: 'tags' } },
      context: { config, variables: {} },
    }
    assert.deepEqual({ ...(await provider.fetch(fetch)) }, { found: 'found x', t: valueMap([['a', 'b']]) })
    await provider.fetch(fetch)
    assert.deepEqual(
      client.calls.filter((call) => call.startsWith('configure')),
      ['configure {"region":"eu","limits":["1","2"]}'],
    )
  })

  test('a setting with parts keeps all digits of its numbers', async () => {
    const { client, provider } = start()
    const config = { limits: '[9007199254740993,0.10]' }
    await provider.fetch({
      type: 'fake/fake_source',
      dataSourceName: 's',
      filters: [],
      exports: {},
      context: { config, variables: {} },
    })
    assert(client.calls.includes('configure {"region":null,"limits":["9007199254740993","0.1"]}'))
  })

  test('refuses settings by name', async () => {
    const { provider } = start()
    const failure = await failureOf(
      provider.fetch({
        type: 'fake/fake_source',
        dataSourceName: 's',
        filters: [],
        exports: {},
        context: { config: { region: 'bad' }, variables: {} },
      }),
    )
    assert.deepEqual(
      [failure.refused, failure.reasons, failure.hint],
      [true, ['region: Bad value: it is bad'], 'correct providers."fake" in slipway.config.yaml'],
    )
  })

  test('answers functions, and says which argument is wrong', async () => {
    const { provider } = start()
    assert.equal(await provider.callFunction({ name: 'shout', args: ['hi'], context }), 'HI')
    const failure = await failureOf(provider.callFunction({ name: 'shout', args: [''], context }))
    assert.deepEqual(failure.reasons, ['text: nothing to say'])
    assert.deepEqual((await failureOf(provider.callFunction({ name: 'shout', args: [null], context }))).reasons, [
      'text: it must not be null',
    ])
  })

  test('describes its types for blueprints', async () => {
    const { provider } = start()
    const definition = await provider.define({
      resourceTypes: ['fake/fake_thing', 'fake/none'],
      dataSourceTypes: ['fake/fake_source'],
      functions: ['shout'],
    })
    const { schema, schemaVersion, findsByIdAlone } = definition.resourceTypes['fake/fake_thing'] ?? {}
    assert.deepEqual([schemaVersion, findsByIdAlone, schema?.required], [2, true, ['name']])
    assert.deepEqual(schema?.attributes?.['region'], { type: 'string', computedWhenOmitted: true, nullable: true })
    assert.deepEqual(schema?.attributes?.['token'], {
      type: 'string',
      nullable: true,
      sensitive: true,
      writeOnly: true,
    })
    assert.deepEqual(definition.dataSourceTypes['fake/fake_source']?.hasMoreFields, true)
    assert.deepEqual(Object.keys(definition.resourceTypes), ['fake/fake_thing'])
  })

  test('stops what it is at when the run is cancelled, and is waited for', async () => {
    const { client, provider } = start()
    const cancel = new AbortController()
    client.onApply = async (_, usual) => {
      cancel.abort(new Error('cancelled by SIGINT'))
      await new Promise(setImmediate)
      return { ...usual(), diagnostics: [{ severity: 'error', summary: 'cancelled', detail: '', path: [] }] }
    }
    const failure = await failureOf(provider.deploy(request({ name: 'a' }), { signal: cancel.signal }))
    assert.equal(failure.made?.['spec.id'], 'id-a')
    assert(client.calls.includes('stop'))
  })

  test('a provider whose second run is cancelled too is asked to stop once more', async () => {
    const { client, provider } = start()
    for (const name of ['a', 'b']) {
      const cancel = new AbortController()
      client.onApply = (_, usual) => {
        cancel.abort(new Error('cancelled by SIGINT'))
        return usual()
      }
      await provider.deploy(request({ name }), { signal: cancel.signal })
    }
    assert.equal(client.calls.filter((call) => call === 'stop').length, 2)
  })

  test('opens an ephemeral resource, whose values are only passed on, and closes it at the end', async () => {
    const { client, provider, ephemerals } = start()
    const { password } = await provider.fetch({
      type: 'fake/fake_pass',
      dataSourceName: 'p',
      filters: [{ field: 'name', operator: '=', search: ['x'] }],
      exports: { password: { type: 'string' } },
      context,
    })
    assert(password instanceof PassedOn)
    assert.equal(password.value, 'p-1')
    await ephemerals.close(client)
    await ephemerals.close(client)
    assert.deepEqual(client.calls.slice(-2), ['open', 'close fake_pass lease'])
  })

  test('opens an ephemeral resource that has the name of a data source by a name of its own', async () => {
    const { client, provider } = start()
    const names = ['fake/fake_source', 'fake/ephemeral_fake_source', 'fake/ephemeral_fake_pass']
    const definition = await provider.define({ resourceTypes: [], dataSourceTypes: names, functions: [] })
    assert.deepEqual(definition.dataSourceTypeNames, [
      'fake/fake_source',
      'fake/fake_pass',
      'fake/ephemeral_fake_source',
    ])
    assert.deepEqual(Object.keys(definition.dataSourceTypes), ['fake/fake_source', 'fake/ephemeral_fake_source'])
    const { password } = await provider.fetch({
      type: 'fake/ephemeral_fake_source',
      dataSourceName: 'p',
      filters: [{ field: 'name', operator: '=', search: ['x'] }],
      exports: { password: { type: 'string' } },
      context,
    })
    assert(password instanceof PassedOn)
    assert.deepEqual(client.calls.slice(-1), ['open'])
  })

  test('turns what another type has recorded into its own, if it can', async () => {
    const { client, provider } = start()
    const spec = valueMap([
      ['name', 'a'],
      ['__terraform', valueMap([['private', 'cHJpdmF0ZQ==']])],
    ])
    const former = { type: 'other/other_thing', pluginId: 'registry.opentofu.org/acme/other' }
    const thing = {
      type: 'fake/fake_thing',
      resourceId: 'r',
      resourceName: 'web',
      instanceId: 'i',
      instanceName: 'n',
    }
    const asked = { ...thing, spec, schemaVersion: 3, former, context }
    assert.equal(await provider.takeOver(asked), undefined)
    client.moves = true
    assert.equal((await provider.takeOver(asked))?.['id'], 'moved')
    assert.deepEqual(client.calls.slice(-1), [
      'move registry.opentofu.org/acme/other other_thing 2 private {"name":"a"}',
    ])
    assert.equal(await provider.takeOver({ ...asked, spec: valueMap([['name', 'a']]) }), undefined)
  })
})
