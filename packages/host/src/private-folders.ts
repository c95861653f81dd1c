import { lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { launchFiles } from '@slipway/protocol/launch-files'
import { isPrivateFolder, privateFolderDraft, type Environment } from './layout.ts'
import { ownOwner, PathTrust } from '@slipway/processes/path-trust'

/** The folder of one launch: only our user can enter it, and the plugin gets its path. */
export interface PrivateFolder {
  readonly path: string
  readonly token: string
}

/** Bytes that the path of a unix socket may have on every system, less the part that a launch adds to the folder of its engine. */
const longestPath = 103 - '/1000000/plugin'.length

/**
 * The folder of one engine, with a folder for each of its launches that holds the sockets and the token. If no safe folder can be made,
 * plugins use ports of loopback.
 */
export class PrivateFolders {
  /** `undefined` if there is no place for it. */
  readonly path: string | undefined
  readonly #newToken: () => string
  #made = 0

  constructor(env: Environment, newToken: () => string) {
    this.path = folderIn(env['XDG_RUNTIME_DIR']) ?? folderIn(tmpdir())
    this.#newToken = newToken
  }

  /** Makes the folder for one more launch; `undefined` if that fails. */
  add(): PrivateFolder | undefined {
    if (this.path === undefined) return undefined
    const folder = { path: join(this.path, String(++this.#made)), token: this.#newToken() }
    try {
      restore(this.path)
      mkdirSync(folder.path, { mode: 0o700 })
      writeFileSync(launchFiles(folder.path).token, folder.token, { mode: 0o600, flag: 'wx' })
      return folder
    } catch {
      return undefined
    }
  }

  /** Removes the folder. Call it when all launches have ended. */
  remove(): void {
    if (this.path !== undefined) rmSync(this.path, { recursive: true, force: true })
  }
}

export function releaseFolder({ path }: PrivateFolder): void {
  rmSync(path, { recursive: true, force: true })
}

/** Removes the folder that a dead engine has left behind; anything else at this path stays. */
export function removeLeftFolder(path: string): void {
  if (isPrivateFolder(path) && isOurs(path)) rmSync(path, { recursive: true, force: true })
}

/** Makes a new folder below a parent; `undefined` if other users could replace it, or if the names of sockets would get too long. */
function folderIn(parent = ''): string | undefined {
  const draft = privateFolderDraft(parent)
  if (!isAbsolute(parent) || Buffer.byteLength(`${draft}XXXXXX`) > longestPath) return undefined
  try {
    return new PathTrust(ownOwner()).problem(parent) === undefined ? mkdtempSync(draft) : undefined
  } catch {
    return undefined
  }
}

/** Makes the folder again, which a cleaner of old temporary files may have removed during a long run. Fails if it is not ours any more. */
function restore(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path, { mode: 0o700 })
  else if (!isOurs(path)) throw new Error(`another user has put something at ${path}`)
}

function isOurs(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isDirectory() === true && stats.uid === ownOwner().uid && (stats.mode & 0o077) === 0
}
