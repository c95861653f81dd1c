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
   * Undoes the step when it or a later one fails, after the undo of the later ones. After a kill, the next holder of the lock does the
   * same.
   */
  readonly undo: (work: Work) => Promise<void>
}

const keepPart = async (): Promise<void> => {}

/** Bytes that are not believed are not found again. */
async function forgetBytes(work: Work): Promise<void> {
  if (work.proof.isSet() || !work.bytes.isSet()) return
  const { sha256, path } = work.bytes.get()
  await work.store.disk.remove(downloadFolder(work))
  if (path !== undefined && !work.store.records.all().some((record) => record.sha256 === sha256))
    await work.store.archives.drop(sha256)
}

/** The old one comes back, if there was one; a new one without an old one stays present and marked, and is resumed the next time. */
async function bringBack(work: Work): Promise<void> {
  const { own } = work.hold
  if (own !== undefined) await recover(work.store.disk, work.store.records, own)
}

/**
 * From a version to an installed plugin. The plugin and the version were chosen before (`resolve.ts`), because requests with the same
 * choice go through the table once. The order is the promise: nothing unverified is unpacked, nothing moves to its place before it is
 * durable, the folder has its marker until everything is done, and the marker goes last.
 */
export const steps: readonly Step[] = [
  { step: 'download', run: download, undo: keepPart },
  { step: 'verify', run: verify, undo: forgetBytes },
  { step: 'unpack', run: unpack, undo: keepPart },
  // From here on the plugin is present.
  { step: 'put', run: put, undo: bringBack },
  { step: 'packages', run: installPackages, undo: bringBack },
  { step: 'sdks', run: makeSdks, undo: bringBack },
  { step: 'dependencies', run: installDependencies, undo: bringBack },
  { step: 'finish', run: finish, undo: bringBack },
]

/** `--download-only` ends here. */
export const lastOfPresent = 'put'

/** Past the point of no return, which is the record that `finish` writes: nothing is undone any more, and nothing of this can fail the install. */
export const afterwards: readonly Step['run'][] = [tidy]
