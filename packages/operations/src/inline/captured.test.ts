import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeInStack } from '../stack-files/place-in-stack.ts'
import { capture } from './captured.ts'

/** Returns the place that the error for a value names, and its message. */
function refusal(value: unknown): readonly [file: string | undefined, message: string] {
  try {
    capture(value, 'the spec of r')
  } catch (thrown) {
    assert.ok(thrown instanceof TypeError)
    return [placeInStack(thrown.stack ?? '')?.file, thrown.message]
  }
  throw new Error('it was accepted')
}

/** Calls a function of `captured.ts` more often than an error has lines. */
const deep = (value: unknown): object => ({ a: { b: { c: { d: [[[[value]]]] } } } })

test('a value that no resource can have is refused with the place of the call, however deep it lies', () => {
  for (const value of [new Date(), deep(new Date()), deep(Number.NaN), deep(Symbol('x')), deep({ out: 1, f: () => 1 })])
    assert.equal(refusal(value)[0], import.meta.filename)
})

test('a value that no resource can have is named with the right article', () => {
  const said = [new Error('x'), new Date(), new URL('https://a.example'), new Uint8Array(1)].map(
    (value) => refusal(value)[1].split(':')[0],
  )
  assert.deepEqual(said, [
    'the spec of r is an Error',
    'the spec of r is a Date',
    'the spec of r is a URL',
    'the spec of r is a Uint8Array',
  ])
})

test('an error of a getter of the program keeps its own place', () => {
  const mine = new TypeError('mine')
  const { stack } = mine
  const given = {
    get a(): never {
      throw mine
    },
  }
  assert.throws(() => capture(given, 'the spec of r'), mine)
  assert.equal(mine.stack, stack)
})
