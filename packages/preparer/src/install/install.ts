import { join } from 'node:path'
import { canonical } from '../manifest/canonical.ts'
import type { Manifest } from '../manifest/manifest.ts'
import type { PodKind } from '../records/keys.ts'
import type { Installed } from '../records/pod-record.ts'
import { accountOf, type Account } from '../supervise/account.ts'
import { installArchive } from './archive/install-archive.ts'
import { podVariables } from './environment.ts'
import type { Layout } from './layout.ts'
import { makeFolder, writePrivate } from './private-file.ts'

export interface InstallCall {
  readonly kind: PodKind
  readonly manifest: Manifest
  readonly signal: AbortSignal
}

/** Puts all that a manifest describes into the pod's home. What is there already stays. */
export async function install(layout: Layout, { kind, manifest, signal }: InstallCall): Promise<readonly Installed[]> {
  const { id, body } = manifest
  const account = await accountOf(body.run_as)
  const { root, temporary } = layout
  const home = layout.home(kind, id)
  makeFolder(root, home, account)
  const installed: Installed[] = []
  for (const [name, launchable] of Object.entries(body.launchables).sort(byName)) {
    if (launchable.type === 'command') {
      installed.push({ name, folder: home })
      continue
    }
    makeFolder(root, join(home, name), account)
    const { location, digest } = launchable
    const installs = layout.installs(kind, id, name)
    installed.push({
      name,
      ...(await installArchive({ location, digest, root, temporary, installs, account, signal })),
    })
  }
  writeSettings(layout, kind, manifest, account)
  return installed
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

function writeSettings(layout: Layout, kind: PodKind, manifest: Manifest, account: Account | undefined): void {
  const { id, hash, body } = manifest
  // JSON is YAML.
  writePrivate(layout.root, layout.config(kind, id, hash), `${canonical(body.config ?? {})}\n`, account)
  const folder = layout.env(kind, id, hash)
  makeFolder(layout.root, folder, account, 0o700)
  for (const [name, value] of Object.entries(podVariables(manifest)))
    writePrivate(layout.root, `${folder}/${name}`, value, account)
}
