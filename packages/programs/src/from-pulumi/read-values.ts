import { Failure, messageOf, type ValueMap } from '@slipway/model'
import type { OpenSecret } from '@slipway/protocol/pulumi'
import { badImport } from '../deployments/deployment.ts'

/** Functions to read properties of a Pulumi state. */
export interface ReadingOfValues {
  readonly read: (json: Readonly<Record<string, unknown>>, open: OpenSecret) => ValueMap
  readonly open: OpenSecret
}

/** @throws Failure `state/bad-import` for an invalid value, such as nested secrets */
export function valuesOf(
  urn: string,
  json: Readonly<Record<string, unknown>>,
  { read, open }: ReadingOfValues,
): ValueMap {
  try {
    return read(json, open)
  } catch (error) {
    throw error instanceof Failure ? error : badImport([`${urn}: ${messageOf(error)}`])
  }
}

/** A time in Unix milliseconds; `undefined` for an invalid one. */
export function timeOf(text: string | null | undefined): number | undefined {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : time
}
