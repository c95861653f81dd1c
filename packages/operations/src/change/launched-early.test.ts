import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Change } from './change.ts'
import { launchedEarly } from './launched-early.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipway-launched-early-'))
after(() => rmSync(folder, { recursive: true }))
const state = join(folder, '.slipway')

/** Of a blueprint that was changed at this time, in seconds. */
function changeAt(seconds: number, more: Partial<Change> = {}): Change {
  const file = join(folder, 'app.blueprint.yaml')
  writeFileSync(file, '')
  utimesSync(file, seconds, seconds)
  const blueprint = { resources: new Map([['a', { type: { value: 'acme/thing' } }]]), dataSources: new Map() }
  const project = { blueprint: { file }, folders: { state } }
  return { operation: 'up', project, loaded: { blueprint }, ...more } as unknown as Change
}

function stateOf(seconds: number): void {
  mkdirSync(state, { recursive: true })
  writeFileSync(join(state, 'state.db'), '')
  utimesSync(join(state, 'state.db'), seconds, seconds)
}

test('providers start early where nothing was deployed yet, in a folder for the owner alone', (t) => {
  t.after(() => rmSync(state, { recursive: true }))
  assert.deepEqual([...launchedEarly(changeAt(1000))], ['acme'])
  assert.equal(statSync(state).mode & 0o777, 0o700)
  assert.deepEqual(readdirSync(state), ['.gitignore'])
})

test('and where the blueprint has changed since', (t) => {
  t.after(() => rmSync(state, { recursive: true }))
  stateOf(1000)
  assert.deepEqual([...launchedEarly(changeAt(1001))], ['acme'])
  assert.deepEqual([...launchedEarly(changeAt(1000))], [])
})

test('not for what works from the state, a saved plan or a program', () => {
  for (const more of [{ operation: 'destroy' }, { saved: {} }, { program: {} }] as Partial<Change>[])
    assert.deepEqual([...launchedEarly(changeAt(1000, more))], [])
  assert.equal(existsSync(state), false)
})

test('not where a state will be refused, and nothing is made there', (t) => {
  t.after(() => rmSync(state, { recursive: true }))
  symlinkSync(join(folder, 'nowhere'), state)
  assert.deepEqual([...launchedEarly(changeAt(1000))], [])
  assert.equal(existsSync(join(folder, 'nowhere')), false)
  rmSync(state)
  mkdirSync(state)
  writeFileSync(join(state, 'state.db-commits'), '')
  assert.deepEqual([...launchedEarly(changeAt(1000))], [])
  assert.deepEqual(readdirSync(state), ['state.db-commits'])
})
