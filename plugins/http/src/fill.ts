const placeholder = /\{([\w.-]+)\}/g

/**
 * Fills `…/notes/{id}` with values from an answer; dots lead to deeper ones: `{data.id}`. `undefined` when the answer lacks one of them.
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

/**
 * The inverse of `fill`: the values that a URL has in place of the template's placeholders. `undefined` when the URL does not fit the template.
 */
export function valuesIn(template: string, url: string): Record<string, unknown> | undefined {
  const names = Array.from(template.matchAll(placeholder), ([, name = '']) => name)
  const pattern = template
    .split(/\{[\w.-]+\}/)
    .map((part) => RegExp.escape(part))
    .join('([^/?#]+)')
  const found = new RegExp(`^${pattern}$`).exec(url)
  if (found === null) return undefined
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [index, name] of names.entries()) {
    const text = decoded(found[index + 1] ?? '')
    if (text === undefined || !put(values, name.split('.'), text)) return undefined
  }
  return values
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Sets a value at a path. Returns false when another value is there already. */
function put(values: Record<string, unknown>, [first = '', ...rest]: readonly string[], text: string): boolean {
  const there = values[first]
  if (rest.length === 0) {
    values[first] = text
    return there === undefined || there === text
  }
  if (there !== undefined && typeof there !== 'object') return false
  const inner = (there ?? Object.create(null)) as Record<string, unknown>
  values[first] = inner
  return put(inner, rest, text)
}
