import type { Timeouts } from '@slipway/stores'

/**
 * What can be said of a resource beside what it is, named alike wherever one is asked for: in a blueprint under
 * `metadata.custom.slipway`, in a program with each goal.
 */
export interface ResourceOptions {
  /** Nothing may destroy it. `false` lifts what is recorded; left out, that stays as it is. */
  readonly protect?: boolean
  /** That it is not protected counts at once; left out: what is recorded counts for the run that lifts it. */
  readonly liftsProtection?: true
  /** Properties that stay as they are recorded, whatever is wanted: patterns of paths below the spec. */
  readonly ignoreChanges?: readonly string[]
  /** Properties of which a change needs a new resource, though its type does not say so: patterns of paths below the spec. */
  readonly replaceOnChanges?: readonly string[]
  readonly replaceOrder?: 'create-first' | 'destroy-first'
  readonly timeouts?: Timeouts
  /** Name of another resource with which it goes. */
  readonly deletedWith?: string
  /** Name of a configuration of its provider. */
  readonly provider?: string
  /** Under which its provider knows what is there already, and is to be this resource. */
  readonly import?: string
  /** Versions of its plugin that it is for: `^1.2`. */
  readonly version?: string
  /** Names that it had. */
  readonly aliases?: readonly string[]
}
