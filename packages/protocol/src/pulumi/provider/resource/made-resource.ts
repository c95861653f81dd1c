import type { ValueMap } from '@slipway/model'
import { madeFromWire } from '../../convert/program-values.ts'
import type { ErrorResourceInitFailed } from '../../gen/errors.ts'

export interface MadeResource {
  readonly id: string
  readonly outputs: ValueMap
  /** Whether the resource must be read before the next change. */
  readonly isReadFirst: boolean
  /** The reasons why the resource is incomplete; empty for a complete one. */
  readonly initErrors: readonly string[]
}

/** A resource as a plugin has read it. */
export interface ReadResource extends MadeResource {
  /** The inputs of the resource, if the plugin reports them. */
  readonly inputs: ValueMap | undefined
}

/** Reads the result of a failed create or update: id, outputs, and the inputs if the plugin reports them. */
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
