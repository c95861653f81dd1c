import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Remark } from '../dialects/dialect.ts'
import { remarks } from './remarks.ts'

function heard() {
  const [noted, told]: [string[], string[]] = [[], []]
  const take = remarks('pulumi/x', {
    redact: (text) => text.replaceAll('hunter2', '(secret)'),
    note: (text) => noted.push(text),
    tell: (sentence) => told.push(sentence),
  })
  const said = (remark: Partial<Remark>): void => take({ text: '', about: '', ...remark })
  return { said, noted, told }
}

test('a plugin’s warning is shown once, and logged without secrets', () => {
  const { said, noted, told } = heard()
  said({ text: 'using hunter2' })
  said({ level: 'warning', text: 'old hunter2\u001b[2J\n', about: 'rent' })
  said({ level: 'warning', text: 'old hunter2\u001b[2J\n', about: 'pay' })
  said({ level: 'error', text: 'broken' })
  const old = String.raw`warns: "old (secret)\u001b[2J\n"`
  assert.deepEqual(noted, ['says: "using (secret)"', old, old, 'warns: "broken"'])
  assert.deepEqual(told, ['warning: pulumi/x of rent: old (secret)', 'error: pulumi/x: broken'])
})

test('an endless flow of remarks is shown for a while, and cut', () => {
  const { said, told } = heard()
  said({ level: 'warning', text: 'x'.repeat(100_000) })
  for (let each = 0; each < 1000; each++) said({ level: 'warning', text: `warning ${each}` })
  assert.equal(told[0]?.length, 'warning: pulumi/x: '.length + 2001)
  assert.equal(told.length, 51)
  assert.equal(told.at(-1), 'pulumi/x printed more: its log has it (slipway logs)')
})
