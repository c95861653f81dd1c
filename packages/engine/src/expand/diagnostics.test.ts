import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { renderDiagnostic } from '@slipway/source'
import { checkBlueprint } from './check-blueprint.ts'
import { readBlueprint } from '../language/parse/blueprint.ts'
import { testDefinitions } from '../testing/definitions.ts'

/**
 * The texts that users see for their mistakes: each case is a title, the values given for variables, a blueprint (its first line, the
 * version, left out unless the case has its own) and, after `----`, its diagnostics. `UPDATE_GOLDEN=1 node --test …` writes the present
 * diagnostics; read the difference before committing it.
 */
const file = join(import.meta.dirname, 'diagnostics.golden.txt')
const cases = readFileSync(file, 'utf8')
  .split(/^==== /m)
  .slice(1)
  .map(parseCase)

interface Case {
  readonly head: string
  readonly blueprint: string
  readonly expected: string
}

function parseCase(section: string): Case {
  const [head = '', ...lines] = section.split('\n')
  const [blueprint = '', expected = ''] = lines.join('\n').split(/^----\n/m)
  return { head, blueprint, expected: expected.trimEnd() }
}

function say({ head, blueprint: written }: Case): string {
  const text = /^(version|\{)/.test(written) ? written : `version: 2025-11-02\n${written}`
  const given = Array.from(head.matchAll(/--var (\w+)=(\S*)/g), ([, name = '', value = '']) => {
    return [name, { value, from: `--var ${name}` }] as const
  })
  const { blueprint, diagnostics } = readBlueprint('x.yaml', text)
  const found =
    blueprint === undefined ? diagnostics : checkBlueprint(blueprint, testDefinitions, new Map(given)).diagnostics
  return found.map((diagnostic) => renderDiagnostic(diagnostic, text)).join('\n')
}

if (process.env['UPDATE_GOLDEN'] === '1') {
  const sections = cases.map((each) => `==== ${each.head}\n${each.blueprint}----\n${say(each)}\n\n`)
  writeFileSync(file, sections.join(''))
} else {
  for (const each of cases) test(each.head, () => assert.equal(say(each), each.expected))
}
