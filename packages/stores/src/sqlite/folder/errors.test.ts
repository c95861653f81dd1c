import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Failure } from '@slipway/model'
import { corrupted, damagedLock, isDenied, storeFailure, unreadableJournal } from './errors.ts'

const file = join(tmpdir(), 'state.db')

test('a failing disk is named with the file, whoever notices: the system names none for a sync', () => {
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

const ofSqlite = (errcode: number) => Object.assign(new Error('says SQLite'), { code: 'ERR_SQLITE_ERROR', errcode })
const ofSystem = (code: string) => Object.assign(new Error(`${code}: says the system`), { code })

function codeOf(error: unknown): string | undefined {
  const failure = storeFailure(file, error)
  if (!(failure instanceof Failure)) return undefined
  assert.equal(failure.cause, error)
  assert.ok(failure.hint)
  assert.ok(failure.message.includes(file), failure.message)
  return failure.code
}

test('each error of SQLite has its state error, in its extended form, too', () => {
  const codes: readonly [string, readonly number[]][] = [
    ['state/disk-full', [13]],
    ['state/unwritable', [8, 14, 10]],
    ['state/corrupt', [11, 26, 1, 17, 19, 20]],
    ['state/busy', [5, 6]],
  ]
  for (const [code, numbers] of codes) {
    for (const number of numbers) {
      assert.equal(codeOf(ofSqlite(number)), code, String(number))
      assert.equal(codeOf(ofSqlite(number + 5 * 256)), code, String(number))
    }
  }
  assert.equal(codeOf(ofSqlite(21)), undefined)
  assert.equal(codeOf({ code: 'ERR_SQLITE_ERROR', errcode: '13' }), undefined)
  assert.equal(codeOf({ code: 'OTHER', errcode: 13 }), undefined)
})

test('each error of the system has its state error; others stay as they are', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG']) assert.equal(codeOf(ofSystem(code)), 'state/disk-full')
  const unwritable = [
    'EACCES',
    'EPERM',
    'EROFS',
    'ENOENT',
    'ENOTDIR',
    'EEXIST',
    'ELOOP',
    'EISDIR',
    'ENAMETOOLONG',
    'EIO',
  ]
  for (const code of unwritable) assert.equal(codeOf(ofSystem(code)), 'state/unwritable', code)
  assert.equal(codeOf(ofSystem('ERR_OUT_OF_RANGE')), 'state/corrupt')
  for (const other of [new Error('ours'), ofSystem('EAGAIN'), new Failure('state/busy', 'known')])
    assert.equal(storeFailure(file, other), other)
})

test('a forbidden operation is distinct from damage', () => {
  assert.deepEqual(
    [8, 14, 11].map((number) => isDenied(ofSqlite(number))),
    [true, true, false],
  )
})

test('damage is reported with the finding and the next step', () => {
  const cause = new Error('no right')
  assert.deepEqual(corrupted(file, ['page 3']).details, ['page 3'])
  const journal = unreadableJournal(file, cause)
  assert.deepEqual([journal.code, journal.details, journal.cause], ['state/unreadable', ['no right'], cause])
  const lock = damagedLock(file, 'site', 'it is torn')
  assert.deepEqual([lock.code, lock.details], ['state/damaged-lock', ['it is torn']])
  assert.match(lock.message, /^the lock of site in .*state\.db is damaged, so its holder is unknown$/)
  assert.match(lock.hint ?? '', /slipway state unlock --instance site$/)
})
