import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { comparePositions, type StageEdge, type StageItem } from './stage-item.ts'
import { orderStage } from './stage-order.ts'
import { parsePostfix } from './stage-postfix.ts'

/** `plugin:index@number`, `plugin:index` without a number, `>number` for a marker in the gap before it. */
function item(text: string): StageItem {
  const [, name = '', index = '0', number] = /^([\w>]+?)(?::(\d+))?(?:@(.+))?$/.exec(text) ?? []
  const parsed = number === undefined ? undefined : parsePostfix(number)
  const marker = name.startsWith('>')
  return {
    name,
    index: Number(index),
    ...(parsed === undefined ? {} : { position: { number: parsed, gap: marker } }),
    ...(marker ? { marker } : {}),
  }
}

function ordered(texts: readonly string[], edges: readonly string[] = []): string {
  const { order, conflicts: found } = orderStage(texts.map(item), edgesOf(texts, edges))
  assert.deepEqual(found, [])
  return order.map(({ item: index, rule }) => `${texts[index]} ${rule}`).join(', ')
}

function conflicts(texts: readonly string[], edges: readonly string[]): readonly string[] {
  return orderStage(texts.map(item), edgesOf(texts, edges)).conflicts.map(
    ({ kind, edges: found }) => `${kind}: ${found.map((edge) => edges[edge]).join(', ')}`,
  )
}

/** `a < b` by the names of the items. */
function edgesOf(texts: readonly string[], edges: readonly string[]): readonly StageEdge[] {
  const find = (name: string): number => texts.findIndex((text) => text === name || text.startsWith(`${name}@`))
  return edges.map((edge) => {
    const [first = '', second = ''] = edge.split(' < ')
    return { first: find(first), second: find(second) }
  })
}

describe('the order of a stage', () => {
  test('is by number, then name, then place in the file', () => {
    const texts = ['b:1@0', 'b:0@0.0', 'a:7@100.0', 'a:8@+0', 'c:0@-99.9', 'c:1@-100']
    assert.equal(
      ordered(texts),
      'c:1@-100 postfix, c:0@-99.9 postfix, a:8@+0 postfix, b:0@0.0 name, b:1@0 file-order, a:7@100.0 postfix',
    )
  })

  test('edges decide between equals', () => {
    assert.equal(ordered(['a@1', 'b@1.0', 'c@1'], ['c < a']), 'b@1.0 postfix, c@1 name, a@1 edge')
  })

  test('what has no number goes where its edges want it, as near to 0 as may be', () => {
    const texts = ['a@-5', 'b@0', 'c@7', 'free', 'late']
    assert.equal(ordered(texts, ['c < late', 'free < b']), 'a@-5 postfix, free edge, b@0 edge, c@7 postfix, late edge')
    assert.equal(ordered(texts, ['late < a']), 'late edge, a@-5 edge, b@0 postfix, free name, c@7 postfix')
  })

  test('chains of what has no number keep their order', () => {
    const texts = ['x@10', 'c', 'b', 'a']
    assert.equal(ordered(texts, ['x < c', 'c < b', 'b < a']), 'x@10 postfix, c edge, b edge, a edge')
  })

  test('of many at one number is by name, except where an edge says otherwise', () => {
    const names = Array.from({ length: 40 }, (_, index) => `n${String((index * 17) % 40).padStart(2, '0')}`)
    const texts = names.map((name) => `${name}@1`)
    // All wait for the last by name, which frees all of them at once.
    const { order, conflicts: found } = orderStage(
      texts.map(item),
      edgesOf(
        texts,
        names.filter((name) => name !== 'n39').map((name) => `n39 < ${name}`),
      ),
    )
    assert.deepEqual(found, [])
    assert.deepEqual(
      order.map(({ item: index }) => names[index]),
      ['n39', ...names.filter((name) => name !== 'n39').sort()],
    )
  })

  test('markers hold edges and are not part of it', () => {
    const texts = ['net@4999.5', '>@5000', 'soft@5000', 'free']
    assert.equal(ordered(texts, ['> < free']), 'net@4999.5 postfix, free edge, soft@5000 postfix')
  })
})

describe('a contradiction', () => {
  test('of an edge and two numbers', () => {
    assert.deepEqual(conflicts(['a@1', 'b@2', 'c@2.0'], ['b < a', 'c < b']), ['numbers: b < a'])
  })

  test('through what has no number is told once, with the whole chain', () => {
    const texts = ['high@9', 'f', 'g', 'low@1']
    assert.deepEqual(conflicts(texts, ['high < f', 'f < g', 'g < low']), ['numbers: high < f, f < g, g < low'])
  })

  test('in a circle', () => {
    assert.deepEqual(conflicts(['a@1', 'b@1', 'c@1', 'd@1'], ['a < b', 'b < c', 'c < a', 'c < d']), [
      'cycle: a < b, b < c, c < a',
    ])
    assert.deepEqual(conflicts(['a', 'b'], ['a < b', 'b < a']).length, 1)
    assert.deepEqual(conflicts(['a', 'b@0'], ['a < a']), ['cycle: a < a'])
    assert.deepEqual(conflicts(['a@3', 'f'], ['a < f', 'f < a']).length, 1)
  })
})

/** Items in random order with edges that can hold, because they follow an order that can. */
const cases = fc
  .record({
    numbers: fc.array(fc.option(fc.integer({ min: -3, max: 3 })), { minLength: 1, maxLength: 30 }),
    pairs: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 20 }),
    names: fc.infiniteStream(fc.constantFrom('a', 'b', 'c')),
    seed: fc.infiniteStream(fc.nat()),
  })
  .map(({ numbers, pairs, names, seed }) => {
    const items = numbers.map((number, index): StageItem => {
      const position = number === null ? undefined : parsePostfix(String(number))
      const name = names.next().value ?? 'a'
      return { name, index, ...(position === undefined ? {} : { position: { number: position, gap: false } }) }
    })
    const hidden = numbers.map((number, index) => ({
      index,
      at: number ?? (seed.next().value ?? 0) % 3,
      tie: seed.next().value ?? 0,
    }))
    const truth = hidden.sort((a, b) => a.at - b.at || a.tie - b.tie || a.index - b.index).map(({ index }) => index)
    const edges = pairs.flatMap(([a, b]) => {
      const [low, high] = [Math.min(a % truth.length, b % truth.length), Math.max(a % truth.length, b % truth.length)]
      return low === high ? [] : [{ first: truth[low] ?? 0, second: truth[high] ?? 0 }]
    })
    const shuffle = [...items.keys()]
      .map((index) => ({ index, key: seed.next().value ?? 0 }))
      .sort((a, b) => a.key - b.key)
    return { items, edges, shuffled: shuffle.map(({ index }) => index) }
  })

test('any set that can be ordered is, totally, by its numbers and edges, whatever order it came in', () => {
  fc.assert(
    fc.property(cases, ({ items, edges, shuffled }) => {
      const { order, conflicts: found } = orderStage(items, edges)
      assert.deepEqual(found, [])
      const indexes = new Map(order.map(({ item: index }, rank) => [index, rank]))
      assert.equal(indexes.size, items.length)
      for (const { first, second } of edges) assert.ok((indexes.get(first) ?? 0) < (indexes.get(second) ?? 0))
      const numbered = order.flatMap(({ item: index }) => items[index]?.position ?? [])
      for (const [rank, position] of numbered.entries()) {
        const before = numbered[rank - 1]
        assert.ok(before === undefined || comparePositions(before, position) <= 0)
      }
      const indexOf = new Map(shuffled.map((index, rank) => [index, rank]))
      const again = orderStage(
        shuffled.map((index) => items[index] as StageItem),
        edges
          .map(({ first, second }) => ({ first: indexOf.get(first) ?? 0, second: indexOf.get(second) ?? 0 }))
          .toReversed(),
      )
      assert.deepEqual(
        again.order.map(({ item: index, rule }) => `${shuffled[index]} ${rule}`),
        order.map(({ item: index, rule }) => `${index} ${rule}`),
      )
    }),
    { numRuns: 300 },
  )
})
