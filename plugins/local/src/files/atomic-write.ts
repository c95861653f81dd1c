import { link, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from './system-error.ts'

export interface Write {
  readonly path: string
  readonly bytes: Buffer
  readonly mode: number
  /** Names the temporary file, so that one that a crash left behind is found again. */
  readonly resourceId: string
}

/** Puts the content there at once and durably, in place of what was there. */
export async function replaceFile(write: Write): Promise<void> {
  await withTemporary(write, (temporary) => rename(temporary, write.path))
}

/** Puts the content there at once and durably; fails with EEXIST when something is there. */
export async function createFile(write: Write): Promise<void> {
  await withTemporary(write, async (temporary) => {
    try {
      await link(temporary, write.path)
    } catch (thrown) {
      if (codeOf(thrown) === 'EEXIST' || codeOf(thrown) === 'ENOENT') throw thrown
      // a file system without hard links; the caller has looked before
      await rename(temporary, write.path)
    }
  })
}

/** Where a resource's content lies before it is complete. */
export function temporaryOf({ path, resourceId }: Pick<Write, 'path' | 'resourceId'>): string {
  return join(dirname(path), `.slipway-${encodeURIComponent(resourceId)}`)
}

async function withTemporary(write: Write, put: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = temporaryOf(write)
  // never through a link that somebody has put there
  await rm(temporary, { force: true })
  try {
    await writeDurably(temporary, write)
    await put(temporary)
  } finally {
    await rm(temporary, { force: true })
  }
  await syncDirectory(dirname(write.path))
}

async function writeDurably(temporary: string, { bytes, mode }: Write): Promise<void> {
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    // again, since the umask has had its say
    await file.chmod(mode)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
