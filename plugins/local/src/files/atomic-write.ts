import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { removeDraft } from './draft.ts'

export interface Content {
  readonly bytes: Buffer
  readonly mode: number
}

/** Writes the content atomically and durably, over any old content. */
export async function replaceFile(path: string, draft: string, content: Content): Promise<void> {
  try {
    await removeDraft(draft)
    await writeDurably(draft, content)
    await rename(draft, path)
  } catch (thrown) {
    await removeDraft(draft)
    throw thrown
  }
  await syncDirectory(dirname(path))
}

/** Writes a file where there is none, never through a link that somebody has put there. */
export async function writeDurably(path: string, { bytes, mode }: Content): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    // set again, because the umask has changed it
    await file.chmod(mode)
    await file.sync()
  } finally {
    await file.close()
  }
}

export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
