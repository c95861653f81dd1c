import { closeSync, fchmodSync, fchownSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Account } from '../supervise/account.ts'
import { inFolder } from './steady-folder.ts'

type Ids = Pick<Account, 'uid' | 'gid'>

/** Makes a folder below `top` that belongs to the user; missing folders above it can be entered by everybody. */
export function makeFolder(top: string, path: string, account: Ids | undefined, mode?: number): void {
  inFolder(top, path, ({ descriptor }) => {
    own(descriptor, account)
    if (mode !== undefined) fchmodSync(descriptor, mode)
  })
}

/** Writes a file below `top` that only its user can read. Readers see the old one or the new one. */
export function writePrivate(top: string, path: string, text: string, account?: Ids): void {
  inFolder(top, dirname(path), (folder) => {
    const file = join(folder.path, basename(path))
    const draft = `${file}.draft`
    rmSync(draft, { recursive: true, force: true })
    const descriptor = openSync(draft, 'wx', 0o600)
    try {
      writeFileSync(descriptor, text)
      own(descriptor, account)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, file)
  })
}

function own(descriptor: number, account: Ids | undefined): void {
  if (account !== undefined) fchownSync(descriptor, account.uid, account.gid)
}
