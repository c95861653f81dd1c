import type { ValueMap } from '@slipway/model'
import type { Existing, MadeResource } from '@slipway/protocol/pulumi'
import { recordedResource } from './definitions.ts'

/** The record's facts about an existing resource; `undefined` after an interrupted create. */
export function existingIn(spec: ValueMap): Existing | undefined {
  const { id, inputs, outputs } = recordedResource(spec)
  return id === undefined ? undefined : { id, inputs, outputs }
}

/** The facts in the form for hooks. */
export function oldIn(existing: Existing | undefined) {
  return existing && { oldInputs: existing.inputs, oldOutputs: existing.outputs }
}

/** A plugin's notes about a resource besides its properties, if there are or were any. */
export function notedOf(
  { isReadFirst, initErrors }: Pick<MadeResource, 'isReadFirst' | 'initErrors'>,
  { current }: { readonly current?: { readonly spec: ValueMap } },
): { readonly isReadFirst?: boolean; readonly initErrors?: readonly string[] } {
  const before = current?.spec ?? {}
  return {
    ...((isReadFirst || before['isReadFirst'] === true) && { isReadFirst }),
    ...((initErrors.length > 0 || before['initErrors'] !== undefined) && { initErrors }),
  }
}
