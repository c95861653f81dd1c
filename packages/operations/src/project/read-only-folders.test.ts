import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readOnlyFolders } from './read-only-folders.ts'
import { foldersOf } from './folders.ts'

test('plugins of a read-only command run also where the state cannot be written', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-folders-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const env = { HOME: join(folder, 'home') }
  const usual = foldersOf(folder, env, folder)
  assert.equal(readOnlyFolders(usual), usual)
  // Permissions do not stop a test that runs as root, but a file in place of the folder does.
  writeFileSync(join(folder, 'in-the-way'), '')
  const barred = foldersOf(folder, { ...env, SLIPWAY_STATE: 'in-the-way/state' }, folder)
  const { state, logs, runtime, cache } = readOnlyFolders(barred)
  assert.equal(state, barred.state)
  assert.ok(logs.startsWith(`${cache}/`) && runtime.startsWith(`${cache}/`))
})

test('and where the state is somebody else’s, or leads elsewhere: nothing is left beside it', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-folders-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const usual = foldersOf(folder, { HOME: join(folder, 'home') }, folder)
  mkdirSync(usual.state)
  symlinkSync('elsewhere', join(usual.state, 'state.db'))
  const { logs, runtime, cache } = readOnlyFolders(usual)
  assert.ok(logs.startsWith(`${cache}/`) && runtime.startsWith(`${cache}/`))
})
