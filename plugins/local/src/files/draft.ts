import { link, rename, rmdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, missing, unless } from './system-error.ts'

/* Things are completed beside their path first, under a name that shows their owner, so that the remains of a crash can be found. */

/** The path of a resource's unfinished thing. */
export function draftOf(path: string, resourceId: string): string {
  return join(dirname(path), `${draftPrefix}${encodeURIComponent(resourceId)}`)
}

export const draftPrefix = '.slipway-'

/** Moves a file or link to a free path; fails with EEXIST when something is there. */
export async function moveToFree(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path)
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST' || codeOf(thrown) === 'ENOENT') throw thrown
    // a file system without hard links; the caller has looked before
    return rename(draft, path)
  }
  await unlink(draft)
}

/** Directories among drafts are empty. */
export async function removeDraft(draft: string): Promise<void> {
  try {
    await unless(missing, unlink(draft))
  } catch (thrown) {
    // the errors of Linux and other systems for a directory
    if (codeOf(thrown) !== 'EISDIR' && codeOf(thrown) !== 'EPERM') throw thrown
    await unless(missing, rmdir(draft))
  }
}
