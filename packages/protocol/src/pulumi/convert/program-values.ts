import type { Value, ValueMap } from '@slipway/model'
import type { Init } from '../../wire/codec/message.ts'
import type { Struct, Value as WireValue } from '../gen/google-protobuf-struct.ts'
import { type Reading, readStruct, readValue, structToWire, type Understood, unknowns } from './struct.ts'

/** Kinds of values that the receiver understands. */
export type Accepts = Required<Pick<Understood, 'secrets' | 'resources'>> & Pick<Understood, 'bytes'>

/** Facts that a program sends alongside its values. */
export interface Noted {
  /** URNs of resources that values came from. */
  readonly dependencies: Set<string>
}

/**
 * Reads values of a program, or of a plugin for a program. Unknowns, secrets and references are kept.
 * @throws TypeError for a value that Slipway does not have
 */
export function programFromWire(struct: Struct | undefined, noted?: Noted): ValueMap {
  return readStruct(struct, readingFor(noted))
}

/**
 * Like `programFromWire`, for resources that exist: they have no unknowns.
 * @throws TypeError for an unknown
 */
export function madeFromWire(struct: Struct | undefined): ValueMap {
  return readStruct(struct, { references: 'kept' })
}

export function valueFromWire(wire: WireValue, noted?: Noted): Value {
  return readValue(wire, readingFor(noted))
}

function readingFor(noted: Noted | undefined): Reading {
  return { until: 'the deployment', references: 'kept', dependencies: noted?.dependencies }
}

/**
 * Writes values for a program.
 * @throws TypeError for a value that cannot be sent
 */
export function programToWire(map: ValueMap, accepts: Accepts): Init<Struct> {
  return structToWire(map, { ...accepts, unknowns: true })
}

/** True for the texts that stand for an unknown value. */
export function isUnknownText(text: string): boolean {
  return unknowns.has(text)
}
