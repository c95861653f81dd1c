import type { ValueMap } from '@slipway/model'
import { madeFromWire } from '../convert/program-values.ts'
import type { ErrorResourceInitFailed } from '../gen/errors.ts'

export interface MadeResource {
  readonly id: string
  readonly outputs: ValueMap
  /** Read the resource before the next change. */
  readonly isReadFirst: boolean
  /** Why it is not as it should be; none where it is. */
  readonly initErrors: readonly string[]
}

/** A plugin's reading. */
export interface ReadResource extends MadeResource {
  /** Its inputs as the plugin reports them, if it does. */
  readonly inputs: ValueMap | undefined
}

/** Reads what a failed create or update left: id, outputs, and the inputs if the plugin reports them. */
export function leftBy(failed: ErrorResourceInitFailed): ReadResource {
  const { id, properties, inputs, refreshBeforeUpdate, reasons: initErrors } = failed
  return {
    id,
    initErrors,
    isReadFirst: refreshBeforeUpdate,
    outputs: madeFromWire(properties),
    inputs: inputs === undefined ? undefined : madeFromWire(inputs),
  }
}
