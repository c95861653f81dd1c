import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { type Planned, SituationOfPlan } from './situation-of-plan.ts'
import { unwantedSteps } from './unwanted.ts'

const record = (name: string, more: Partial<ResourceRecord>): ResourceRecord =>
  ({
    id: `id-${name}`,
    name,
    type: 'fake/thing',
    status: 'created',
    spec: {},
    reads: [],
    dependsOn: [],
    failureReasons: [],
    replaced: true,
    createdAt: 1,
    deployedAt: 2,
    ...more,
  }) as ResourceRecord

const definition = { settlement: 'find' } as unknown as ResourceTypeDefinition

/** The decision about an old `db` while an attempt to make `app` stays until it is settled. */
function ofOld(attempt: Partial<ResourceRecord>, planned: Partial<Planned>, mayCome: readonly string[] = []) {
  const providers = { byNamespace: new Map([['fake', {} as never]]), type: () => definition, link: () => undefined }
  const gathered = { providers, drift: new Map(), undecided: new Set<string>(), mayCome: new Set(mayCome) }
  const situation = new SituationOfPlan({ operation: 'up', gathered, kept: () => [], ...planned })
  const app = record('app', { status: 'create-interrupted', createdAt: 3, deployedAt: 3, ...attempt })
  const steps = unwantedSteps([record('db', {}), app], situation)
  return steps.filter(({ name }) => name === 'db').map(({ action, reason }) => [action, reason])
}

describe('an old generation is kept beside a create in doubt', () => {
  const attempt = { reads: ['id-db'] }

  test('that reads it, if the created resource is wanted and may still appear', () => {
    const wanted = new Set(['app'])
    assert.deepEqual(ofOld(attempt, { wanted }, ['id-app']), [['none', 'app still reads it']])
  })

  test('that stands in it, even if the provider does not find it', () => {
    const member = { standsIn: ['id-db'], options: { deletedWith: 'db' } }
    assert.deepEqual(ofOld(member, {}), [['none', 'app is still inside it']])
  })

  test('unless the attempt only reads it, and is neither wanted nor found', () => {
    assert.deepEqual(ofOld(attempt, {}), [['delete', 'replaced']])
  })
})
