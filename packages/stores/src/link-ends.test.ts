import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allLinkEnds, isWholeLink, linkEnds } from './link-ends.ts'
import { sampleLink } from './testing.ts'

test('a whole link stands on its two ends, any other on its former ends as well', () => {
  const former = [{ resourceId: 'id-c', name: 'c', end: 'a' as const }]
  const ends = (status: 'created' | 'updated' | 'update-failed') =>
    linkEnds(sampleLink('a', 'b', { former, status })).map(({ name }) => name)
  assert.deepEqual(ends('created'), ['a', 'b'])
  assert.deepEqual(ends('updated'), ['a', 'b'])
  assert.deepEqual(ends('update-failed'), ['a', 'b', 'c'])
  assert.deepEqual(
    allLinkEnds(sampleLink('a', 'b', { former })).map(({ name }) => name),
    ['a', 'b', 'c'],
  )
  assert.deepEqual(
    allLinkEnds(sampleLink('a', 'b')).map(({ name }) => name),
    ['a', 'b'],
  )
  assert.deepEqual(
    (['created', 'updated', 'creating', 'update-failed', 'destroying'] as const).map((status) =>
      isWholeLink({ status }),
    ),
    [true, true, false, false, false],
  )
})
