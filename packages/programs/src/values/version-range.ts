type Version = readonly [number, number, number]

/**
 * True when a version is in a range as programs write it: conditions side by side must all hold, `||` stands between
 * alternatives: `>=3.0.0 !3.7.7 || <2.0.0`.
 */
export function isVersionIn(version: string, range: string): boolean {
  const own = parse(version)
  if (own === undefined) return false
  return range.split('||').some((part) => {
    const conditions = part
      .trim()
      .replaceAll(/([<>=!]+)\s+/g, '$1')
      .split(/\s+/)
      .filter((each) => each !== '')
    return conditions.length > 0 && conditions.every((condition) => holds(own, condition))
  })
}

function holds(own: Version, condition: string): boolean {
  const [, sign = '', text = ''] = /^(>=|<=|!=|==|=|!|>|<)?(.*)$/.exec(condition) ?? []
  const other = parse(text)
  if (other === undefined) return false
  const order = own[0] - other[0] || own[1] - other[1] || own[2] - other[2]
  if (sign === '>=') return order >= 0
  if (sign === '<=') return order <= 0
  if (sign === '>') return order > 0
  if (sign === '<') return order < 0
  return sign.startsWith('!') ? order !== 0 : order === 0
}

/** Parses the beginning of a version: `3.2`, `3.x` and `3.2.1-beta` are accepted. */
function parse(text: string): Version | undefined {
  const match = /^v?(\d+)(?:\.(\d+|x))?(?:\.(\d+|x))?/.exec(text)
  if (match === null) return undefined
  const [, major = '', minor = '', patch = ''] = match
  return [Number(major), Number(minor) || 0, Number(patch) || 0]
}
