import { isList, isMap, Secret, Unknown, type Value } from '@slipway/model'
import { visible } from '@slipway/source/visible'

export interface ValueTextOptions {
  readonly showSecrets?: boolean
  /** In characters; a longer text is cut and followed by its length. */
  readonly limit?: number
}

/** A value on one line, as a plan shows it: strings quoted, secrets hidden, long ones cut. */
export function valueText(value: Value, options: ValueTextOptions = {}): string {
  return visible(cut(write(value, options.showSecrets ?? false), options.limit ?? 80))
}

/** How many characters are shown before the first difference of two long values. */
const beforeDifference = 20

/** Two values as {@link valueText} writes them; of long values, the part where they begin to differ. */
export function changedText(previous: Value, next: Value, options: ValueTextOptions = {}): [string, string] {
  const { showSecrets = false, limit = 80 } = options
  const [before, after] = [write(previous, showSecrets), write(next, showSecrets)]
  const isShort = before.length <= limit && after.length <= limit
  const start = isShort || before === after ? 0 : Math.max(0, firstDifference(before, after) - beforeDifference)
  return [visible(cut(before, limit, start)), visible(cut(after, limit, start))]
}

function firstDifference(a: string, b: string): number {
  let index = 0
  while (index < a.length && a[index] === b[index]) index++
  return index
}

function write(value: Value, showSecrets: boolean): string {
  if (value instanceof Secret) return showSecrets ? write(value.value, showSecrets) : '(secret)'
  if (value instanceof Unknown) return value.toJSON()
  if (typeof value === 'string') return JSON.stringify(value)
  if (isList(value)) return `[${value.map((item) => write(item, showSecrets)).join(', ')}]`
  if (isMap(value)) {
    const entries = Object.entries(value).map(([key, item]) => `${key}: ${write(item, showSecrets)}`)
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
  }
  return String(value)
}

/** At most `limit` characters from `start` on; counts the rest. */
function cut(text: string, limit: number, start = 0): string {
  if (start === 0 && text.length <= limit) return text
  const isLast = text.length - start <= limit
  const shown = isLast ? text.slice(start) : `${text.slice(start, start + limit - 1)}…`
  return `${start > 0 ? '…' : ''}${shown}${isLast ? '' : ` (${text.length} characters)`}`
}

/** A value for direct use: a bare string, everything else as JSON. */
export function bareText(value: Value, showSecrets: boolean): string {
  if (typeof value === 'string') return value
  if (value instanceof Secret && showSecrets) return bareText(value.value, showSecrets)
  return write(value, showSecrets)
}
