import { capability, type Plugin } from '@slipway/agent'
import type { Manifest } from '../manifest/manifest.ts'
import type { Installed } from '../records/pod-record.ts'

/** What the policy said no to, in words; `undefined`: it said yes. */
export type Objection = string | undefined

/** Says what may run on a node. */
export interface AuthPolicy extends Plugin {
  /** Another one when the policy has changed: what it refused may be tried again. */
  readonly version: string
  authorise(manifest: Manifest): Objection
  /** Of what was installed. */
  verify(manifest: Manifest, installed: readonly Installed[]): Objection
  /** A stage task of this task plugin, which is a command of somebody else, run as the preparer's user. */
  authoriseTask(plugin: string): Objection
}

export const authPolicy = capability<AuthPolicy>('auth policy')

/** An archive is what the manifest says that it is, whatever the policy. */
export function wrongDigest(manifest: Manifest, installed: readonly Installed[]): Objection {
  for (const { name, digest } of installed) {
    const launchable = manifest.body.launchables[name]
    const wanted = launchable?.type === 'hoist' ? launchable.digest : undefined
    if (wanted !== undefined && wanted !== digest)
      return `the archive of ${name} has the digest ${digest}, not ${wanted}`
  }
  return undefined
}
