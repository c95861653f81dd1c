import type { Manifest } from '../manifest/manifest.ts'
import type { HookMoment } from '@slipway/model'
import type { Installed } from '../records/pod-record.ts'

/** An installed hook. */
export interface Hook {
  readonly manifest: Manifest
  readonly installed: readonly Installed[]
}

/** The facts about a moment that hooks get. */
export interface Occasion {
  readonly moment: HookMoment
  /** Absent at `preparer_init`. */
  readonly pod?: Manifest
  /** The attempt of the deploy, from 1. */
  readonly attempt: number
  /** Id of the deploy, the same for all its attempts. */
  readonly deploy: string
  /** The manifest that runs, or ran, before. */
  readonly before?: Manifest
  /** Whether code of the manifest is installed. */
  readonly isInstalled: boolean
  /** Why it is not authorised. */
  readonly reason?: string
}

export function isFor({ manifest }: Hook, { moment, pod }: Occasion): boolean {
  const { moments, pods } = manifest.body.hook ?? {}
  if (moments !== undefined && !moments.includes(moment)) return false
  return pod === undefined || pods === undefined || pods.includes(pod.id)
}
