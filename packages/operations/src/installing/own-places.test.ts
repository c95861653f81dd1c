import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ownOwner } from '@slipway/processes/path-trust'
import { assertOwnPlace } from './own-places.ts'

test('installed plugins lie where nobody else may write', (t) => {
  const top = mkdtempSync(join(tmpdir(), 'slipway-own-places-'))
  t.after(() => rmSync(top, { recursive: true, force: true }))
  const own = ownOwner()
  const open = join(top, 'open')
  mkdirSync(open)
  chmodSync(open, 0o777)
  symlinkSync(open, join(top, 'link'))
  assertOwnPlace(top, own)
  assertOwnPlace(join(top, 'not/yet/there'), own)
  const refused = { code: 'install/unsafe-place' }
  for (const place of [open, join(open, 'not/yet/there'), join(top, 'link/home')])
    assert.throws(() => assertOwnPlace(place, own), refused, place)
})
