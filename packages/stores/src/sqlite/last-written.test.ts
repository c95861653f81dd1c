import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { lastWritten } from './last-written.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipway-last-written-'))
after(() => rmSync(folder, { recursive: true }))

test('a state is as new as its database or its journal', () => {
  const directory = join(folder, 'state')
  assert.equal(lastWritten(directory), undefined)
  mkdirSync(directory)
  // There may have been a state.
  assert.equal(lastWritten(directory), Infinity)
  const [file, journal] = [join(directory, 'state.db'), join(directory, 'state.db-wal')]
  writeFileSync(file, '')
  utimesSync(file, 1000, 2000)
  assert.equal(lastWritten(directory), 2_000_000)
  writeFileSync(journal, '')
  utimesSync(journal, 1000, 3000)
  assert.equal(lastWritten(directory), 3_000_000)
})

test('nobody can tell how new a state is whose folder leads nowhere', () => {
  const directory = join(folder, 'dangling')
  symlinkSync(join(folder, 'nowhere'), directory)
  assert.equal(lastWritten(directory), Infinity)
})
