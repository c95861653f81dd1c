import { chownSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Account } from '../supervise/account.ts'

/** Makes a folder that belongs to the user; those on the way to it stay the preparer's, and can be passed through. */
export function makeFolder(path: string, account: Account | undefined, mode = 0o755): void {
  mkdirSync(path, { recursive: true, mode })
  own(path, account)
}

/** Writes a file that only its user can read. Readers see the old one or the new one. */
export function writePrivate(path: string, text: string, account?: Account): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
  const draft = `${path}.draft`
  writeFileSync(draft, text, { mode: 0o600 })
  own(draft, account)
  renameSync(draft, path)
}

function own(path: string, account: Account | undefined): void {
  if (account !== undefined) chownSync(path, account.uid, account.gid)
}
