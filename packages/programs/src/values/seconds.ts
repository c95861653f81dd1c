const units: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  '\u00b5s': 1e-6,
  '\u03bcs': 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
}

/** The seconds of a duration in Go's format: `1h30m`, `90s`, `.2m`, `0`; `undefined` for an invalid or negative one. */
export function parseDuration(text: string): number | undefined {
  const unsigned = text.replace(/^\+/, '')
  if (unsigned === '0') return 0
  const parts = [...unsigned.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/g)]
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== unsigned) return undefined
  return parts.reduce((sum, [, count = '', unit = '']) => sum + Number(count) * (units[unit] ?? 0), 0)
}

/** A duration in Go's format: `1h30m0s`, `500ms`. */
export function durationText(seconds: number): string {
  if (seconds < 1) return `${seconds * 1000}ms`
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = `${seconds % 60}s`
  return hours > 0 ? `${hours}h${minutes}m${rest}` : minutes > 0 ? `${minutes}m${rest}` : rest
}

/** A field with the seconds, if any. @throws TypeError for an invalid duration */
export function secondsOf<Name extends string>(
  name: Name,
  text: string | undefined,
): { readonly [key in Name]?: number } {
  if (text === undefined || text === '') return {}
  const seconds = parseDuration(text)
  // As in Pulumi, zero means no limit.
  if (seconds === 0) return {}
  if (seconds !== undefined) return { [name]: seconds } as { readonly [key in Name]?: number }
  throw new TypeError(
    `the timeout of ${name} is ${JSON.stringify(text.slice(0, 60))}, which is not a duration such as 1h30m`,
  )
}
