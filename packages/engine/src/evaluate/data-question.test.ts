import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSecret, secret, Unknown, type Value } from '@slipway/model'
import { Budget } from '../language/budget.ts'
import type { Expression } from '../language/expression.ts'
import { dataQuestion, type WrittenQuestion } from './data-question.ts'
import type { Scope } from './scope.ts'
import { shownText } from './written-metadata.ts'

const variables: Readonly<Record<string, Value>> = {
  names: ['a', 'b'],
  hidden: secret(['s', 't']),
  token: secret('t'),
  later: new Unknown('resources.web.spec.id'),
  partly: ['a', new Unknown('resources.db.spec.id')],
}
const scope: Scope = {
  budget: new Budget(),
  variable: (name) => variables[name] ?? null,
  value: () => null,
  resource: () => null,
  dataSource: () => null,
}

const origin = { start: 0, end: 0 }
const literal = (value: Value): Expression => ({ kind: 'literal', value, origin })
const variable = (name: string): Expression => ({ kind: 'reference', to: 'variable', name, path: [], origin })

function ask(search: readonly Expression[], metadata: WrittenQuestion['metadata'] = {}) {
  return dataQuestion({ filters: [{ field: 'name', operator: 'in', search }], metadata }, scope)
}

function searched(...search: readonly Expression[]): readonly Value[] {
  const question = ask(search)
  assert.ok(!(question instanceof Unknown))
  assert.deepEqual([question.filters[0]?.field, question.filters[0]?.operator], ['name', 'in'])
  return question.filters[0]?.search ?? []
}

const of = (metadata: WrittenQuestion['metadata']) => {
  const question = ask([], metadata)
  assert.ok(!(question instanceof Unknown))
  return question.metadata
}

const path = (name: string) => (name === 'later' ? 'resources.web.spec.id' : 'resources.db.spec.id')

describe('a question to a data source', () => {
  test('searches for each value, and for each item of a list', () => {
    assert.deepEqual(searched(literal('x'), variable('names'), literal(1)), ['x', 'a', 'b', 1])
    assert.deepEqual(searched(literal([])), [])
  })

  test('marks each item of a secret list as secret, and keeps other secrets', () => {
    const found = searched(variable('hidden'), variable('token'))
    assert.equal(found.every(isSecret), true)
    assert.deepEqual(
      found.map((value) => (isSecret(value) ? value.value : value)),
      ['s', 't', 't'],
    )
  })

  test('waits for unknown values in filter and metadata', () => {
    const waits = (question: ReturnType<typeof ask>) => (question instanceof Unknown ? question.until : undefined)
    for (const name of ['later', 'partly']) {
      assert.equal(waits(ask([literal('x'), variable(name)])), path(name))
      for (const part of ['displayName', 'annotations', 'custom'])
        assert.equal(waits(ask([literal('x')], { [part]: variable(name) })), path(name), part)
    }
    assert.equal(waits(ask([variable('later')], { custom: variable('partly') })), path('later'))
  })

  test('contains exactly the given metadata', () => {
    assert.deepEqual(of({}), {})
    assert.deepEqual(of({ displayName: literal(7), annotations: literal({ a: 'b' }), custom: literal([1]) }), {
      displayName: '7',
      annotations: { a: 'b' },
      custom: [1],
    })
    assert.deepEqual(of({ displayName: literal(null), annotations: literal('no map'), custom: literal(null) }), {})
    assert.deepEqual(of({ displayName: variable('token'), custom: literal(false) }), { custom: false })
  })
})

test('a display name must be text and no secret', () => {
  assert.deepEqual([undefined, null, secret('x'), 'x', true].map(shownText), [
    undefined,
    undefined,
    undefined,
    'x',
    'true',
  ])
})
