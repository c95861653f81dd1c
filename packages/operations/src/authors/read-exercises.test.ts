import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { DiagnosticsFailure } from '@slipway/model'
import { readExercises } from './read-exercises.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipway-exercises-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'exercises.yaml')

function read(text: string) {
  writeFileSync(file, text)
  return readExercises(file)
}

describe('a file of exercises', () => {
  test('is read as it is meant', () => {
    const { config, exercises = [] } = read(`
config: { url: "http://x", retries: 3 }
exercises:
  - type: a/b
    spec: { size: 1, tags: [x] }
    update: { size: 2 }
    stabiliseMs: 100
  - { type: a/c, spec: {} }
`)
    assert.deepEqual({ ...config }, { url: 'http://x', retries: 3 })
    const [first, second] = exercises
    assert.deepEqual(
      [first?.type, { ...first?.spec }, { ...first?.update }, first?.stabiliseMs],
      ['a/b', { size: 1, tags: ['x'] }, { size: 2 }, 100],
    )
    assert.deepEqual([second?.type, second !== undefined && 'update' in second], ['a/c', false])
    assert.equal(read('exercises: []').config, undefined)
  })

  test('has a word that is another one each time where it says ${run}', () => {
    const text = 'exercises: [{ type: a/b, spec: { name: "test-${run}", tags: ["${run}"], other: "${runs} $run" } }]'
    writeFileSync(file, text)
    const [first] = readExercises(file, '1a2b').exercises ?? []
    assert.deepEqual({ ...first?.spec }, { name: 'test-1a2b', tags: ['1a2b'], other: '${runs} $run' })
  })

  test('is refused with the place of the problem', () => {
    for (const [text, message] of [
      ['[]', 'is not a map'],
      ['config: {}', 'has no list "exercises"'],
      ['exercises: { type: a/b }', 'has no list "exercises"'],
      ['exercises: [x]', 'exercises[0] is not a map'],
      ['exercises: [{ spec: {} }]', 'exercises[0].type is not text'],
      ['exercises: [{ type: a/b, spec: {} }, { type: a/b }]', 'exercises[1].spec is not a map'],
      ['exercises: [{ type: a/b, spec: {}, update: 1 }]', 'exercises[0].update is not a map'],
      ['exercises: [{ type: a/b, spec: {}, stabiliseMs: soon }]', 'exercises[0].stabiliseMs is not a number'],
      ['upgrades: [{ type: a/b, state: {} }]', 'upgrades[0].version is not a number'],
      ['upgrades: [{ type: a/b, version: 1 }]', 'upgrades[0].state is not a map'],
      ['variableTypes: [{ type: a/b }]', 'variableTypes[0].options is not a map'],
      [
        'links: [{ type: "a/b::a/b", a: {}, b: {}, fails: never }]',
        'links[0].fails is not one of BAD_INPUT, TRANSIENT, UNEXPECTED',
      ],
      ['transforms: [{ resources: 1 }]', 'transforms[0].resources is not a map'],
      ['transforms: [{ resources: {}, makes: { a: 1 } }]', 'transforms[0].makes is not a map of types'],
      ['{ config: { a: [1] }, exercises: [] }', '"config" is not a map of scalars'],
    ] as const)
      assert.throws(() => read(text), { code: 'cli/bad-exercises', message: `${file}: ${message}` })
    assert.throws(() => read('exercises: ['), DiagnosticsFailure)
    assert.throws(() => readExercises(join(folder, 'nothing')), { code: 'cli/unreadable-file' })
  })
})
