import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { madeForGone, madeForThese, namesMadeFor } from './made-by-plugins.ts'
import { selectPart } from './targets.ts'

function recordOf(name: string, maker?: string): ResourceRecord {
  return {
    id: `id of ${name}`,
    name,
    type: 'test/thing',
    pluginId: '',
    pluginVersion: '',
    status: 'created',
    spec: valueMap(),
    dependsOn: [],
    reads: [],
    removalPolicy: 'delete',
    ...(maker !== undefined && { madeFor: { pluginId: '', id: `id of ${maker}` } }),
    replaced: false,
    failureReasons: [],
    createdAt: 0,
    updatedAt: 0,
  }
}

const web = recordOf('web')
const db = recordOf('db')
const port = recordOf('web:port', 'web')
const rule = recordOf('web:port:rule', 'web:port')
const disk = recordOf('db:disk', 'db')
const lost = recordOf('gone:lost', 'gone')
const resources = [web, db, port, rule, disk, lost]
const wanted = new Map([web, db].map(({ name }) => [name, { dependsOn: [] }]))

function about(...[part, whole]: Parameters<typeof selectPart>): readonly string[] {
  return [...(selectPart(part, whole, resources) ?? [])].toSorted()
}

suite('a resource that a plugin made for others', () => {
  test('is removed with its owner, and without an owner together with the rest', () => {
    assert.deepEqual(madeForThese([web], resources), [port, rule])
    assert.deepEqual(madeForGone([db], { resources, links: [] }), [disk, lost])
    assert.deepEqual(namesMadeFor(resources).get('web'), ['web:port'])
  })

  test('is targeted with its owners, and they with it if only they can create it', () => {
    assert.deepEqual(about({ operation: 'up', targets: ['web:port'] }, wanted, resources), [
      'web',
      'web:port',
      'web:port:rule',
    ])
    assert.deepEqual(about({ operation: 'destroy', targets: ['web'] }, new Map(), resources), [
      'web',
      'web:port',
      'web:port:rule',
    ])
    assert.deepEqual(about({ operation: 'destroy', targets: ['web:port'] }, new Map(), resources), [
      'web:port',
      'web:port:rule',
    ])
    assert.deepEqual(about({ operation: 'destroy', exclude: ['web:port'] }, new Map(), resources), [
      'db',
      'db:disk',
      'gone:lost',
    ])
    assert.deepEqual(about({ operation: 'refresh', exclude: ['web'] }, new Map(), resources), [
      'db',
      'db:disk',
      'gone:lost',
    ])
  })
})
