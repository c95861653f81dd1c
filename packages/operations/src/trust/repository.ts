import { lstatSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readOptionalText } from '@slipway/source/files'

/** The git repository around a folder. */
export interface Repository {
  /** The absolute path of the nearest folder with a `.git`, from the given folder upwards. */
  readonly root: string
  /** The URL of its remote, without user name and password. Absent: no remote. */
  readonly remote?: string
}

/** Finds the repository of a folder by reading files. Does not run git, because the folder's configuration could make git run code. */
export function repositoryOf(folder: string): Repository | undefined {
  for (let root = folder; ; root = dirname(root)) {
    const marker = join(root, '.git')
    const stats = lstatSync(marker, { throwIfNoEntry: false })
    if (stats !== undefined) {
      const remote = remoteIn(stats.isFile() ? linkedFolder(marker) : marker)
      return { root, ...(remote !== undefined && { remote }) }
    }
    if (dirname(root) === root) return undefined
  }
}

/** Maximum size of git's files, in bytes; longer files are not read. */
const limits = { most: 1024 * 1024, isOnDisk: true } as const

/** Returns the repository's folder for a worktree or submodule, whose `.git` is a file with the path. */
function linkedFolder(marker: string): string {
  const [, path = ''] = /^gitdir: (.+)$/m.exec(readOptionalText(marker, limits) ?? '') ?? []
  const folder = resolve(dirname(marker), path.trim())
  const common = readOptionalText(join(folder, 'commondir'), limits)
  return common === undefined ? folder : resolve(folder, common.trim())
}

function remoteIn(folder: string): string | undefined {
  const remotes = remotesOf(readOptionalText(join(folder, 'config'), limits) ?? '')
  const url = remotes.get('origin') ?? remotes.values().next().value
  return url === undefined ? undefined : withoutLogin(url)
}

/** Returns the first URL of each remote of a git configuration, by the remote's name. */
function remotesOf(config: string): ReadonlyMap<string, string> {
  const urls = new Map<string, string>()
  let remote: string | undefined
  for (const line of config.split('\n')) {
    const section = /^\s*\[(.*)\]/.exec(line)
    if (section !== null) [, remote] = /^remote\s+"(.*)"$/i.exec((section[1] ?? '').trim()) ?? []
    const [, url] = /^\s*url\s*=\s*(.*?)\s*$/i.exec(line) ?? []
    if (remote !== undefined && url !== undefined && !urls.has(remote)) urls.set(remote, url)
  }
  return urls
}

/** Removes the login from a URL. A token is a secret, and a new token does not make a new repository. */
function withoutLogin(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1')
}
