import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { changedLines } from './text-diff.ts'

const numbered = (count: number, change: (line: string, at: number) => string = (line) => line): string =>
  Array.from({ length: count }, (_, at) => change(`line ${at}`, at)).join('\n')

describe('the lines of a changed text', () => {
  test('are the changed ones, with one unchanged line on each side', () => {
    const changed = numbered(50, (line, at) => (at === 3 || at === 40 ? `${line}!` : line))
    assert.deepEqual(changedLines(numbered(50), changed), [
      '  line 2',
      '- line 3',
      '+ line 3!',
      '  line 4',
      '  …',
      '  line 39',
      '- line 40',
      '+ line 40!',
      '  line 41',
    ])
    assert.deepEqual(changedLines('a\nb', 'a\nx\nb'), ['  a', '+ x', '  b'])
    assert.deepEqual(changedLines('a\nb\nc\n', 'x\ny\nc\n'), ['- a', '- b', '+ x', '+ y', '  c'])
    assert.deepEqual(changedLines('a\nb\n', 'a\nc\n'), ['  a', '- b', '+ c'])
    assert.deepEqual(changedLines('a\nb', 'a\nb\n'), ['  b', '+ '])
  })

  test('are the first of very many on request', () => {
    const after = numbered(5000, (line) => `${line}!`)
    const lines = changedLines(numbered(5000), after, 24)
    assert.equal(changedLines(numbered(5000), after).length, 10_000)
    assert.equal(lines.length, 25)
    assert.equal(lines.at(-1), '… 9976 more lines')
  })

  test('never include lines that both texts have in a row', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(words, words, (old, now) => {
        const lines = changedLines(old.join('\n'), now.join('\n'))
        if (lines.some((line) => line.endsWith('…') || line.includes('more lines'))) return
        const of = (mark: string): number => lines.filter((line) => line.startsWith(mark)).length
        assert.equal(now.length - old.length, of('+') - of('-'))
        assert.ok(old.join() !== now.join() || lines.length === 0)
      }),
    )
  })
})
