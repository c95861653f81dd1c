import type { PodKind } from './keys.ts'

/** The steps of a deploy, in the order of the document; the last is ours. */
export const deploySteps = [
  'before_install',
  'install',
  'verify',
  'after_install',
  'halt',
  'before_launch',
  'launch',
  'after_launch',
] as const

/** The steps of a hook. Hooks do not run for hooks, and a hook is installed, not launched. */
export const hookSteps = ['install', 'verify', 'activate'] as const

export const removalSteps = ['halt', 'before_uninstall', 'delete'] as const

export type DeployStep = (typeof deploySteps)[number] | (typeof hookSteps)[number]
export type RemovalStep = (typeof removalSteps)[number]

/** An installed launchable, and its folder. */
export interface Installed {
  readonly name: string
  /** The folder in which it runs. */
  readonly folder: string
  /** For an archive: the hash of its bytes. */
  readonly digest?: string
  /** The signature that came with the archive. */
  readonly signature?: string | undefined
}

/** A manifest that is to run, or that runs. */
export interface Target {
  /** Canonical text. */
  readonly manifest: string
  readonly hash: string
  readonly attempts: number
  /** Identifies all its attempts for hooks. Absent in records of older preparers. */
  readonly deploy?: string
  /** True when it was deployed to its end. */
  readonly isDone: boolean
  /** Why the last attempt failed. */
  readonly reason?: string
  /** No attempt before this time, in milliseconds since the epoch. */
  readonly notBefore?: number
}

export interface Attempt {
  readonly number: number
  readonly step: DeployStep
  /** Identifies a launch: a second launch under the same token starts nothing. */
  readonly token: string
  readonly installed: readonly Installed[]
}

export interface Running {
  readonly manifest: string
  readonly hash: string
  readonly installed: readonly Installed[]
  readonly token: string
  /** Milliseconds since the epoch. */
  readonly launchedAt: number
}

interface Refusal {
  readonly hash: string
  /** Version of the policy that refused. */
  readonly policy: string
  readonly reason: string
  readonly attempts: number
  /** Its text, if any part of it was installed: its files stay until the pod is removed. */
  readonly manifest?: string
}

/** Everything that a node remembers of a pod. Written before each step. */
export interface PodRecord {
  readonly kind: PodKind
  readonly id: string
  /** The last manifest that was authorised. */
  readonly target?: Target
  /** The one before it, which becomes the target again if that one is not authorised after all. */
  readonly former?: Target
  /** Under way. */
  readonly attempt?: Attempt
  readonly running?: Running
  /** The manifest that ran before. */
  readonly before?: string
  /** Set if the last manifest was not authorised. */
  readonly refused?: Refusal
  /** The last word with which a user asked for another attempt. */
  readonly again?: string
  readonly removal?: { readonly step: RemovalStep; readonly token: string }
}
