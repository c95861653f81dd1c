import { isMap, type Value, type ValueMap, valueMap } from '@slipway/model'
import { textOf } from './definitions.ts'

/** The parameters with which a plugin serves another package beside its own, as often as it is told of one. */
export interface Extension {
  /** Of the package: types of it begin so. */
  readonly name: string
  readonly version: string
  readonly value: Uint8Array
}

/** As the record of a resource has it: whoever destroys it knows how its plugin is extended. */
export function recordOfExtension({ name, version, value }: Extension): ValueMap {
  return valueMap([
    ['name', name],
    ['version', version],
    ['value', Buffer.from(value).toString('base64')],
  ])
}

/** The way back; `undefined` for a resource of a plugin's own package. */
export function extensionIn(recorded: Value | undefined): Extension | undefined {
  if (!isMap(recorded)) return undefined
  const name = textOf(recorded['name'])
  if (name === undefined) return undefined
  const value = Buffer.from(textOf(recorded['value']) ?? '', 'base64')
  return { name, version: textOf(recorded['version']) ?? '', value }
}
