import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type KnownSetting, knownSettings, type SettingValue } from './known.ts'

const page = join(import.meta.dirname, '../../../../docs/reference/settings.md')

const choices: Readonly<Record<string, readonly string[]>> = {
  'providers.*.*': ['<namespace>', '<field>'],
  'configurations.*.*.*': ['<namespace>', '<name>', '<field>'],
  'transformers.*.*': ['<name>', '<field>'],
  'plugins.pin.*': ['<id>'],
  'plugins.inspect.*': ['<id>'],
  'plugins.attach.*': ['<id>'],
  'plugins.namespaces.*': ['<namespace>'],
  'plugins.registries.*': ['<host>'],
  'plugins.overrides.*': ['<pattern>'],
}

/** Writes a key for the guide: `plugins.pin.<id>` has a name that the user chooses in angle brackets. */
function shownKey(key: string): string {
  const names = choices[key] ?? ['<name>']
  let index = 0
  return key.replaceAll('*', () => names[index++] ?? '<name>')
}

function shownDefault(value: SettingValue | undefined): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  return typeof value === 'string' ? `\`${value}\`` : JSON.stringify(value)
}

/** Writes the values that a project may not give. */
function shownLimit({ ignoredOfProject, raisedByProject }: KnownSetting): string {
  if (raisedByProject === true) return ' (a project [can only make it stricter](#what-a-project-cannot-set))'
  if (ignoredOfProject === undefined) return ''
  const values = ignoredOfProject === 'any' ? '' : `${ignoredOfProject.map((value) => shownDefault(value)).join(', ')} `
  return ` (${values}[not from a project](#what-a-project-cannot-set))`
}

function table(): string {
  const rows = Object.entries(knownSettings).map(
    ([key, known]) =>
      `| \`${shownKey(key)}\` | ${shownDefault(known.default)} | ${known.summary}${shownLimit(known)} |`,
  )
  const lines = ['| setting | default | what it does |', '|---|---|---|', ...rows]
  return `${lines.join('\n').replaceAll('|  |', '| |')}\n`
}

test('the reference has every setting (UPDATE_DOCS=1 writes it)', () => {
  const text = readFileSync(page, 'utf8')
  const written = text.replace(/\| setting \| default \|[^]*?\n(?=\n)/, () => table())
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(page, written)
  assert.ok(text.includes('| setting | default |'))
  assert.equal(readFileSync(page, 'utf8'), written)
})
