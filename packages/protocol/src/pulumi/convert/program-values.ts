import type { Value, ValueMap } from '@slipway/model'
import type { Init } from '../../wire/codec/message.ts'
import type { Struct, Value as WireValue } from '../gen/google-protobuf-struct.ts'
import { type Reading, readStruct, readValue, structToWire, type Understood, unknowns } from './struct.ts'

/** What the receiver of values understands. */
export type Accepts = Required<Pick<Understood, 'secrets' | 'resources'>> & Pick<Understood, 'bytes'>

/** What a program says of its values beside them. */
export interface Noted {
  /** URNs of resources that values came from. */
  readonly dependencies: Set<string>
}

/**
 * Values of a program, or of a plugin for one: what is not known yet, secrets and references stay what they are.
 * Throws a TypeError for anything that is no value of ours.
 */
export function programFromWire(struct: Struct | undefined, noted?: Noted): ValueMap {
  return readStruct(struct, readingFor(noted))
}

/** The same of what there is: nothing of it is not known yet. Throws a TypeError for what a plugin says is not. */
export function madeFromWire(struct: Struct | undefined): ValueMap {
  return readStruct(struct, { references: 'kept' })
}

export function valueFromWire(wire: WireValue, noted?: Noted): Value {
  return readValue(wire, readingFor(noted))
}

function readingFor(noted: Noted | undefined): Reading {
  return { until: 'the deployment', references: 'kept', dependencies: noted?.dependencies }
}

/** The way back. Throws a TypeError for what cannot be sent. */
export function programToWire(map: ValueMap, accepts: Accepts): Init<Struct> {
  return structToWire(map, { ...accepts, unknowns: true })
}

/** True for what stands in plain text for a value that is not known yet. */
export function isUnknownText(text: string): boolean {
  return unknowns.has(text)
}
