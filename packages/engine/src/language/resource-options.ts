import type { Timeouts } from '@slipway/stores'

/**
 * Options of a resource. They have the same names wherever resources are asked for: in a blueprint under
 * `metadata.custom.slipway`, in a program with each goal.
 */
export interface ResourceOptions {
  /** Nothing may destroy it. `false` lifts a recorded protection; if left out, that stays as it is. */
  readonly protect?: boolean
  /** Lifting the protection counts at once. Left out: in the run that lifts it, the recorded protection still counts. */
  readonly liftsProtection?: true
  /** Properties that stay as they are recorded, whatever the blueprint says: patterns of paths below the spec. */
  readonly ignoreChanges?: readonly string[]
  /** Properties whose changes need a new resource although its type does not say so: patterns of paths below the spec. */
  readonly replaceOnChanges?: readonly string[]
  readonly replaceOrder?: 'create-first' | 'destroy-first'
  readonly timeouts?: Timeouts
  /** Name of its container, with which it goes. */
  readonly deletedWith?: string
  /** Name of a configuration of its provider. */
  readonly provider?: string
  /** The id by which its provider knows the existing thing that is to become this resource. */
  readonly import?: string
  /** Versions of its plugin for which it is written: `^1.2`. */
  readonly version?: string
  /** Its former names. */
  readonly aliases?: readonly string[]
}
