import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offsetsInScalar } from './offsets.ts'
import { readSource } from './read/read.ts'

const cases: readonly (readonly [string, string])[] = [
  ['plain', 'k: some @ text'],
  ['double quoted', 'k: "a\\tb\\u0041\\"@ text"'],
  ['joined lines', 'k: "some \\\n   more @ text"'],
  ['single quoted', "k: 'it''s @ text'"],
  ['literal block', 'k: |\n    one\n      two\n    three @ x\n'],
  ['folded block', 'k: >\n    one\n    two\n\n    three @ x\n'],
  ['plain over lines', 'k: one\n  two\n  three @ x'],
  ['JSON', '{"k": "a\\n\\\\n\\u00e9 @ x"}'],
]
for (const [name, text] of cases) {
  test(name, () => {
    const { source, tree, diagnostics } = readSource('t', text)
    assert.deepEqual(diagnostics, [])
    assert.ok(tree?.kind === 'map')
    const scalar = tree.entries[0]?.value
    assert.ok(scalar?.kind === 'scalar')
    assert.equal(offsetsInScalar(source, scalar)(scalar.text.indexOf('@')), text.indexOf('@'))
  })
}
