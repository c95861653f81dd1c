import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unchecked } from '@slipway/engine'
import { Failure } from '@slipway/model'
import { tolerantCatalog } from './tolerant-catalog.ts'

const nothing = { resourceTypes: [], dataSourceTypes: [], functions: [] }

function failing(failure: Error, unchecked: Unchecked) {
  return tolerantCatalog({ namespaces: () => ['aws'], define: () => Promise.reject(failure) }, unchecked)
}

test('a plugin that does not start is noted, and stands for one that is missing', async () => {
  const unchecked = new Unchecked()
  const catalog = failing(new Failure('host/plugin-exited', 'acme/aws exited with code 3'), unchecked)
  assert.equal(await catalog.define('aws', nothing), undefined)
  assert.deepEqual(catalog.namespaces(), ['aws'])
  assert.match(unchecked.diagnostic?.message ?? '', /"aws" cannot be asked: acme\/aws exited with code 3$/)
})

test('wrong settings are told, and so are mistakes of ours', async () => {
  const unchecked = new Unchecked()
  for (const error of [new Failure('cli/bad-provider-config', 'aws needs a region'), new TypeError('a bug')])
    await assert.rejects(failing(error, unchecked).define('aws', nothing), error)
  assert.equal(unchecked.diagnostic, undefined)
})
