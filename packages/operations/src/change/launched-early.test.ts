import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Change } from './change.ts'
import { launchedEarly } from './launched-early.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipway-launched-early-'))
after(() => rmSync(folder, { recursive: true }))
const state = join(folder, '.slipway')

function changeOf(more: Partial<Change> = {}): Change {
  const blueprint = { resources: new Map([['a', { type: { value: 'acme/thing' } }]]), dataSources: new Map() }
  return { operation: 'up', project: { folders: { state } }, loaded: { blueprint }, ...more } as unknown as Change
}

test('providers start early where nothing was deployed yet, in a folder for the owner alone', (t) => {
  t.after(() => rmSync(state, { recursive: true }))
  assert.deepEqual([...launchedEarly(changeOf())], ['acme'])
  assert.equal(statSync(state).mode & 0o777, 0o700)
  assert.deepEqual(readdirSync(state), ['.gitignore'])
})

test('the same for a stack, by the types that its text names', (t) => {
  t.after(() => rmSync(state, { recursive: true }))
  const stackFile = { types: ['acme/thing', 'acme/other', 'random:index/pet:Pet'] }
  const project = { folders: { state }, stackFile } as unknown as Change['project']
  assert.deepEqual(
    [...launchedEarly(changeOf({ project, program: {}, loaded: undefined } as unknown as Partial<Change>))],
    ['acme', 'random:'],
  )
})

test('not for a command that works from the state, a saved plan or a program', () => {
  for (const more of [
    { operation: 'destroy' },
    { saved: {} },
    { program: {}, loaded: undefined },
  ] as unknown as Partial<Change>[])
    assert.deepEqual([...launchedEarly(changeOf(more))], [])
  assert.equal(existsSync(state), false)
})

test('not where something may be refused, and nothing is made there', (t) => {
  t.after(() => rmSync(state, { recursive: true }))
  symlinkSync(join(folder, 'nowhere'), state)
  assert.deepEqual([...launchedEarly(changeOf())], [])
  assert.equal(existsSync(join(folder, 'nowhere')), false)
  rmSync(state)
  mkdirSync(state)
  writeFileSync(join(state, 'state.db-commits'), '')
  assert.deepEqual([...launchedEarly(changeOf())], [])
  assert.deepEqual(readdirSync(state), ['state.db-commits'])
})
