import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { aboutSubject } from './about-subject.ts'
import { failureReasons, reasonsOfNeeded } from './failure-reasons.ts'

test('a reason that the message contains is not repeated, however often the failure is wrapped', () => {
  const failure = fakeFailure({ message: 'failed: why one', reasons: ['why one', 'why two', 'why two'] })
  const once = aboutSubject(failure, 'the data source a')
  assert.equal(once.message, 'the data source a (test/fake, provider.Resource.Deploy): failed: why one')
  assert.deepEqual(once.details, ['why two'])
  assert.deepEqual(aboutSubject(once, 'the state of b').details, ['why two'])
  assert.deepEqual(failureReasons(failure), ['why one', 'why two'])
  assert.deepEqual(reasonsOfNeeded(once), [once.message, 'why two'])
})
