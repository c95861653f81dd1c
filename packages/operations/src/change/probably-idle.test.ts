import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { InstanceState } from '@slipway/stores'
import type { Change } from './change.ts'
import { probablyIdle } from './probably-idle.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipway-probably-idle-'))
after(() => rmSync(folder, { recursive: true }))

const deployedAt = 1_000_000_000
const state = { instance: { status: 'deployed', updatedAt: deployedAt }, intents: [] } as unknown as InstanceState

function fileOf(name: string, changedAt: number): string {
  const file = join(folder, name)
  writeFileSync(file, '')
  utimesSync(file, changedAt / 1000, changedAt / 1000)
  return file
}

function isIdle(change: object): boolean {
  return probablyIdle({ operation: 'up', project: {}, wish: {}, ...change } as unknown as Change, state)
}

const old = fileOf('old.ts', deployedAt - 1000)
const edited = fileOf('edited.ts', deployedAt + 1000)

test('a stack has probably nothing to do if all its files are older than its deployment, as a blueprint', () => {
  assert.equal(isIdle({ project: { blueprint: { file: old } } }), true)
  assert.equal(isIdle({ project: { blueprint: { file: edited } } }), false)
  assert.equal(isIdle({ program: { files: [old, old] } }), true)
  assert.equal(isIdle({ program: { files: [old, edited] } }), false)
  assert.equal(isIdle({ program: { files: [old, join(folder, 'gone.ts')] } }), false)
})

test('nothing is guessed of a program whose files nobody can tell, nor where more was asked for', () => {
  assert.equal(isIdle({ program: {} }), false)
  assert.equal(isIdle({ program: { files: [] } }), false)
  assert.equal(isIdle({ program: { files: [old] }, wish: { variables: { a: '1' } } }), false)
})
