import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fakeBlueprint, ref, text } from '../../testing/fake-blueprint.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'
import { Answers } from '../../providers/questions/answers.ts'
import { isAccepted } from './gather.ts'
import { draftUp, draftUpInParts } from './draft-rounds.ts'

const types = ['fake/compared', 'fake/decided', 'fake/decided-too', 'fake/find'] as const

/** Random resources. With a `?` in the value, the provider finds a difference; with a `!`, the resource cannot change in place. */
const site = fc.array(
  fc.record({
    type: fc.constantFrom(...types),
    value: fc.constantFrom('1', '2', '!3', '!!4', '5?'),
    reads: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
)

type Site = typeof site extends fc.Arbitrary<infer S> ? S : never

/** Makes a blueprint in which each resource may read the previous resource. */
function draftOf(resources: Site) {
  return {
    resources: Object.fromEntries(
      resources.map(({ type, value, reads }, at) => [
        `r${at}`,
        { type, spec: { value: reads && at > 0 ? text(value, ref(`r${at - 1}.spec.echo`)) : value } },
      ]),
    ),
  }
}

test('a plan from confirmed answers equals the plan from the same expected answers', async () => {
  await fc.assert(
    fc.asyncProperty(site, site, async (before, after) => {
      const engine = new FakeEngine()
      await engine.up(draftOf(before))
      for (const wanted of [before, after]) {
        const { gathered } = await engine.plan(draftOf(wanted))
        const { drafted, ...rest } = gathered
        assert.deepEqual(drafted?.draft, draftUp(fakeBlueprint(draftOf(wanted)), rest, {}))
      }
    }),
  )
})

/** More resources than a draft handles in one part. */
const many: Site = Array.from({ length: 50 }, (_, at) => {
  return { type: types[at % 2] ?? 'fake/find', value: '1', reads: at % 5 === 4 }
})

test('a large plan asks its provider about each resource once, while it is drafted', async () => {
  const engine = new FakeEngine()
  await engine.up(draftOf(many))
  const others = ['2', '!3', '5?'] as const
  const changed: Site = many.map((one, at) => (at % 7 === 3 ? { ...one, value: others[at % 3] ?? '1' } : one))
  for (const wanted of [many, changed]) {
    engine.cloud.calls.length = 0
    const { gathered } = await engine.plan(draftOf(wanted))
    const asked = engine.cloud.calls.filter((call) => call.startsWith('Diff'))
    assert.ok(asked.length >= 25)
    assert.deepEqual(new Set(asked).size, asked.length)
    const { drafted: found, ...rest } = gathered
    assert.deepEqual(found?.draft, draftUp(fakeBlueprint(draftOf(wanted)), rest, {}))
    const drafting = draftUpInParts(fakeBlueprint(draftOf(wanted)), { ...rest, answers: new Answers() }, {})
    const parts = [...drafting]
    assert.equal(parts.length, 4)
    assert.deepEqual(
      parts.map((questions) => questions.length > 0),
      [false, true, true, true],
    )
  }
})

test('no answer is confirmed while one differs or is missing', async () => {
  const engine = new FakeEngine()
  const wanted = draftOf([{ type: 'fake/compared', value: '1', reads: false }])
  await engine.up(wanted)
  const { gathered } = await engine.plan(wanted)
  const first = draftUp(fakeBlueprint(wanted), { ...gathered, answers: new Answers() }, {})
  assert.equal(first.questions.length, 1)
  assert.equal(isAccepted(first, gathered.answers), true)
  assert.equal(isAccepted(first, new Answers()), false)
  assert.equal(isAccepted({ ...first, isAllAsked: false }, gathered.answers), false)
  const [question] = first.questions
  assert.ok(question?.kind === 'diff')
  const answers = new Answers()
  answers.keep(question, { replaceBecause: ['spec.value'], destroyFirst: false })
  assert.equal(isAccepted(first, answers), false)
})
