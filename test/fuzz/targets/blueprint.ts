import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkBlueprint, readBlueprint, readVariableFile, resolveSpec, scopeOf, unknownSources } from '@slipway/engine'
import type { Diagnostic } from '@slipway/model'
import { renderDiagnostic } from '@slipway/source'
import { testDefinitions } from '../../../packages/engine/src/testing/definitions.ts'
import { mutatedText } from '../mutate.ts'
import type { Target } from '../target.ts'

const root = join(import.meta.dirname, '../../..')
const wholeLanguage = 'packages/engine/src/expand/whole-language.yaml'
const blueprints = [
  wholeLanguage,
  ...globSync('{examples,test/scenarios}/*/*.blueprint.{yaml,json}', { cwd: root }).sort(),
]
const texts = blueprints.map((file) => readFileSync(join(root, file), 'utf8'))

const tokens = [
  '"',
  "'",
  ':',
  ': ',
  '\n',
  '\n  ',
  '\n    ',
  '- ',
  '[',
  ']',
  '{',
  '}',
  ',',
  '#',
  '&a',
  '*a',
  '!t',
  '<<: ',
  '|',
  '>',
  '\t',
  '\0',
  '---\n',
  '\u202e',
  '0600',
  '1e999',
  '-0',
  '9223372036854775808',
  '.5',
  '~',
  'yes',
  '2025-11-02',
  '__proto__',
  'constructor',
  'toString',
  '${',
  '}',
  '${}',
  '${resources.',
  '${values.',
  '${variables.',
  '${elem}',
  '${i}',
  '..',
  '[0]',
  'none',
  '${"',
  'jsondecode(',
  'len(',
  'join(',
  'sha256(',
  'split(',
  'if(',
  'list(',
  'object(',
  'base64decode(',
  ')',
  '/*',
  '//',
  '\\u0000',
  '\\ud800',
]

/** Every diagnostic has a place inside the text, and a sentence. */
function checkDiagnostics(file: string, text: string, diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) {
    assert.match(renderDiagnostic(diagnostic, text), new RegExp(`^${file}:\\d+:\\d+: (error|warning): \\S`))
    assert.ok((diagnostic.range?.end.offset ?? 0) <= text.length + 1)
  }
}

function takeBlueprint(file: string, text: string): void {
  const { blueprint: read, diagnostics: early } = readBlueprint(file, text)
  const { checked, diagnostics } =
    read === undefined ? { diagnostics: early } : checkBlueprint(read, testDefinitions, new Map())
  checkDiagnostics(file, text, diagnostics)
  if (checked === undefined) assert.ok(diagnostics.some(({ severity }) => severity === 'error'))
  else for (const resource of checked.resources.values()) resolveSpec(resource, scopeOf(checked, unknownSources()))
}

export const blueprint: Target = {
  name: 'blueprint',
  make: (random) => mutatedText(random, texts, tokens),
  take(input) {
    const text = input.toString('utf8')
    takeBlueprint(/^\s*[{/]/.test(text) ? 'x.json' : 'x.yaml', text)
  },
}

const inLanguage = [
  'packages/engine/src/expand/whole-language.blueprint',
  'packages/source/src/language/constructs.bp',
].map((file) => readFileSync(join(root, file), 'utf8'))
const languageTokens = [
  '"""',
  '"""\n',
  ' = ',
  '==',
  '!=',
  '&&',
  '||',
  '!',
  '<',
  'foreach ',
  'export ',
  'filter ',
  'not ',
  '*',
  '\\',
]

export const language: Target = {
  name: 'language',
  make: (random) => mutatedText(random, inLanguage, [...tokens, ...languageTokens]),
  take: (input) => takeBlueprint('x.bp', input.toString('utf8')),
}

const variableFiles = [
  'name: site\nport: 8080\nratio: 0.5\nsecure: true\nnothing: null\n',
  '{\n  // with a remark\n  "name": "site",\n  "port": 8080,\n  "big": 9223372036854775808\n}\n',
]

export const variables: Target = {
  name: 'variables',
  make: (random) => mutatedText(random, variableFiles, tokens),
  take(input) {
    const text = input.toString('utf8')
    const file = /^\s*[{/]/.test(text) ? 'x.json' : 'x.yaml'
    checkDiagnostics(file, text, readVariableFile(file, text).diagnostics)
  },
}
