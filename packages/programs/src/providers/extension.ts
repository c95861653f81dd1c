import { isMap, type Value, type ValueMap, valueMap } from '@slipway/model'
import { textOf } from './definitions.ts'

/** The parameters for a plugin to serve an additional package; there may be several. */
export interface Extension {
  /** The name of the package, which its types begin with. */
  readonly name: string
  readonly version: string
  readonly value: Uint8Array
}

/** The extension in a resource's record, needed to destroy the resource later. */
export function recordOfExtension({ name, version, value }: Extension): ValueMap {
  return valueMap([
    ['name', name],
    ['version', version],
    ['value', Buffer.from(value).toString('base64')],
  ])
}

/** Reads an extension from a record; `undefined` for a resource of a plugin's own package. */
export function extensionIn(recorded: Value | undefined): Extension | undefined {
  if (!isMap(recorded)) return undefined
  const name = textOf(recorded['name'])
  if (name === undefined) return undefined
  const value = Buffer.from(textOf(recorded['value']) ?? '', 'base64')
  return { name, version: textOf(recorded['version']) ?? '', value }
}
