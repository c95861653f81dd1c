import { realpathSync, statSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import type { InstalledPlugin } from '../dialects/dialect.ts'
import { PathTrust, type Owner } from '@slipway/processes/path-trust'
import { type DiscoveryProblem, linkHint } from '../discovery-problem.ts'

/**
 * Refuses plugins that other users could have changed: found through a link that leaves the root, or with a file or folder on the way, up
 * to the root of the file system, that is not ours or that others may write.
 */
export class SafetyCheck {
  readonly #trust: PathTrust
  readonly #trustBundled: PathTrust
  readonly #allowUnsafe: boolean

  constructor(owner: Owner, allowUnsafe: boolean) {
    this.#trust = new PathTrust(owner)
    this.#trustBundled = new PathTrust(owner)
    this.#allowUnsafe = allowUnsafe
  }

  /** Why the candidate may not be launched; `undefined` when it may. */
  problem(candidate: InstalledPlugin): DiscoveryProblem | undefined {
    const { file, id: pluginId, kind } = candidate
    const about = { severity: 'error', file, pluginId, kind } as const
    // The user who started the plugin answers for it.
    if (candidate.root.origin === 'attached') return undefined
    const stats = statSync(candidate.file, { throwIfNoEntry: false })
    const isRunnable = candidate.isSource === true || ((stats?.mode ?? 0) & 0o111) !== 0
    if (stats === undefined || !stats.isFile() || !isRunnable) {
      const what = stats === undefined ? 'is a broken link' : stats.isFile() ? 'is not executable' : 'is not a file'
      const message = `${candidate.file} ${what}`
      const hint = stats?.isFile() === true ? `chmod +x ${candidate.file}` : 'install the plugin again'
      return { ...about, code: 'host/not-executable', message, hint }
    }
    const unsafe = this.#allowUnsafe ? undefined : this.#unsafe(candidate)
    if (unsafe === undefined) return undefined
    const { reason, step } = unsafe
    const hint = `${step}, or set plugins.allowUnsafePaths in your own settings if you accept the risk`
    return { ...about, code: 'host/unsafe-plugin', message: `${candidate.id} is not launched: ${reason}`, hint }
  }

  #unsafe(candidate: InstalledPlugin): { readonly reason: string; readonly step: string } | undefined {
    const link = leavingLink(candidate)
    if (link !== undefined) return { reason: link, step: linkHint }
    const reason = this.#untrusted(candidate)
    return reason === undefined ? undefined : { reason, step: 'remove the write permission (chmod go-w)' }
  }

  #untrusted({ root, file }: InstalledPlugin): string | undefined {
    // Programs on the PATH, and those that a project names, may be anywhere.
    if (root.origin === 'path' || root.origin === 'project') return this.#trust.problem(file)
    if (root.origin !== 'bundled') return this.#trust.problem(file)
    // Slipway itself is next to its own plugins: a user who could change the folders above them could change this very check.
    for (const path of [root.path, realpathSync.native(root.path)]) this.#trustBundled.assume(dirname(path))
    return this.#trustBundled.problem(file)
  }
}

function leavingLink({ root, file }: InstalledPlugin): string | undefined {
  if (root.origin === 'path' || root.origin === 'project') return undefined
  const realFile = realpathSync.native(file)
  const inside = relative(realpathSync.native(root.path), realFile)
  const isOutside = inside === '..' || inside.startsWith(`..${sep}`)
  return isOutside ? `${file} is a link that leaves the plugin directory, to ${realFile}` : undefined
}
