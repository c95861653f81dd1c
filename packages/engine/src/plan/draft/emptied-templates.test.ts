import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBlueprint } from '../../testing/fake-blueprint.ts'
import { emptiedTemplates } from './emptied-templates.ts'
import type { PlanStep } from '../shape/plan.ts'

const origin = { start: 0, end: 0 }

type Going = readonly (readonly [name: string, action: PlanStep['action']])[]

function complaints(steps: Going, isKeyed = false): readonly string[] {
  const emptied = [{ name: 'page', origin, isKeyed, needs: ['datasources.hosts'] }]
  const blueprint = { ...fakeBlueprint({ resources: { page_kept: {} } }), emptied }
  const all = steps.map(([name, action]): object => ({
    key: name,
    name,
    type: 'fake/db',
    action,
    changes: [],
    replaceBecause: [],
    after: [],
  }))
  return emptiedTemplates(blueprint, all as PlanStep[]).map(({ message }) => message)
}

test('a plan that removes the last item of a template is refused by its name', () => {
  const steps = Array.from({ length: 7 }, (_, at) => [`page_${at}`, 'delete'] as const)
  assert.match(
    complaints(steps).join(),
    /according to datasources\.hosts, and page_0, page_1, .* and 2 more would be destroyed or forgotten/,
  )
  assert.match(complaints([['page_a', 'forget']], true).join(), /page_a would be destroyed or forgotten/)
})

test('a plan may remove other items of a template', () => {
  const others: Going = [
    ['db', 'delete'],
    ['pages_0', 'delete'],
    ['page_0', 'none'],
    ['page_kept', 'delete'],
  ]
  assert.deepEqual(complaints(others, true), [])
  assert.deepEqual(complaints([]), [])
})

test('a resource whose name only begins like a template’s is no item of it', () => {
  assert.deepEqual(complaints([['page_footer', 'delete']]), [])
})
