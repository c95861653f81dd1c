import type { ValueMap } from '@slipway/model'
import { madeFromWire } from '../convert/program-values.ts'
import type { ErrorResourceInitFailed } from '../gen/errors.ts'

/** What a plugin has made. */
export interface MadeResource {
  readonly id: string
  readonly outputs: ValueMap
  /** It is to be read before it is changed the next time. */
  readonly isReadFirst: boolean
  /** Why it is not as it should be; none where it is. */
  readonly initErrors: readonly string[]
}

/** A plugin's reading. */
export interface ReadResource extends MadeResource {
  /** Its inputs as the plugin reports them, if it does. */
  readonly inputs: ValueMap | undefined
}

/** What a failed create or update has left: its id, and its outputs; inputs where the plugin says which it has used. */
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
