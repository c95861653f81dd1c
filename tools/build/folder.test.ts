import assert from 'node:assert/strict'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fillFolder } from './folder.ts'

test('a build changes what differs, removes what is no more, and leaves the rest and the drafts of others alone', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-build-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [program, plugin] = [join(folder, 'program.cjs'), join(folder, 'plugins/x/plugin')]
  const files = [
    { path: 'program.cjs', content: 'one' },
    { path: 'plugins/x/plugin', content: '#!/bin/sh\n', executable: true },
  ]
  assert.equal(fillFolder(folder, files), true)
  assert.deepEqual(
    [program, plugin].map((file) => statSync(file).mode & 0o777),
    [0o644, 0o755],
  )
  const { ino } = statSync(plugin)
  assert.equal(fillFolder(folder, files), false)

  const [draft, killed] = [`${program}.1.draft`, `${program}.2.draft`]
  for (const file of [draft, killed, join(folder, 'old.cjs')]) writeFileSync(file, '')
  utimesSync(killed, 1, 1)
  assert.equal(fillFolder(folder, [{ path: 'program.cjs', content: 'two' }, ...files.slice(1)]), true)
  assert.equal(readFileSync(program, 'utf8'), 'two')
  assert.equal(statSync(plugin).ino, ino, 'who runs it goes on')
  assert.deepEqual(readdirSync(folder).sort(), ['plugins', 'program.cjs', 'program.cjs.1.draft'])
  assert.equal(existsSync(draft), true)
})
