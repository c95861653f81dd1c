import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { upgradeResource, type EarlierResource } from './upgrade.ts'

const names = fc.constantFrom('a', 'b', 'c', 'd')
const earlier: fc.Arbitrary<EarlierResource> = fc.record(
  {
    id: fc.uuid(),
    name: names,
    dependsOn: fc.uniqueArray(names),
    reads: fc.uniqueArray(fc.uuid()),
    replaced: fc.boolean(),
    status: fc.constantFrom('created', 'create-failed', 'update-failed', 'create-interrupted'),
    deployedAt: fc.nat(),
  },
  { requiredKeys: ['id', 'name', 'dependsOn', 'replaced', 'status'] },
)
/** At most one record of a name is not replaced, as in a state. */
const states = fc.array(earlier).map((records) => {
  const taken = new Set<string>()
  return records.map((record) => {
    const isLiving = !record.replaced && !taken.has(record.name)
    if (isLiving) taken.add(record.name)
    return { ...record, replaced: !isLiving }
  })
})

test('an old record reads its sources by their names, once', () => {
  fc.assert(
    fc.property(states, (records) => {
      const upgraded = records.map(upgradeResource(records))
      const byId = new Map(records.map((record) => [record.id, record]))
      for (const [index, record] of upgraded.entries()) {
        const before = records[index] as EarlierResource
        if (before.reads !== undefined) assert.deepEqual(record, before)
        else {
          const read = record.reads.map((id) => byId.get(id))
          assert.ok(read.every((other) => other?.replaced === false))
          const living = new Set(records.filter(({ replaced }) => !replaced).map(({ name }) => name))
          assert.deepEqual(
            read.map((other) => other?.name),
            before.dependsOn.filter((name) => living.has(name)),
          )
        }
      }
      assert.deepEqual(upgraded.map(upgradeResource(upgraded)), upgraded)
    }),
  )
})

test('an old failed create of unknown result is asked about', () => {
  const record = { id: '1', name: 'a', dependsOn: [], replaced: false, status: 'create-failed' } as const
  const upgrade = upgradeResource<EarlierResource>([record])
  assert.equal(upgrade(record).status, 'create-interrupted')
  assert.equal(upgrade({ ...record, deployedAt: 1 }).status, 'create-failed')
  assert.equal(upgrade({ ...record, reads: [] }).status, 'create-failed')
})
