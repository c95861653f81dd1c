import type { Value } from '@slipway/model'

/** A value that somebody gave for a variable. Text counts as the variable's type when it says exactly that: `"8080"`. */
export interface GivenVariable {
  readonly value: Value
  /** For messages: `--var port`, `prod.vars.yaml`, `SLIPWAY_VAR_port`. */
  readonly from: string
}
