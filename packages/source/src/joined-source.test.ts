import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DiagnosticList } from './diagnostics.ts'
import { joinedSource } from './joined-source.ts'
import { sourceText } from './source-text.ts'

test('every place in a joined text is the place in its own file', () => {
  const texts = fc.array(fc.stringMatching(/^[ab\n]{0,6}$/), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), (written, which, at) => {
      const [first = sourceText('0', ''), ...others] = written.map((text, index) => sourceText(String(index), text))
      const joined = joinedSource([first, ...others])
      const index = which % written.length
      const part = [first, ...others][index] ?? first
      const offset = at % (part.text.length + 1)
      const whole = (joined.starts[index] ?? 0) + offset
      assert.equal(joined.fileAt(whole), String(index))
      assert.deepEqual(joined.position(whole), part.position(offset))
      assert.deepEqual(joined.range(whole, whole + 2), part.range(offset, offset + 2))
      assert.equal(joined.text.slice(joined.starts[index], (joined.starts[index] ?? 0) + part.text.length), part.text)
    }),
  )
})

test('a list takes over the messages of a part, in the order of the whole', () => {
  const [a, b] = [sourceText('a', 'aaaa'), sourceText('b', 'bbbb')]
  const joined = joinedSource([a, b])
  const [whole, part] = [new DiagnosticList(joined), new DiagnosticList(b)]
  part.error('x/b', 2, 3, 'of b')
  part.warning('x/w', 0, 1, 'careful')
  whole.takeOver(part, joined.starts[1] ?? 0)
  whole.error('x/a', 3, 4, 'of a')
  const told = whole.sorted().map(({ file, range, message }) => [file, range?.start.column, message])
  assert.deepEqual(told, [
    ['a', 4, 'of a'],
    ['b', 1, 'careful'],
    ['b', 3, 'of b'],
  ])
})
