import { capability, type Plugin } from '@slipway/agent'
import type { Manifest } from '../manifest/manifest.ts'
import type { Installed } from '../records/pod-record.ts'

/** The policy's objection, in words; `undefined`: it has none. */
export type Objection = string | undefined

/** Decides which pods may run on a node. */
export interface AuthPolicy extends Plugin {
  /** Changes with the policy: refused manifests may then be tried again. */
  readonly version: string
  authorise(manifest: Manifest): Objection
  verify(manifest: Manifest, installed: readonly Installed[]): Objection
  /** Checks a stage task of this task plugin, which is a stranger's command that runs as the preparer's user. */
  authoriseTask(plugin: string): Objection
}

export const authPolicy = capability<AuthPolicy>('auth policy')

/** An archive must have the digest in the manifest, under every policy. */
export function wrongDigest(manifest: Manifest, installed: readonly Installed[]): Objection {
  for (const { name, digest } of installed) {
    const launchable = manifest.body.launchables[name]
    const wanted = launchable?.type === 'hoist' ? launchable.digest : undefined
    if (wanted !== undefined && wanted !== digest)
      return `the archive of ${name} has the digest ${digest}, not ${wanted}`
  }
  return undefined
}
