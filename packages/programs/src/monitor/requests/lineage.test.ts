import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Lineage } from './lineage.ts'

test('a component stays open as long as one part of it is only planned', async () => {
  const lineage = new Lineage()
  lineage.add('site', 'stack', true)
  lineage.add('page', 'site', true)
  lineage.add('other', 'stack', false)
  assert.equal(await lineage.isOpen(['site']), false)
  lineage.add('inner', 'site', true)
  lineage.add('planned', 'inner', false)
  assert.equal(await lineage.isOpen(['site']), true)
  assert.equal(await lineage.isOpen(['page']), false)
  assert.equal(await lineage.isOpen(['nobody']), false)
})

test('a component is unknown before all requests in it are answered', async () => {
  const lineage = new Lineage()
  const [first, second] = [lineage.begin('site'), lineage.begin('inner')]
  let answer: boolean | undefined
  const asked = lineage.isOpen(['site']).then((isOpen) => (answer = isOpen))
  lineage.add('inner', 'site', true)
  first()
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(answer, undefined)
  lineage.add('late', 'inner', false)
  second()
  assert.equal(await asked, true)
})
