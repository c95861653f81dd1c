import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OptionDefinition, recordedOptionNames, resourceOptions } from '@slipway/model'
import type { RecordedOptions } from '@slipway/stores'
import { optionFacts } from './option-facts.ts'

/** A value that may be recorded for the option. */
function sampleOf({ schema, rule }: OptionDefinition): RecordedOptions[keyof RecordedOptions] {
  if (rule === 'lengths of time') return { create: 90_000 }
  if (schema.type === 'array') return ['port', 'tags.*']
  return schema.type === 'boolean' ? true : 'db'
}

test('every recorded option is shown, and retained stands after protected', () => {
  const options: RecordedOptions = Object.fromEntries(
    recordedOptionNames.map((name) => [name, sampleOf(resourceOptions[name])]),
  )
  const facts = optionFacts({ options, removalPolicy: 'retain' })
  const [first, second, ...others] = facts.map(([label]) => label)
  assert.deepEqual([first, second], ['protected', 'retained'])
  assert.deepEqual(
    ['protected', ...others],
    recordedOptionNames.map((name) => resourceOptions[name].recordedAs),
  )
  const shown = new Map(facts.map(([label = '', text]) => [label, text]))
  assert.equal(shown.get('protected'), 'yes')
  assert.equal(shown.get('timeouts'), 'create 1 min 30 s')
  assert.equal(shown.get('replaced for'), 'port, tags.*')
  assert.equal(shown.get('goes with'), 'db')
  assert.deepEqual(optionFacts({ removalPolicy: 'delete' }), [])
})
