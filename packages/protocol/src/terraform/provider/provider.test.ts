import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { revealed, secret, Unknown, type Value, type ValueMap, valueMap } from '@slipway/model'
import { RpcFailure } from '../../wire/rpc/channel.ts'
import { Status } from '../../wire/rpc/status.ts'
import type { ApplyResult } from '../client/client.ts'
import { about, context, failureOf, made, plain, record, request, start } from '../testing/started.ts'
import { Ephemerals } from './ephemerals.ts'
import { TerraformProvider } from './provider.ts'

describe('a provider of Terraform', () => {
  test('makes a resource, and answers what it has computed, in blocks too', async () => {
    const { client, provider } = start()
    const spec = { name: 'a', rule: [valueMap([['port', 80]])] }
    const computed = await provider.deploy(request(spec))
    assert.deepEqual(plain(computed), { 'spec.region': 'eu', 'spec.id': 'id-a', 'spec.rule[0].id': 'r0' })
    assert.deepEqual(client.calls.slice(-2), ['plan create', 'create'])
  })

  test('knows a resource that is correct, and is not asked to upgrade its own state', async () => {
    const { client, provider, current } = await made({ name: 'a' })
    const diff = await provider.diff({ ...about, current, spec: valueMap([['name', 'a']]), context })
    assert.deepEqual(diff, { replaceBecause: [], destroyFirst: true, isHabit: true, isSame: true })
    assert.equal(
      client.calls.some((call) => call.startsWith('upgrade')),
      false,
    )
  })

  test('upgrades a state that another binary has written', async () => {
    const { client, current } = await made({ name: 'a' })
    const other = new TerraformProvider(client, {
      pluginId: 'registry.opentofu.org/acme/fake',
      pluginVersion: () => '2.0.0',
      namespace: 'fake',
      launch: () => 'other',
      ephemerals: () => new Ephemerals(),
      binary: () => 'other',
    })
    const spec = valueMap([['name', 'a']])
    assert.equal((await other.diff({ ...about, current, spec, context })).isSame, true)
    assert(client.calls.includes('upgrade 1'))
  })

  test('upgrades what an older version of a type has recorded', async () => {
    const { client, provider } = start()
    const spec = valueMap([
      ['title', 'a'],
      ['id', 'x'],
    ])
    const upgraded = await provider.upgrade({ ...about, spec, schemaVersion: 1, context })
    assert.deepEqual([upgraded['name'], upgraded['id'], upgraded['title']], ['a', 'x', undefined])
    assert(client.calls.includes('upgrade 0'))
  })

  test('says what changes in place and what needs a new resource, after the old one is gone', async () => {
    const { provider, current } = await made({ name: 'a', size: 1 })
    const larger = await provider.diff({
      ...about,
      current,
      spec: valueMap(Object.entries({ name: 'a', size: 2 })),
      context,
    })
    assert.deepEqual(larger, { replaceBecause: [], destroyFirst: true, isHabit: true, differs: ['spec.size'] })
    const renamed = await provider.diff({
      ...about,
      current,
      spec: valueMap(Object.entries({ name: 'b', size: 1 })),
      context,
    })
    assert.deepEqual([renamed.replaceBecause, renamed.destroyFirst], [['spec.name'], true])
  })

  test('previews what is not known yet', async () => {
    const { provider } = start()
    const spec = { name: new Unknown('resources.db.spec.id') }
    const computed = plain((await provider.preview(request(spec))) ?? {})
    assert.equal(computed['spec.region'], 'eu')
    assert(computed['spec.id'] instanceof Unknown)
    assert.equal(computed['spec.id'].until, 'resources.web.spec.id')
  })

  test('is not asked again for a plan that it has made', async () => {
    const { client, provider } = start()
    await provider.preview(request({ name: 'a' }))
    await provider.deploy(request({ name: 'a' }))
    assert.deepEqual(
      client.calls.filter((call) => call.startsWith('plan')),
      ['plan create'],
    )
  })

  test('plans before a deploy is journaled, and is not asked again then', async () => {
    const { client, provider } = start()
    await provider.prepare(request({ name: 'a' }))
    assert.deepEqual(
      client.calls.filter((call) => call.startsWith('plan') || call === 'create'),
      ['plan create'],
    )
    await provider.deploy(request({ name: 'a' }))
    assert.deepEqual(client.calls.slice(-2), ['plan create', 'create'])
  })

  test('tells the warnings of its plan', async () => {
    const { client, provider } = start()
    const warning = { severity: 'warning', summary: 'Old', detail: 'use another', path: [] } as const
    client.onPlan = (_, usual) => ({ ...usual, diagnostics: [warning] })
    await provider.preview(request({ name: 'a' }))
    const { type, resourceName, instanceName } = about
    const asked = { type, resourceName, instanceName, spec: valueMap([['name', 'a']]), context }
    assert.deepEqual(await provider.validateResource(asked), [
      { severity: 'warning', message: 'Old: use another', method: 'provider.PlanResourceChange' },
    ])
  })

  test('must not plan something else than what it has planned before', async () => {
    const { client, provider } = start()
    await provider.preview(request({ name: new Unknown('x') }))
    client.onPlan = (_, usual) => ({ ...usual, planned: { ...(usual.planned as object), region: 'us' } })
    const failure = await failureOf(provider.deploy(request({ name: 'a' })))
    assert.equal(failure.code, 'protocol/bad-answer')
    assert(failure.refused)
    assert.match(failure.reasons.join('\n'), /region: "eu" was planned, but it is "us"/)
  })

  test('must not plan against the configuration, unless it is of the old kind', async () => {
    const { client, provider } = start()
    client.onPlan = (_, usual) => ({ ...usual, planned: { ...(usual.planned as object), name: 'other' } })
    assert.equal((await failureOf(provider.deploy(request({ name: 'a' })))).code, 'protocol/bad-answer')
    client.onPlan = (_, usual) => ({ ...usual, isLegacy: true, planned: { ...(usual.planned as object), name: 'A' } })
    const computed = await provider.deploy(request({ name: 'a' }))
    const current = record({ name: 'a' }, computed)
    // The provider's form of the value is kept next to the spec, and sent back to the provider.
    const real = await provider.externalState({ ...about, spec: current.spec, context })
    assert.equal(real, current.spec)
  })
})

describe('a create that a provider of Terraform has answered', () => {
  const bad = { severity: 'error', summary: 'Failed', detail: 'no room', path: [] } as const

  test('with errors and a state, left a tainted resource, which is created again', async () => {
    const { client, provider } = start()
    client.onApply = (_, usual) => ({ ...usual(), diagnostics: [bad] })
    const failure = await failureOf(provider.deploy(request({ name: 'a' })))
    assert.deepEqual([failure.inDoubt, failure.refused, failure.answered], [false, false, false])
    assert.equal(failure.made?.['spec.id'], 'id-a')
    const current = record({ name: 'a' }, failure.made ?? {}, 'create-failed')
    const diff = await provider.diff({ ...about, current, spec: valueMap([['name', 'a']]), context })
    assert.deepEqual(diff, { replaceBecause: ['tainted'], destroyFirst: true, isHabit: true })
  })

  test('with errors and no state, made nothing', async () => {
    const { client, provider } = start()
    client.onApply = (): ApplyResult => ({
      state: null,
      private: new Uint8Array(),
      isLegacy: false,
      diagnostics: [bad],
    })
    const failure = await failureOf(provider.deploy(request({ name: 'a' })))
    assert.deepEqual([failure.inDoubt, failure.answered, failure.refused, failure.made], [false, true, true, undefined])
    assert.deepEqual(failure.reasons, ['Failed: no room'])
  })

  test('with something else than it had planned, left a tainted resource', async () => {
    const { client, provider } = start()
    client.onApply = (_, usual) => ({ ...usual(), state: { ...(usual().state as object), region: 'us' } })
    const failure = await failureOf(provider.deploy(request({ name: 'a' })))
    assert.equal(failure.code, 'protocol/bad-answer')
    assert.equal(failure.made?.['spec.region'], 'us')
  })
})

describe('a create that was cut off', () => {
  const lost = new RpcFailure('protocol/connection-lost', 'the connection was lost', {
    status: Status.unavailable,
    delivered: true,
  })

  test('is a doubt, which nothing but an id can settle', async () => {
    const { client, provider } = start()
    client.onApply = () => Promise.reject(lost)
    const failure = await failureOf(provider.deploy(request({ name: 'a' })))
    assert.deepEqual([failure.inDoubt, failure.answered], [true, false])
    assert.equal(await provider.externalState({ ...about, spec: valueMap([['name', 'a']]), context }), undefined)
  })

  test('is found by its identity', async () => {
    const { client, provider } = start()
    client.hasIdentities = true
    client.onApply = (_, usual) => {
      usual()
      return Promise.reject(lost)
    }
    await failureOf(provider.deploy(request({ name: 'a' })))
    const real = await provider.externalState({ ...about, spec: valueMap([['name', 'a']]), context })
    assert.equal(real?.['id'], 'id-a')
  })
})

describe('a change that a provider of Terraform answers with errors', () => {
  const bad = { severity: 'error', summary: 'Failed', detail: '', path: [] } as const

  test('is recorded as far as it came', async () => {
    const { client, provider, current } = await made({ name: 'a', size: 1 })
    client.onApply = (_, usual) => ({ ...usual(), diagnostics: [bad] })
    const failure = await failureOf(provider.deploy(request({ name: 'a', size: 2 }, current)))
    assert.deepEqual([failure.inDoubt, failure.made?.['spec.id']], [false, 'id-a'])
  })

  test('leaves a resource that a destroy has not destroyed', async () => {
    const { client, provider, current } = await made({ name: 'a', size: 1 })
    client.onApply = ({ prior }) => ({
      state: { ...(prior as object), region: 'gone' },
      private: new Uint8Array(),
      isLegacy: false,
      diagnostics: [bad],
    })
    const failure = await failureOf(provider.destroy({ ...about, current, context }))
    assert.equal(failure.made?.['spec.region'], 'gone')
  })
})

describe('a resource of a provider of Terraform', () => {
  test('is destroyed with a plan, if its provider wants one', async () => {
    const own = start()
    own.client.plansDestroy = true
    const { client, provider, current } = await made({ name: 'a' }, own)
    await provider.destroy({ ...about, current, context })
    assert.deepEqual(client.calls.slice(-2), ['plan destroy', 'destroy'])
    assert.equal(client.things.size, 0)
  })

  test('an import by an identity with a large number finds exactly that thing', async () => {
    const { client, provider } = start()
    client.hasIdentities = true
    for (const name of ['9007199254740992', '9007199254740993']) await provider.deploy(request({ name }))
    const importedAs = '{"name":9007199254740993}'
    const real = await provider.externalState({ ...about, spec: valueMap(), importedAs, context })
    assert.equal(real?.['name'], '9007199254740993')
  })

  test('is read with what has changed outside', async () => {
    const { client, provider, current } = await made({ name: 'a', size: 1 })
    assert.equal(await provider.externalState({ ...about, spec: current.spec, context }), current.spec)
    client.things.set('a', { ...client.things.get('a'), region: 'us' })
    const real = await provider.externalState({ ...about, spec: current.spec, context })
    assert.deepEqual([real?.['region'], real?.['size']], ['us', undefined])
    client.things.clear()
    assert.equal(await provider.externalState({ ...about, spec: current.spec, context }), undefined)
  })

  test('keeps its identity, whose version a record may have sealed', async () => {
    const own = start()
    own.client.hasIdentities = true
    const { provider, current } = await made({ name: 'a' }, own)
    const kept = Object.entries(current.spec['__terraform'] ?? {}).map(
      ([name, value]) => [name, name === 'identityVersion' ? secret(value as Value) : (value as Value)] as const,
    )
    const spec = valueMap([...Object.entries(current.spec), ['__terraform', valueMap(kept)]])
    own.client.upgradeIdentity = () => Promise.reject(new Error('it was asked to upgrade the identity'))
    const diff = await provider.diff({
      ...about,
      current: { ...current, spec },
      spec: valueMap([['name', 'a']]),
      context,
    })
    assert.equal(diff.isSame, true)
  })

  test('stays tainted when it is read', async () => {
    const { client, provider, current } = await made({ name: 'a' })
    const tainted = valueMap([...Object.entries(current.spec['__terraform'] ?? {}), ['tainted', true]])
    const spec = valueMap([...Object.entries(current.spec), ['__terraform', tainted]])
    client.things.set('a', { ...client.things.get('a'), region: 'us' })
    const real = await provider.externalState({ ...about, spec, context })
    assert.match(JSON.stringify(real), /"tainted":true/)
  })

  test('is imported by an id, and by an identity', async () => {
    const { client, provider } = await made({ name: 'a', size: 1 })
    const nothing: ValueMap = valueMap()
    const byId = await provider.externalState({ ...about, spec: nothing, importedAs: 'a', context })
    assert.deepEqual([byId?.['id'], byId?.['size'], byId?.['rule']], ['id-a', 1, undefined])
    assert.equal(await provider.externalState({ ...about, spec: nothing, importedAs: 'b', context }), undefined)
    const named = new TerraformProvider(Object.assign(client, { hasIdentities: true }), {
      pluginId: 'registry.opentofu.org/acme/fake',
      pluginVersion: () => '1.0.0',
      namespace: 'fake',
      launch: () => 'other',
      ephemerals: () => new Ephemerals(),
      binary: () => '',
    })
    const byIdentity = await named.externalState({ ...about, spec: nothing, importedAs: '{"name":"a"}', context })
    assert.equal(byIdentity?.['id'], 'id-a')
    assert.deepEqual((await named.list({ type: about.type, query: nothing, limit: 5, context })).things, [
      { id: '{"name":"a"}', name: 'the a' },
    ])
  })

  test('keeps its write-only values out of what is recorded', async () => {
    const { client, provider } = start()
    let sent: unknown
    client.onApply = ({ config }, usual) => {
      sent = (config as { token: string }).token
      return usual()
    }
    const computed = await provider.deploy(request({ name: 'a', token: 'hush-hush' }))
    assert.equal(sent, 'hush-hush')
    assert.doesNotMatch(JSON.stringify(Object.values(computed).map((value) => revealed(value ?? null))), /hush-hush/)
  })

  test('is validated, with the place of what is wrong', async () => {
    const { provider } = start()
    const found = await provider.validateResource({
      type: about.type,
      resourceName: 'web',
      spec: valueMap([['name', 'bad']]),
      context,
    })
    assert.deepEqual(found, [
      {
        severity: 'error',
        message: 'Bad value: it is bad',
        path: 'spec.name',
        method: 'provider.ValidateResourceConfig',
      },
    ])
  })

  test('is not valid if its provider does not plan it, until the provider does', async () => {
    const { client, provider } = start()
    const path = [{ attribute: 'size' }]
    const error = { severity: 'error', summary: 'Too big', detail: '', path } as const
    client.onPlan = (_, usual) => ({ ...usual, diagnostics: [error] })
    const asked = request({ name: 'a' })
    const said = () => provider.validateResource({ ...about, spec: asked.spec, context })
    assert.equal(await provider.preview(asked), undefined)
    const method = 'provider.PlanResourceChange'
    assert.deepEqual(await said(), [{ severity: 'error', message: 'Too big', path: 'spec.size', method }])
    client.onPlan = (_, usual) => ({ ...usual, planned: { ...(usual.planned as object), name: 'other' } })
    await provider.preview(asked)
    assert.match((await said())[0]?.message ?? '', /breaks the rules of its protocol.*; name: /)
    client.onPlan = undefined
    await provider.preview(asked)
    assert.deepEqual(await said(), [])
  })

  test('that exists is not valid if its provider refuses the change, with the place of what is wrong', async () => {
    const { client, provider, current } = await made({ name: 'a', size: 1 })
    const path = [{ attribute: 'size' }]
    const error = { severity: 'error', summary: 'Too big', detail: '', path } as const
    client.onPlan = (_, usual) => ({ ...usual, diagnostics: [error] })
    const spec = valueMap(Object.entries({ name: 'a', size: 2 }))
    const diff = await provider.diff({ ...about, current, spec, context })
    assert.deepEqual(diff, { replaceBecause: [], destroyFirst: true, isHabit: true, differs: [] })
    assert.deepEqual(await provider.validateResource({ ...about, spec, context }), [
      { severity: 'error', message: 'Too big', path: 'spec.size', method: 'provider.PlanResourceChange' },
    ])
  })

  test('whose plan breaks the rules of the protocol fails at once, since no line of the user is at fault', async () => {
    const { client, provider, current } = await made({ name: 'a', size: 1 })
    client.onPlan = (_, usual) => ({ ...usual, planned: { ...(usual.planned as object), name: 'other' } })
    const spec = valueMap(Object.entries({ name: 'a', size: 2 }))
    const failure = await failureOf(provider.diff({ ...about, current, spec, context }))
    assert.equal(failure.code, 'protocol/bad-answer')
  })
})
