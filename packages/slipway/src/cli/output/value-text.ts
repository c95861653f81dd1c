import { isList, isMap, Secret, Unknown, type Value } from '@slipway/model'

export interface ValueTextOptions {
  readonly showSecrets?: boolean
  /** Characters; longer text is cut in the middle of nowhere and says how long it is. */
  readonly limit?: number
}

/** A value on one line, as a plan shows it: strings quoted, secrets hidden, long ones cut. */
export function valueText(value: Value, options: ValueTextOptions = {}): string {
  return cut(write(value, options.showSecrets ?? false), options.limit ?? 80)
}

function write(value: Value, showSecrets: boolean): string {
  if (value instanceof Secret) return showSecrets ? write(value.value, showSecrets) : '(secret)'
  if (value instanceof Unknown) return `(known after ${value.until})`
  if (typeof value === 'string') return JSON.stringify(value)
  if (isList(value)) return `[${value.map((item) => write(item, showSecrets)).join(', ')}]`
  if (isMap(value)) {
    const entries = Object.entries(value).map(([key, item]) => `${key}: ${write(item, showSecrets)}`)
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
  }
  return String(value)
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}… (${text.length} characters)`
}

/** A value for a person who wants it as it is: a bare string, everything else as JSON would write it. */
export function bareText(value: Value, showSecrets: boolean): string {
  if (typeof value === 'string') return value
  if (value instanceof Secret && showSecrets) return bareText(value.value, showSecrets)
  return write(value, showSecrets)
}
