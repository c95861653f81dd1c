const placeholder = /\{([\w.-]+)\}/g

/**
 * Puts into `…/notes/{id}` what an answer says, with dots into what lies deeper: `{data.id}`. `undefined` when the answer does
 * not say all of it.
 */
export function fill(url: string, answer: unknown): string | undefined {
  let isWhole = true
  const filled = url.replaceAll(placeholder, (_, path: string) => {
    const value = at(answer, path.split('.'))
    if (typeof value !== 'string' && typeof value !== 'number') isWhole = false
    return encodeURIComponent(String(value))
  })
  return isWhole ? filled : undefined
}

function at(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined || typeof value !== 'object' || value === null) return first === undefined ? value : undefined
  return Object.hasOwn(value, first) ? at((value as Record<string, unknown>)[first], rest) : undefined
}
