import { isList, isMap, type Value } from '@slipway/model'

export const configTypes = ['string', 'boolean', 'integer', 'number', 'array', 'object'] as const

export interface ConfigType {
  readonly name: (typeof configTypes)[number]
  /** The type of an array's items. */
  readonly items?: ConfigType
}

/** A project's declaration of a configuration key. */
export interface DeclaredConfig {
  /** `shop:name` */
  readonly key: string
  readonly type?: ConfigType
  readonly description?: string
  /** The value for stacks that set none. */
  readonly default?: Value
  readonly secret: boolean
}

/** True if a value has the type. A text counts as the value that it spells. */
export function isOfType(value: Value, { name, items }: ConfigType): boolean {
  switch (name) {
    case 'string':
      return !isList(value) && !isMap(value) && value !== null
    case 'boolean':
      return typeof value === 'boolean' || value === 'true' || value === 'false'
    case 'integer':
      return /^[+-]?\d+$/.test(scalarText(value))
    case 'number':
      return scalarText(value).trim() !== '' && Number.isFinite(Number(scalarText(value)))
    case 'array':
      return isList(value) && (items === undefined || value.every((item) => isOfType(item, items)))
    case 'object':
      return isMap(value)
  }
}

function scalarText(value: Value): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''
}

/** The name of a type: `array of integer`. */
export function typeText({ name, items }: ConfigType): string {
  return items === undefined ? name : `${name} of ${typeText(items)}`
}
