import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { lookingPlaces } from './looking-places.ts'
import { placesOf } from './places.ts'

test('plugins of a command that only looks run also where the state cannot be written', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-places-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const env = { HOME: join(folder, 'home') }
  const usual = placesOf(folder, env, folder)
  assert.equal(lookingPlaces(usual), usual)
  // Permissions would not stop a test that runs as root; a file in the way stops everybody.
  writeFileSync(join(folder, 'in-the-way'), '')
  const barred = placesOf(folder, { ...env, SLIPWAY_STATE: 'in-the-way/state' }, folder)
  const { state, logs, runtime, cache } = lookingPlaces(barred)
  assert.equal(state, barred.state)
  assert.ok(logs.startsWith(`${cache}/`) && runtime.startsWith(`${cache}/`))
})
