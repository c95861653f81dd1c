const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const durationShape = /^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/

/** The longest time, in milliseconds, that timers support. */
const longestMs = 2 ** 31 - 1

/** The milliseconds of `90s`, `10m`, `1h30m`; `undefined` for any other text, for a duration of zero, and for more than 24 days. */
export function durationMs(text: string): number | undefined {
  if (!durationShape.test(text)) return undefined
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)
  const total = parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (unitsMs[unit] ?? 0), 0)
  return total > 0 && total <= longestMs ? Math.round(total) : undefined
}
