import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ProviderDefinition } from '@slipway/model'
import { checkBlueprint } from '../../expand/check-blueprint.ts'
import { writeMeaning } from '../../language/meaning.ts'
import { readBlueprint } from '../../language/parse/blueprint.ts'
import { Answers } from '../../providers/questions/answers.ts'
import { providersOf } from '../../providers/definitions/ask-providers.ts'
import { testDefinitions, testProvider } from '../../testing/definitions.ts'
import { makePlan } from '../draft/make-plan.ts'
import { serialisePlan } from './saved-plan.ts'

const folder = join(import.meta.dirname, '../../expand')
const forms = ['whole-language.yaml', 'whole-language.json', 'whole-language.blueprint']
const providers = providersOf(new Map<string, ProviderDefinition>([['test', testProvider]]))

function read(file: string, edit = (text: string): string => text) {
  const { blueprint, diagnostics } = readBlueprint(file, edit(readFileSync(join(folder, file), 'utf8')))
  assert.deepEqual(diagnostics, [])
  assert.ok(blueprint)
  return blueprint
}

function meaning(file: string): string {
  const pieces: string[] = []
  writeMeaning(read(file), (piece) => pieces.push(piece))
  return pieces.join('')
}

/** The saved plan of a first `up`, byte by byte. */
function planText(file: string, edit?: (text: string) => string): string {
  const { checked, diagnostics } = checkBlueprint(read(file, edit), testDefinitions, new Map())
  assert.deepEqual(diagnostics, [])
  assert.ok(checked)
  const gathered = {
    instance: 'site',
    state: undefined,
    changes: [],
    settled: [],
    undecided: new Set<string>(),
    providers,
    drift: new Map(),
    answers: new Answers(undefined),
  }
  const at = { purpose: 'plan', state: '', instance: 'site', record: 'plan 1' } as const
  return serialisePlan(makePlan(checked, gathered, { operation: 'up' }), { keyId: 'key', seal: (plain) => plain }, at)
}

test('a blueprint means the same in each of its three forms', () => {
  const [yaml, ...others] = forms.map(meaning)
  for (const other of others) assert.equal(other, yaml)
})

test('the three forms of a blueprint give byte-identical plans', () => {
  const [yaml = '', ...others] = forms.map((file) => planText(file))
  for (const other of others) assert.equal(other, yaml)
  assert.match(yaml, /"blueprintHash":"[0-9a-f]{64}"/)
})

test('comments and layout leave the plan unchanged, and a changed value does not', () => {
  const file = 'whole-language.yaml'
  const plain = planText(file)
  assert.equal(
    planText(file, (text) => `${text.replace("mode: '0600'", 'mode:    "0600" # secret')}\n# the end\n`),
    plain,
  )
  assert.notEqual(
    planText(file, (text) => text.replace("'0600'", "'0640'")),
    plain,
  )
})
