import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Diagnostic } from '@slipway/model'
import { firstDiagnostics, firstOf, shortened } from './bounds.ts'
import { diagnosticsJson } from './diagnostics/diagnostic-json.ts'
import { diagnosticsText } from './diagnostics/diagnostics-text.ts'

const problem = (message: string, severity: Diagnostic['severity'] = 'warning'): Diagnostic => ({
  code: 'a/b',
  severity,
  message,
})

test('long words are cut and show their length', () => {
  assert.equal(shortened('abcdef', 6), 'abcdef')
  assert.equal(shortened('abcdefg', 6), 'abcdef… (7 characters)')
  assert.deepEqual(firstOf(['aaa', 'b', 'c'], 2, 2), ['aa… (3 characters)', 'b', '… and 1 more'])
})

test('of many diagnostics, errors come first, each once, in their order', () => {
  const many = Array.from({ length: 150 }, (_, n) => problem(`w${n}`))
  const late = problem('late', 'error')
  const { shown, left } = firstDiagnostics([...many, late, late])
  assert.deepEqual([shown.length, left], [100, 51])
  assert.equal(shown.at(-1), late)
  assert.equal(shown[0]?.message, 'w0')
})

test('text and JSON leave out the same parts, and both say so', () => {
  const many = Array.from({ length: 103 }, (_, n) => problem(`e${n}`, 'error'))
  assert.match(diagnosticsText(many, { color: false }), /\n\n100 errors, and 3 more\n$/)
  const { diagnostics, left } = diagnosticsJson(many)
  assert.deepEqual([diagnostics.length, left], [100, 3])
  assert.deepEqual(diagnosticsJson([problem('one')]), { diagnostics: [problem('one')] })
})
