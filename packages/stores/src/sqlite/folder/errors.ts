import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Failure, messageOf, systemWords } from '@slipway/model'
import { ownerText } from './state-folder.ts'

/** Primary result codes of SQLite (https://sqlite.org/rescode.html). */
const sqlError = 1
const busy = 5
const locked = 6
const readOnly = 8
const ioError = 10
const corrupt = 11
const full = 13
const cannotOpen = 14
const schemaChanged = 17
const constraint = 19
const mismatch = 20
const notADatabase = 26

/** Explains an error of the database file, with the next step. Failures pass through unchanged. */
export function storeFailure(file: string, error: unknown): unknown {
  if (error instanceof Failure) return error
  switch (primaryCode(error)) {
    case full:
      return diskFull(file, error)
    case readOnly:
    case cannotOpen:
      return unwritable(file, error)
    case ioError:
      // SQLite also reports this if the index of its journal has no room.
      if (!hasRoom(dirname(file))) return diskFull(file, error)
      return brokenDisk(file, messageOf(error), error)
    case corrupt:
    case notADatabase:
    // Our statements match our tables. Otherwise a table is missing or different.
    case sqlError:
    case schemaChanged:
    case constraint:
    case mismatch:
      return corrupted(file, [messageOf(error)], error)
    case busy:
    case locked:
      return new Failure('state/busy', `another process kept ${file} locked for too long`, {
        hint: 'look for a stopped slipway process on this machine; run the command again when it is gone',
        cause: error,
      })
    default:
      return systemFailure(file, error)
  }
}

/** Room for the index, which grows by 32 KiB. */
const leastRoom = 64 * 1024

function hasRoom(directory: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize >= leastRoom
  } catch {
    return true
  }
}

function systemFailure(file: string, error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return diskFull(file, error)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    // The path existed a moment ago, so another process works in the folder.
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ELOOP':
    case 'EISDIR':
    case 'ENAMETOOLONG':
      return unwritable(file, error)
    // From our own write or sync; the error names no file.
    case 'EIO':
      return brokenDisk(file, systemWords(error) ?? messageOf(error), error)
    // The file contains a number that we never write.
    case 'ERR_OUT_OF_RANGE':
      return corrupted(file, [messageOf(error)], error)
    default:
      return error
  }
}

/** True if SQLite lacked permission, as opposed to having found damage. */
export function isDenied(error: unknown): boolean {
  const code = primaryCode(error)
  return code === cannotOpen || code === readOnly
}

/** The failure for a damaged file, with the findings. Nothing is written to such a file. */
export function corrupted(file: string, findings: readonly string[], cause?: unknown): Failure {
  return new Failure('state/corrupt', `the state in ${file} is damaged`, {
    details: findings,
    hint: 'nothing was changed; restore a backup with "slipway state restore FILE", or move the folder away and restore the instance from an export: slipway state import FILE',
    cause,
  })
}

/** The failure for the journal of a killed engine that cannot be merged without write permission. */
export function unreadableJournal(file: string, cause: unknown): Failure {
  return new Failure('state/unreadable', `the state in ${file} cannot be read until its journal (-wal) is merged`, {
    details: [messageOf(cause)],
    hint: 'make the folder writable for this user, or copy it to a writable place',
    cause,
  })
}

/** The failure for a damaged lock, whose holder must not be guessed. */
export function damagedLock(file: string, instance: string, damage: string): Failure {
  return new Failure('state/damaged-lock', `the lock of ${instance} in ${file} is damaged, so its holder is unknown`, {
    details: [damage],
    hint: `make sure that no slipway works on ${instance}, then remove the lock: slipway state unlock --instance ${instance}`,
  })
}

function diskFull(file: string, cause: unknown): Failure {
  return new Failure('state/disk-full', `there is no room to record state in ${file}`, {
    hint: 'free some space and run the command again; earlier records are intact',
    cause,
  })
}

function brokenDisk(file: string, why: string, cause: unknown): Failure {
  return new Failure('state/unwritable', `reading or writing ${file} failed: ${why}`, {
    hint: 'check the disk; nothing was recorded by the write that failed',
    cause,
  })
}

function unwritable(file: string, cause: unknown): Failure {
  return new Failure('state/unwritable', `the state in ${file} cannot be written: ${messageOf(cause)}`, {
    details: [ownerText(dirname(file)), ownerText(file)],
    hint: 'make the folder and its files writable for this user, or name another folder with SLIPWAY_STATE',
    cause,
  })
}

function primaryCode(error: unknown): number | undefined {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode & 0xff : undefined
}
