import { join } from 'node:path'
import { canonical } from '../manifest/canonical.ts'
import type { Manifest } from '../manifest/manifest.ts'
import type { Hoist } from '../manifest/schema.ts'
import type { PodKind } from '../records/keys.ts'
import type { Installed } from '../records/pod-record.ts'
import { accountOf, ownAccount, type Account } from '../supervise/account.ts'
import { type FetchedArchive, installArchive } from './archive/install-archive.ts'
import { podVariables } from './environment.ts'
import type { Layout } from './layout.ts'
import { makeFolder, writePrivate } from './private-file.ts'
import { showInstalls } from './shown-installs.ts'

export interface InstallCall {
  readonly kind: PodKind
  readonly manifest: Manifest
  readonly signal: AbortSignal
  readonly tell: (message: string) => void
}

export interface Installation {
  /** Commands, and archives that have arrived, even if they cannot be installed. */
  readonly installed: readonly Installed[]
  /** The failure of the first launchable that is not installed. */
  readonly problem?: unknown
}

/** Puts all parts of a manifest where the pod finds them. Existing parts stay. */
export async function install(layout: Layout, call: InstallCall): Promise<Installation> {
  const { kind, manifest, signal } = call
  const { id, body } = manifest
  const account = await accountOf(body.run_as)
  const home = layout.home(kind, id)
  makeFolder(layout.root, home, account)
  const installed: Installed[] = []
  const problems: unknown[] = []
  for (const [name, launchable] of Object.entries(body.launchables).sort(byName)) {
    if (launchable.type === 'command') {
      installed.push({ name, folder: home })
      continue
    }
    try {
      const { spoilt, ...fetched } = await installHoist(layout, call, { name, launchable, account })
      installed.push({ name, ...fetched })
      if (spoilt !== undefined) problems.push(spoilt)
    } catch (error) {
      if (signal.aborted) throw error
      problems.push(error)
    }
  }
  if (problems.length > 0) return { installed, problem: problems[0] }
  writeSettings(layout, kind, manifest, account)
  return { installed }
}

interface NamedHoist {
  readonly name: string
  readonly launchable: Hoist
  readonly account: Account | undefined
}

async function installHoist(
  layout: Layout,
  { kind, manifest: { id }, signal, tell }: InstallCall,
  { name, launchable, account }: NamedHoist,
): Promise<FetchedArchive> {
  const { location, digest, signature } = launchable
  // This folder is not the pod's: links in it decide what runs.
  makeFolder(layout.root, join(layout.home(kind, id), name), ownAccount(), 0o755)
  const fetched = await installArchive({
    location,
    digest,
    signature,
    temporary: layout.temporary,
    installs: layout.installs(kind, id, name),
    inventory: (version) => layout.inventory(kind, id, name, version),
    // Only root can give files to a group that it is not in.
    reader: process.getuid?.() === 0 ? account?.gid : undefined,
    signal,
    tell,
  })
  showInstalls(layout, { kind, id }, name)
  return fetched
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

function writeSettings(layout: Layout, kind: PodKind, manifest: Manifest, account: Account | undefined): void {
  const { id, hash, body } = manifest
  // JSON is also YAML.
  writePrivate(layout.root, layout.config(kind, id, hash), `${canonical(body.config ?? {})}\n`, account)
  const folder = layout.env(kind, id, hash)
  makeFolder(layout.root, folder, account, 0o700)
  for (const [name, value] of Object.entries(podVariables(manifest)))
    writePrivate(layout.root, `${folder}/${name}`, value, account)
}
