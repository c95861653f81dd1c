import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Failure } from '@slipway/model'
import { storeFailure } from './errors.ts'

const file = join(tmpdir(), 'state.db')

test('a disk that does not work is named with the file, whoever notices it: the system names none for a sync', () => {
  const ofSystem = Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync', errno: -5 })
  const ofSqlite = Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 })
  for (const [error, why] of [
    [ofSystem, 'the disk does not work'],
    [ofSqlite, 'disk I/O error'],
  ] as const) {
    const failure = storeFailure(file, error)
    assert.ok(failure instanceof Failure)
    assert.equal(failure.code, 'state/unwritable')
    assert.equal(failure.message, `reading or writing ${file} failed: ${why}`)
  }
})
