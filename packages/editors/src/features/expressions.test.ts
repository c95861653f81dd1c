import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBlueprint } from '@slipway/engine'
import { readSource } from '@slipway/source'
import { testProvider } from '../testing.ts'
import { hoverAt } from './hover.ts'
import { Known } from './known.ts'

const known = new Known([testProvider])
const children = (): undefined => undefined

test('hover explains a parameter and an operator where they stand, in each form', () => {
  const expression = 'map(variables.all, item => item.size + 1)'
  const texts: Readonly<Record<string, string>> = {
    'a.yaml': `version: 2025-11-02\nvalues:\n  v: { type: array, value: '\${${expression}}' }\n`,
    'a.json': `{ "version": "2025-11-02", "values": { "v": { "type": "array", "value": "\${${expression}}" } } }`,
    'a.bp': `version "2025-11-02"\nvalue v: array { value = ${expression} }\n`,
  }
  for (const [file, text] of Object.entries(texts)) {
    const { blueprint } = readBlueprint(file, text)
    const { tree } = readSource(file, text)
    assert.ok(blueprint && tree, file)
    const over = (part: string) => {
      const found = hoverAt(blueprint, tree, text.indexOf(part), { known, children })
      return found && [found.help, text.slice(found.start, found.end)]
    }
    assert.deepEqual(over('item.size'), ['**item**: a parameter of the short function around it', 'item.size'])
    assert.match(over('+ 1')?.[0] ?? '', /add\(a: float/)
    assert.equal(over('+ 1')?.[1], '+')
    assert.match(over('map(')?.[0] ?? '', /Calls a function with each item/)
  }
})
