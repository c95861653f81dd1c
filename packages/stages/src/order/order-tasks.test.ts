import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { stageRanges } from '@slipway/model'
import { orderTasks } from './order-tasks.ts'
import { orderEntries, renderOrder, renderTies } from './render-order.ts'
import type { TaskPlugin } from '../task/task.ts'
import { briefly, pluginWithStages } from '../testing.ts'

function rendered(...plugins: readonly TaskPlugin[]): string {
  const { tasks, diagnostics } = orderTasks(plugins)
  assert.deepEqual(diagnostics.map(briefly), [])
  return renderOrder(tasks)
}

function names(...plugins: readonly TaskPlugin[]): string {
  const { tasks, diagnostics } = orderTasks(plugins)
  assert.deepEqual(diagnostics.map(briefly), [])
  return tasks.map(({ task, rule }) => `${task.plugin}/${task.key} ${rule}`).join(', ')
}

function problems(...plugins: readonly TaskPlugin[]): readonly string[] {
  return orderTasks(plugins).diagnostics.map(briefly)
}

describe('the document', () => {
  test('has its worked example reproduced line for line', () => {
    const plugin1 = pluginWithStages(
      'plugin1',
      'pre_deployment',
      'pre_deployment/100',
      'pre_deployment/-100',
      'pre_deployment/-99.9',
    )
    const plugin2 = pluginWithStages(
      'plugin2',
      'pre_deployment',
      'pre_deployment/100.0',
      'pre_deployment/-101',
      'pre_deployment/0',
    )
    assert.equal(
      rendered(plugin2, plugin1),
      `stage: pre_deployment/-101 # plugin2
stage: pre_deployment/-100 # plugin1
stage: pre_deployment/-99.9 # plugin1

stage: pre_deployment # plugin1
stage: pre_deployment # plugin2
stage: pre_deployment/0 # plugin2

stage: pre_deployment/100 # plugin1
stage: pre_deployment/100.0 # plugin2`,
    )
  })

  test('its acceptance criteria hold', () => {
    assert.equal(
      names(pluginWithStages('Z', 'pre_deployment/100'), pluginWithStages('A', 'pre_deployment/200')),
      'Z/#1 postfix, A/#1 postfix',
    )
    assert.equal(
      names(pluginWithStages('Z', 'pre_deployment/100'), pluginWithStages('A', 'pre_deployment/100')),
      'A/#1 postfix, Z/#1 name',
    )
    const [entry] = orderEntries(orderTasks([pluginWithStages('A', 'pre_deployment')]).tasks)
    assert.equal(entry?.postfix, '0')
  })

  test('B at 50 comes before A at 100', () => {
    assert.equal(
      names(pluginWithStages('A', 'post_deployment/100'), pluginWithStages('B', 'post_deployment/50')),
      'B/#1 postfix, A/#1 postfix',
    )
  })

  test('its ranges are the documented ones', () => {
    const spans = stageRanges.map(({ name, from, to }) => `${from}-${to - 1} ${name}`)
    assert.deepEqual(
      spans.filter((span) => !span.includes('reserved')),
      ['0-999 hardware', '2000-2999 disks', '4000-4999 network', '6000-6999 software', '8000-8999 monitoring'],
    )
    assert.equal(stageRanges.length, 9)
  })
})

test('stages and ranges are parted by a blank line', () => {
  const plugin = pluginWithStages(
    'p',
    'post_deployment/2000',
    'pre_deployment/4100',
    'post_deployment/2001',
    'post_deployment/4000',
  )
  assert.equal(
    rendered(plugin),
    'stage: pre_deployment/4100 # p\n\nstage: post_deployment/2000 # p\nstage: post_deployment/2001 # p\n\nstage: post_deployment/4000 # p',
  )
})

test('ties name the rule that decided', () => {
  const { tasks } = orderTasks([
    pluginWithStages('a', 'pre_deployment, id: x', 'pre_deployment/0', 'pre_deployment/0.0, after: b/y'),
    pluginWithStages('b', 'pre_deployment, id: y'),
  ])
  assert.deepEqual(renderTies(tasks), [
    'a/x before task 2 of a: order in the file',
    'task 2 of a before b/y: name of the plugin',
    'b/y before task 3 of a: before or after',
  ])
})

describe('before and after', () => {
  test('place a task that has no number', () => {
    const other = pluginWithStages('b', 'post_deployment/100, id: early', 'post_deployment/300, id: late')
    const own = pluginWithStages(
      'a',
      'post_deployment, id: free, after: b/early',
      'post_deployment, id: first, before: [free]',
    )
    assert.equal(names(own, other), 'a/first edge, b/early postfix, a/free edge, b/late postfix')
  })

  test('may name all tasks of a plugin', () => {
    const other = pluginWithStages('b', 'post_deployment/1', 'post_deployment/2')
    assert.equal(
      names(pluginWithStages('a', 'post_deployment, after: b'), other),
      'b/#1 postfix, b/#2 postfix, a/#1 edge',
    )
  })

  test('may name a range', () => {
    const others = pluginWithStages('b', 'post_deployment/4999.5', 'post_deployment/6000')
    const own = pluginWithStages('a', 'post_deployment, after: range:network', `post_deployment, before: 'range:disks'`)
    assert.equal(names(own, others), 'a/#2 edge, b/#1 postfix, a/#1 edge, b/#2 postfix')
  })

  test('against the numbers show both declarations', () => {
    const [found = '', ...more] = problems(
      pluginWithStages('a', 'post_deployment/200, id: x, before: b/y'),
      pluginWithStages('b', 'post_deployment/100, id: y'),
    )
    assert.equal(more.length, 0)
    assert.match(
      found,
      /^tasks\.yaml:5:11 tasks\/contradiction: "before" and "after" contradict the numbers: a\/x comes before b\/y \(a\/tasks\.yaml:5:11\)/,
    )
    assert.match(found, /a\/x is at 200 \(a\/tasks\.yaml:2:10\) and b\/y is at 100 \(b\/tasks\.yaml:2:10\)/)
  })

  test('against a range says where the range is', () => {
    const [found = ''] = problems(pluginWithStages('a', 'post_deployment/6000, id: x, before: range:network'))
    assert.match(found, /a\/x is at 6000 .* and the range 4000 - 4999 \(network\) begins at 4000/)
  })

  test('in a circle show all of them', () => {
    const [found = ''] = problems(
      pluginWithStages('a', 'post_deployment, id: x, before: b/y'),
      pluginWithStages('b', 'post_deployment, id: y, before: a/x'),
    )
    assert.match(
      found,
      /wait for each other: .*a\/x comes before b\/y \(a\/tasks\.yaml:5:11\).*b\/y comes before a\/x \(b\/tasks/,
    )
  })

  test('across stages hold, or contradict', () => {
    const pre = pluginWithStages('a', 'pre_deployment, id: x')
    assert.equal(names(pre, pluginWithStages('b', 'post_deployment, after: a/x')), 'a/x postfix, b/#1 edge')
    assert.match(
      problems(pre, pluginWithStages('b', 'post_deployment, before: a/x')).join(),
      /cannot come before a\/x: it is in post_deployment/,
    )
  })

  test('must name existing tasks, if the plugin is there', () => {
    const b = pluginWithStages('b', 'post_deployment, id: setup')
    assert.match(
      problems(pluginWithStages('a', 'post_deployment, after: b/setpu'), b).join(),
      /no task with the id "setpu" \(did you mean "setup"\?\)/,
    )
    assert.match(
      problems(pluginWithStages('a', 'post_deployment, after: network')).join(),
      /unknown-reference.*did you mean "range:network"/,
    )
    assert.match(
      problems(pluginWithStages('a', 'post_deployment, after: range:netwrk')).join(),
      /unknown-range.*did you mean "network"/,
    )
  })
})

test('two plugins of one name are an error', () => {
  const [first, second] = [pluginWithStages('a', 'pre_deployment'), pluginWithStages('a', 'pre_deployment')]
  const elsewhere = { ...second, location: { ...second.location, file: 'elsewhere/metadata.yaml' } }
  assert.match(
    problems(first, elsewhere).join(),
    /^metadata\.yaml:1:7 tasks\/duplicate-plugin: two plugins have the name "a": a\/metadata\.yaml:1:7 and elsewhere\/metadata\.yaml:1:7/,
  )
})

test('the order is total, and does not depend on the order of the plugins', () => {
  const stage = fc.tuple(
    fc.constantFrom('pre_deployment', 'post_deployment'),
    fc.constantFrom('', '/0', '/-0.0', '/1', '/1.0', '/+1', '/-3.5', '/.5'),
  )
  const plugins = fc.array(
    fc.array(
      stage.map((parts) => parts.join('')),
      { minLength: 1, maxLength: 5 },
    ),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(plugins, fc.infiniteStream(fc.nat()), (stages, random) => {
      const made = stages.map((list, index) => pluginWithStages(`p${index}`, ...list))
      const shuffled = made.map((plugin) => ({ plugin, key: random.next().value ?? 0 })).sort((a, b) => a.key - b.key)
      const { tasks } = orderTasks(made)
      assert.equal(tasks.length, stages.flat().length)
      assert.equal(renderOrder(orderTasks(shuffled.map(({ plugin }) => plugin)).tasks), renderOrder(tasks))
    }),
    { numRuns: 50 },
  )
})
