import type { Value } from '@slipway/model'

/** A value that was given for a variable. Text counts as a value of the variable's type if it is exactly one: `"8080"`. */
export interface GivenVariable {
  readonly value: Value
  /** A list or a map as JSON text, which keeps the form of numbers. It counts for arrays and objects. */
  readonly text?: string
  /** The source of the value, for messages: `--var port`, `prod.vars.yaml`, `SLIPWAY_VAR_port`. */
  readonly from: string
}
