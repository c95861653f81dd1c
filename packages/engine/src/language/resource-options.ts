import type { CheckedOptions } from '@slipway/model'

/** The options of a resource; the table in `@slipway/model` has them all. */
export interface ResourceOptions extends CheckedOptions {
  /** Lifting the protection counts at once. Left out: in the run that lifts it, the recorded protection still counts. */
  readonly liftsProtection?: true
}
