import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Provider as version5 } from '../gen/tfplugin5.ts'
import { Provider as version6 } from '../gen/tfplugin6.ts'
import { callsOfProtocol } from './calls.ts'

const page = join(import.meta.dirname, '../../../../../docs/reference/terraform-calls.md')
const [begin, end] = ['<!-- calls: begin -->\n', '<!-- calls: end -->\n']

function pageWithTable(text: string): string {
  const rows = callsOfProtocol.map(({ name, inVersion5, isMade, says }) => {
    const cell = inVersion5 === undefined ? `\`${name}\`` : `\`${name}\` (version 5: \`${inVersion5}\`)`
    return `| ${cell} | ${isMade ? 'yes' : 'no'} | ${says} |`
  })
  const table = ['| call | made | when, or why not |', '|---|---|---|', ...rows, ''].join('\n')
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
  return `${text.slice(0, from)}\n${table}\n${text.slice(to)}`
}

if (process.env['UPDATE_DOCS'] === '1') writeFileSync(page, pageWithTable(readFileSync(page, 'utf8')))

function names(isVersion5: boolean): string[] {
  return callsOfProtocol
    .filter(({ isMade }) => isMade)
    .map(({ name, inVersion5 = name }) => (isVersion5 ? inVersion5 : name))
    .sort()
}

describe('the table of the calls of Terraform providers', () => {
  test('has every call that is made, and no other as made', () => {
    assert.deepEqual(names(false), Object.keys(version6).sort())
    assert.deepEqual(names(true), Object.keys(version5).sort())
  })

  test('is printed on its page (UPDATE_DOCS=1 writes it)', () => {
    const text = readFileSync(page, 'utf8')
    assert.equal(text, pageWithTable(text))
  })
})
