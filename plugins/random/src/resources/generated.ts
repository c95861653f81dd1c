import * as z from 'zod'
import { replacing } from '@slipway/sdk'

/** Any values: a change of one makes a new random value. */
export const keepers = replacing(
  z
    .record(z.string(), z.string())
    .optional()
    .describe('Any values. A change of one of them generates a new random value.'),
)

/**
 * The common part of all random types. Nothing exists outside: making a value again is harmless, reading returns the record, and there is nothing to
 * destroy.
 */
export const generated = {
  settlement: 'repeatable',
  settlesWithinMs: 0,
  read: ({ spec }: { readonly spec: { readonly result?: unknown } }) => (spec.result === undefined ? undefined : {}),
  destroy() {},
} as const

/** The value that a resource already has, or a new one. */
export function kept<O extends { readonly result: unknown }>(current: Partial<O> | undefined, make: () => O): O {
  return current?.result === undefined ? make() : (current as O)
}
