import { inspect } from 'node:util'
import { equalValues, messageOf, type ValueMap } from '@slipway/model'
import { expect, Unmet, type Check } from '../report.ts'
import { expectFound } from './found.ts'
import { named, type Life } from './life.ts'

/*
 * A type's promises about a call in doubt. `find`: reading finds by resource id, and deploying under the same id never makes a second
 * thing. `settlesWithinMs`: reading finds the thing when it is there. `repeatable`: deploying may be done again, so that nothing has to be
 * found.
 */

const whatToDo =
  'write the resource id to the thing (a tag, a label, part of its name) and look for that; where that is not possible, declare settlement "ask", and as its identity the property that finds it'

export function notYetCheck(type: string): Check<Life> {
  return named(type)('is not found before it is made', async (life) => {
    const found = await life.read(life.exercise.spec)
    expect(
      found === undefined,
      `it promises "find", but finds a resource under a resource id that was never used: ${whatToDo}; or is the resource left over from an earlier test?`,
    )
    return 'nothing is found'
  })
}

/** Checks a resource that exists. */
export function doubtChecks({ exercise, definition }: Life): readonly Check<Life>[] {
  const { type, spec } = exercise
  const { settlement, settlesWithinMs } = definition
  const check = named(type)
  const isFindable = settlement === 'find'
  return [
    ...(isFindable || (settlement === 'ask' && settlesWithinMs !== undefined)
      ? [
          check('is found when Slipway does not know whether it was created', async (it) =>
            expectFound(await it.read(spec), spec),
          ),
        ]
      : []),
    ...(isFindable ? [check('is not found under another resource id', expectStrange)] : []),
    ...(isFindable || settlement === 'repeatable' ? [check('may be made again under its resource id', again)] : []),
  ]
}

async function expectStrange(life: Life): Promise<string> {
  life.made()
  const found = await life.under(`${life.id}-stranger`).read(life.exercise.spec)
  expect(
    found === undefined,
    `it promises "find", and reading finds it under another resource id, too: it goes by something else (a name, a path), so it would take what others have made for its own; ${whatToDo}`,
  )
  return 'nothing is found'
}

/** Repeats a call as after a crash: the same inputs with the same id, without any result of the first call. */
async function again(life: Life): Promise<string> {
  const { exercise, definition } = life
  const first = life.made()
  const second = await life.deployed(exercise.spec).catch((thrown: unknown) => {
    throw new Unmet(`deployed again under the same resource id it fails: ${messageOf(thrown)}; ${onlyOne}`)
  })
  life.state = second
  const { idField } = definition
  if (definition.settlement !== 'find') return 'it does not fail'
  if (idField !== undefined && !equalValues(first[idField] ?? null, second[idField] ?? null)) {
    // the thing must not be left behind
    await life.destroy(first)
    const [one, other] = [first, second].map((state) => inspect(state[idField]))
    throw new Unmet(`deployed twice under the same resource id there are two of it: ${one} and ${other}; ${onlyOne}`)
  }
  return idField === undefined ? 'it does not fail' : `"${idField}" stays the same`
}

const onlyOne =
  'give the service the resource id as the idempotency key, or first look for the thing by it, and adopt an existing one'

/** Checks that one destroy is enough: a second one would hide a second thing. */
export function goneCheck(type: string): Check<Life> {
  return named(type)('is not found when it is gone', async (life) => {
    const found = await life.read(life.made())
    if (found === undefined) return 'nothing is found'
    await removeAll(life, found)
    throw new Unmet(
      `it is still found: destroying does not remove it, or it was deployed twice under the same resource id and there were two of it; then ${onlyOne}`,
    )
  })
}

/** A service may still be working on the first call when the second one arrives. One of them may then fail. */
export function togetherCheck(type: string): Check<Life> {
  return { ...named(type)('is made once when two calls come at once', together), level: 'should' }
}

async function together(life: Life): Promise<string> {
  const { exercise, id, definition } = life
  const it = life.under(`${id}-together`)
  const ends = await Promise.allSettled([it.deployed(exercise.spec), it.deployed(exercise.spec)])
  const made = ends.filter((end) => end.status === 'fulfilled').map((end) => end.value)
  expect(made.length > 0, 'both calls fail')
  for (const state of made) await it.destroy(state)
  const { idField } = definition
  const ids = new Set(made.map((state) => (idField === undefined ? '' : inspect(state[idField]))))
  const left = await it.read(exercise.spec)
  if (left !== undefined) await removeAll(it, left)
  expect(ids.size <= 1 && left === undefined, `two calls at once under the same resource id make two: ${onlyOne}`)
  return made.length === 2 ? 'both calls give the same' : 'one call is refused'
}

const mostThings = 10

/** Removes everything that a test has made, if it can be found. */
async function removeAll(life: Life, first: ValueMap): Promise<void> {
  let found: ValueMap | undefined = first
  for (let count = 0; found !== undefined && count < mostThings; count++) {
    await life.destroy(found)
    found = await life.read(life.exercise.spec)
  }
}
