import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { reasons } from './reasons.ts'

const page = join(import.meta.dirname, '../../../../../docs/decisions/0139-edges-with-reasons.md')
const [begin, end] = ['<!-- reasons: begin -->\n', '<!-- reasons: end -->\n']

function pageWithTable(text: string): string {
  const rows = reasons.map(
    ({ name, says, mayBeGivenUp }) => `| ${name} | ${says} | ${mayBeGivenUp ? 'yes' : 'never'} |`,
  )
  const table = ['| reason | the order that it asks for | may be given up |', '|---|---|---|', ...rows, ''].join('\n')
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
  return `${text.slice(0, from)}\n${table}\n${text.slice(to)}`
}

if (process.env['UPDATE_DOCS'] === '1') writeFileSync(page, pageWithTable(readFileSync(page, 'utf8')))

test('decision 0139 prints the table of reasons (UPDATE_DOCS=1 writes it)', () => {
  const text = readFileSync(page, 'utf8')
  assert.equal(text, pageWithTable(text))
})

test('the reasons that are never given up are the strongest', () => {
  const weak = reasons.findIndex(({ mayBeGivenUp }) => mayBeGivenUp)
  assert.ok(reasons.slice(weak).every(({ mayBeGivenUp }) => mayBeGivenUp))
  assert.deepEqual(
    reasons.slice(0, weak).map(({ name }) => name),
    ['needs', 'successor exists', 'makes room', 'could start'],
  )
})
