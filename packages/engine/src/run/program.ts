import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'

/**
 * Asks for a resource. Its name is its own, and what it depends on has been asked for before. Resolves with its record once
 * that is durable and the resource stable; with `undefined` when it was not made: why, events have told.
 */
export type Want = (resource: CheckedResource) => Promise<ResourceRecord | undefined>

/**
 * Says what is wanted bit by bit, while the run goes on. What it has not asked for when it ends well goes; when it fails,
 * nothing goes.
 */
export type Program = (want: Want) => Promise<void>
