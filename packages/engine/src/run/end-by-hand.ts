import { type Failure, PluginFailure, type ResourceTypeDefinition, shellWord } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/** A call that got none: it was cut short, or never arrived. */
const withoutAnswer = /^(?:host\/|protocol\/(?:not-reachable|connection-lost|deadline-exceeded|cancelled)$)/

/** True for what a plugin itself says is wrong: asked again, it may well say the same. */
export function isAnswer(failure: Failure): boolean {
  return failure instanceof PluginFailure && !withoutAnswer.test(failure.code)
}

/**
 * What a user can do if the provider of a resource refuses to destroy it, however often it is asked: it may be half made, or the provider
 * may be wrong about it.
 */
export function endByHand(record: ResourceRecord, definition: ResourceTypeDefinition | undefined): string {
  const { id, name, type, replaced, spec } = record
  const outside = definition?.idField === undefined ? null : (spec[definition.idField] ?? null)
  const known = typeof outside === 'string' && outside !== '' ? ` with the id "${outside}"` : ''
  return `if it goes on refusing: remove the ${type}${known} by hand, then end it: slipway state rm ${shellWord(replaced ? id : name)}`
}
