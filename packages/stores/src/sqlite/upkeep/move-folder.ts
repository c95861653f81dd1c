import { existsSync, rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import {
  changedMeanwhile,
  digestOf,
  foundBy,
  movedVersion,
  type Found,
  type MovableState,
  type StateContent,
} from '../../content.ts'
import { countAnew, countIn, counterFile } from '../commits/commit-counter.ts'
import { isMissing, openReadOnly, prepareDirectory, putInPlace } from '../database.ts'
import { storeFailure } from '../folder/errors.ts'
import { migrations, movedIn, schemaVersion } from '../schema/schema.ts'
import { stateFile } from '../store.ts'
import { contentIn, fillDatabase } from './content.ts'
import { imageOf } from './image.ts'
import { moveAside } from './move-aside.ts'

/** The state of a folder as a movable state. It must have been opened before, so that it has the present version. */
export function movableFolder(directory: string): MovableState {
  const file = stateFile(directory)
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw storeFailure(file, error)
    }
  }
  return {
    look: () => guarded(() => look(file)),
    read: () => guarded(() => readFolder(file)),
    receive: (content, from) => guarded(() => receive(directory, content, from)),
    settle: () => guarded(() => mark(file, '', migrations.length)),
    leave: (to, digest) =>
      guarded(() =>
        mark(file, `>${to}`, movedVersion, (database) => {
          if (digestOf(contentIn(database)) !== digest) throw changedMeanwhile(directory)
        }),
      ),
  }
}

async function look(file: string): Promise<Found> {
  if (isMissing(file)) return { is: 'none' }
  return await withDatabase(file, (database) => {
    if (schemaVersion(database) === movedVersion) return foundBy(movedIn(database))
    const isEmpty = Number(database.prepare('SELECT count(*) AS n FROM instances').get()?.['n']) === 0
    return { is: isEmpty ? 'empty' : 'live' }
  })
}

async function readFolder(file: string): Promise<StateContent> {
  const { DatabaseSync } = await import('node:sqlite')
  const database = openReadOnly(DatabaseSync, file)
  try {
    database.exec('BEGIN')
    return contentIn(database)
  } finally {
    database.close()
  }
}

/** Keeps the old file under another name. */
async function receive(directory: string, content: StateContent, from: string): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite')
  const file = stateFile(directory)
  prepareDirectory(directory)
  const image = new DatabaseSync(':memory:')
  try {
    fillDatabase(image, content)
    setMark(image, `<${from}`, movedVersion)
    for (const path of [file, `${file}-wal`]) if (existsSync(path)) moveAside(path, 'moved')
    for (const path of [`${file}-shm`, counterFile(file)]) rmSync(path, { force: true })
    putInPlace(file, imageOf(image))
    countAnew(file, countIn(file, image))
  } finally {
    image.close()
  }
}

async function mark(
  file: string,
  moved: string,
  version: number,
  check: (database: DatabaseSync) => void = () => undefined,
): Promise<void> {
  await withDatabase(file, (database) => {
    database.exec('BEGIN IMMEDIATE')
    check(database)
    setMark(database, moved, version)
    database.exec('COMMIT')
  })
}

function setMark(database: DatabaseSync, moved: string, version: number): void {
  database.prepare('UPDATE state SET moved = ?').run(moved)
  database.prepare('UPDATE slipway_schema SET version = ?').run(version)
}

async function withDatabase<T>(file: string, work: (database: DatabaseSync) => T): Promise<T> {
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(file, { timeout: 5_000 })
  try {
    return work(database)
  } finally {
    database.close()
  }
}
