import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unchecked } from '@slipway/engine'
import { Failure, type ProviderDefinition } from '@slipway/model'
import { tolerantCatalog } from './tolerant-catalog.ts'

const nothing = { resourceTypes: [], dataSourceTypes: [], functions: [] }

function failing(failure: Error, unchecked: Unchecked) {
  const catalog = {
    namespaces: () => ['aws'],
    defineUnconfigured: () => Promise.reject(failure),
    context: () => ({ config: {}, variables: {} }),
  }
  return tolerantCatalog(catalog, unchecked)
}

test('a plugin that does not start is noted, and counts as missing', async () => {
  const unchecked = new Unchecked()
  const catalog = failing(new Failure('host/plugin-exited', 'acme/aws exited with code 3'), unchecked)
  assert.equal(await catalog.define('aws', nothing), undefined)
  assert.deepEqual(catalog.namespaces(), ['aws'])
  assert.match(unchecked.diagnostic?.message ?? '', /"aws" cannot be asked: acme\/aws exited with code 3$/)
})

test('types are checked although a setting’s secret is missing, and the message says so', async () => {
  const unchecked = new Unchecked()
  const definition = { pluginId: 'acme/aws' } as unknown as ProviderDefinition
  const missing = new Failure('cli/no-such-variable', 'providers.aws.token: the variable TOKEN is not set')
  const catalog = tolerantCatalog(
    {
      namespaces: () => ['aws'],
      defineUnconfigured: () => Promise.resolve(definition),
      context: () => {
        throw missing
      },
    },
    unchecked,
  )
  assert.equal(await catalog.define('aws', nothing), definition)
  assert.equal(unchecked.diagnostic?.message, `not everything could be checked: ${missing.message}`)
  assert.equal(unchecked.diagnostic?.hint, '"slipway plan" and "slipway up" need it')
})

test('wrong settings are reported, and so are our own mistakes', async () => {
  const unchecked = new Unchecked()
  for (const error of [new Failure('cli/bad-provider-config', 'aws needs a region'), new TypeError('a bug')])
    await assert.rejects(failing(error, unchecked).define('aws', nothing), error)
  assert.equal(unchecked.diagnostic, undefined)
})
