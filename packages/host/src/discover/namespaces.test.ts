import { describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { deployEngine } from '../dialects/deploy-engine/dialect.ts'
import type { InstalledPlugin } from '../dialects/dialect.ts'
import { Namespaces } from './namespaces.ts'

const plugin = (id: string, kind: InstalledPlugin['kind'] = 'provider'): InstalledPlugin => ({
  id,
  dialect: deployEngine,
  kind,
  namespace: id.split('/').at(-1) ?? '',
  version: '1.0.0',
  file: `/root/${id}/plugin`,
  root: { path: '/root', origin: 'default' },
})

const installed = [plugin('a/aws'), plugin('b/aws'), plugin('a/local'), plugin('c/local', 'transformer')]

describe('namespaces', () => {
  test('belong to the one provider that claims them', () => {
    const namespaces = new Namespaces(installed)
    assert.equal(namespaces.resolve('local')?.id, 'a/local')
    assert.equal(namespaces.resolve('none'), undefined)
    assert.equal(namespaces.resolve('constructor'), undefined)
    assert.deepEqual(namespaces.names(), ['aws', 'local'])
  })

  test('that two providers claim are an error, unless the settings pin them', () => {
    assert.deepEqual(new Namespaces(installed).contested(), ['aws'])
    assert.throws(() => new Namespaces(installed).resolve('aws'), {
      code: 'host/namespace-collision',
      message: 'the namespace "aws" is claimed by a/aws (/root/a/aws/plugin) and b/aws (/root/b/aws/plugin)',
    })
    const pinned = new Namespaces(installed, { aws: 'b/aws' })
    assert.equal(pinned.resolve('aws')?.id, 'b/aws')
    assert.deepEqual(pinned.contested(), [])
  })

  test('that are pinned to a missing plugin are an error', () => {
    const namespaces = new Namespaces(installed, { aws: 'c/aws', gcp: 'a/gcp' })
    assert.throws(() => namespaces.resolve('aws'), { code: 'host/namespace-pin-missing', message: /a\/aws, b\/aws/ })
    assert.throws(() => namespaces.resolve('gcp'), {
      code: 'host/namespace-pin-missing',
      message: /no plugin serves it/,
    })
  })
})
