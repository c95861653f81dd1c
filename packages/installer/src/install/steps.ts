import { recover } from '../store/place.ts'
import { download, downloadFolder } from './download.ts'
import { finish, installDependencies, installPackages, makeSdks, tidy } from './finish.ts'
import { put } from './put.ts'
import { unpack } from './unpack.ts'
import { verify } from './verify.ts'
import type { Done, Work } from './work.ts'

export interface Step {
  readonly step: string
  readonly run: (work: Work) => Promise<Done | void>
  /**
   * Undoes the step when this or a later step fails, after the later steps are undone. After a kill, the next holder of the lock does the same.
   */
  readonly undo: (work: Work) => Promise<void>
}

const keepPart = async (): Promise<void> => {}

/** Forgets the bytes, so that a later attempt does not find bytes that failed verification. */
async function forgetBytes(work: Work): Promise<void> {
  if (work.proof.isSet() || !work.bytes.isSet()) return
  const { sha256, path } = work.bytes.get()
  await work.store.disk.remove(downloadFolder(work))
  if (path !== undefined && !work.store.records.all().some((record) => record.sha256 === sha256))
    await work.store.archives.drop(sha256)
}

/** Brings back the old plugin, if there was one; a new plugin without an old one stays present and marked, and the next attempt resumes it. */
async function bringBack(work: Work): Promise<void> {
  const { own } = work.hold
  if (own !== undefined) await recover(work.store.disk, work.store.records, own)
}

/**
 * The steps from a version to an installed plugin. The plugin and the version were chosen before (`resolve.ts`), so that requests with the same
 * choice go through the table once. The order is a guarantee: nothing unverified is unpacked, nothing moves to its place before it is durable, the
 * folder has its marker until everything is done, and the marker is removed last.
 */
export const steps: readonly Step[] = [
  { step: 'download', run: download, undo: keepPart },
  { step: 'verify', run: verify, undo: forgetBytes },
  { step: 'unpack', run: unpack, undo: keepPart },
  // From this step on, the plugin is present.
  { step: 'put', run: put, undo: bringBack },
  { step: 'packages', run: installPackages, undo: bringBack },
  { step: 'sdks', run: makeSdks, undo: bringBack },
  { step: 'dependencies', run: installDependencies, undo: bringBack },
  { step: 'finish', run: finish, undo: bringBack },
]

/** `--download-only` ends after this step. */
export const lastOfPresent = 'put'

/**
 * The steps after the point of no return, which is the record that `finish` writes: nothing is undone any more, and no failure here can fail the
 * install.
 */
export const afterwards: readonly Step['run'][] = [tidy]
