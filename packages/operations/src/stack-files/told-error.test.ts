import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { describe, test } from 'node:test'
import { LeftOut } from '../inline/resources.ts'
import { errorFromEngine, OurErrors, toldByStack } from './told-error.ts'

const messageOf = (thrown: unknown): string => toldByStack(thrown).message

describe('the message of an error that a stack throws', () => {
  test('without causes is the error’s own', () => {
    assert.equal(messageOf(new Error('no money left')), 'no money left')
    assert.equal(messageOf(new Error('no money left', { cause: undefined })), 'no money left')
    assert.equal(messageOf(new Error('no money left', { cause: null })), 'no money left')
  })

  test('with causes goes on with them, four deep', () => {
    const chain = (depth: number): Error => new Error(`level ${depth}`, depth === 9 ? {} : { cause: chain(depth + 1) })
    assert.equal(messageOf(new Error('outer', { cause: new Error('inner reason') })), 'outer: inner reason')
    assert.equal(messageOf(new Error('outer', { cause: 'a text' })), 'outer: a text')
    assert.equal(messageOf(new Error('outer', { cause: { code: 5 } })), 'outer: { code: 5 }')
    assert.equal(messageOf(new Error('', { cause: new Error('inner') })), 'inner')
    assert.equal(messageOf(chain(0)), 'level 0: level 1: level 2: level 3: level 4')
  })

  test('that quotes its cause does not repeat it, but goes on with the cause of that', () => {
    const inner = new Error('no route', { cause: new Error('the cable is out') })
    assert.equal(
      messageOf(new Error('no answer (no route)', { cause: inner })),
      'no answer (no route): the cable is out',
    )
  })

  test('that is very long is cut, and so is its trace', () => {
    const { name, message, stack, place } = toldByStack(
      Object.assign(new Error('x'.repeat(5_000_000)), {
        name: 'N'.repeat(5_000_000),
        stack: `Error: ${'x'.repeat(5_000_000)}\n    at file:///a.stack.ts:3:7`,
      }),
    )
    for (const text of [name, message, stack ?? '']) assert.match(text, /^.{100,65536}…$/s)
    assert.deepEqual(place, { file: '/a.stack.ts', line: 3, column: 7 })
  })

  test('with causes in a circle ends', () => {
    const outer = new Error('outer')
    const inner = new Error('inner', { cause: outer })
    outer.cause = inner
    assert.equal(messageOf(outer), 'outer: inner')
    outer.cause = outer
    assert.equal(messageOf(outer), 'outer')
  })

  test('of several errors has the first of them', async () => {
    const rejected = await Promise.any([
      Promise.reject(new Error('a')),
      Promise.reject(new Error('b', { cause: 'c' })),
    ]).catch((thrown: unknown) => thrown)
    assert.equal(messageOf(rejected), 'All promises were rejected: a; b: c')
    // As `fetch` reports a host with two addresses.
    const refused = new AggregateError([new Error('refused by ::1'), new Error('refused by 127.0.0.1')])
    assert.equal(
      messageOf(new TypeError('fetch failed', { cause: refused })),
      'fetch failed: refused by ::1; refused by 127.0.0.1',
    )
    const many = new AggregateError(
      ['a', 'b', 'b', 'd', 'e'].map((word) => new Error(word)),
      'all failed',
    )
    assert.equal(messageOf(many), 'all failed: a; b; … and 2 more')
  })

  test('with long causes is bounded, and its own words are whole', () => {
    const long = 'x'.repeat(5000)
    assert.equal(messageOf([long]).length, messageOf('x'.repeat(2000)).length + 1)
    assert.equal(messageOf(new Error(long)), long)
    assert.equal(messageOf(new Error('outer', { cause: new Error(long) })), `outer: ${'x'.repeat(2000)}…`)
  })

  test('that is no error shows what was thrown, on one line', () => {
    const prefix = 'the program threw something that is not an error'
    assert.equal(messageOf({ code: 5 }), `${prefix}: { code: 5 }`)
    assert.equal(messageOf('two\nlines'), `${prefix}: two\nlines`)
    assert.equal(messageOf(undefined), `${prefix}: undefined`)
    assert.equal(messageOf(Object.create(null)), `${prefix}: [Object: null prototype] {}`)
    assert.doesNotMatch(messageOf({ a: { b: { c: [{ d: 1 }, 'x\ny'.repeat(50)] } } }), /\n/)
    const hostile = {
      [inspect.custom]() {
        throw new Error('no')
      },
    }
    assert.equal(messageOf(hostile), prefix)
  })

  test('of the engine stays as it was', () => {
    const ours = new OurErrors()
    const error = new Error('outer', { cause: new Error('inner') })
    const inStack = errorFromEngine(ours.tell(error), 'a')
    assert.equal(inStack.message, 'outer')
    assert.equal(ours.read(toldByStack(inStack)), error)
    assert.deepEqual(toldByStack(new LeftOut('a')), { name: 'LeftOut', message: 'a' })
    assert.equal(
      messageOf(new Error('mine', { cause: new LeftOut('a') })),
      'mine: a does not exist, and this run leaves it out',
    )
  })
})
