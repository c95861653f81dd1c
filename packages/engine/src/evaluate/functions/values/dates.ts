import { FunctionProblem, text } from '../argument.ts'
import { parameters } from '../core-function.ts'
import type { PlainFunction } from '../core-function.ts'

/** Functions for times, which are strings in the form of RFC 3339. They read no clock; only `datetime` does. */
export const dateFunctions: readonly PlainFunction[] = [
  {
    name: 'formatdate',
    extension: true,
    summary:
      'Writes a time in a format: `YYYY` `YY` year, `MMMM` `MMM` `MM` `M` month, `DD` `D` day, `EEEE` `EEE` weekday, `hh` `h` hour, `HH` `H` hour of twelve, `AA` AM or PM, `mm` `m` minute, `ss` `s` second, `ZZZZZ` `Z` zone. Text between single quotes stands for itself.',
    parameters: parameters('format: string', 'time: string'),
    returns: 'string',
    size: ([format]) => 10 * text(format).length,
    call: ([format, time]) => formatted(text(format), timeOf(text(time))),
  },
  {
    name: 'timeadd',
    extension: true,
    summary: 'Adds a duration such as `1h30m` or `-10s` to a time. Returns the time in UTC.',
    parameters: parameters('time: string', 'duration: string'),
    returns: 'string',
    call: ([time, duration]) => rfc3339(timeOf(text(time)).milliseconds + durationOf(text(duration))),
  },
  {
    name: 'timecmp',
    extension: true,
    summary: 'Compares two times: -1 if the first is earlier, 1 if it is later, 0 if they are the same.',
    parameters: parameters('a: string', 'b: string'),
    returns: 'integer',
    call: ([a, b]) => Math.sign(timeOf(text(a)).milliseconds - timeOf(text(b)).milliseconds),
  },
]

interface Time {
  readonly milliseconds: number
  /** The offset in minutes east of UTC. */
  readonly offset: number
}

const shape = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/

function timeOf(written: string): Time {
  const found = shape.exec(written)
  const milliseconds = found === null ? Number.NaN : Date.parse(written.replace(' ', 'T').toUpperCase())
  if (found === null || Number.isNaN(milliseconds) || !isOnThatDay(written))
    throw new FunctionProblem(`"${written.slice(0, 60)}" is not a time such as "2026-01-31T12:00:00Z"`)
  const [, sign, hours = '0', minutes = '0'] = found
  const offset = 60 * Number(hours) + Number(minutes)
  return { milliseconds, offset: sign === '-' ? -offset : offset }
}

/** True if a date exists. Otherwise, the 30th of February would count as a day in March. */
function isOnThatDay(written: string): boolean {
  const day = written.slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) && written.slice(11, 13) !== '24'
}

function rfc3339(milliseconds: number): string {
  const time = new Date(milliseconds)
  const year = time.getUTCFullYear()
  if (Number.isNaN(year) || year < 0 || year > 9999) throw new FunctionProblem('the time is not in the years 0 to 9999')
  return time.toISOString().replace('.000Z', 'Z')
}

const unitMilliseconds: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }
const durationPart = /(\d{1,9}(?:\.\d{1,9})?)(ms|h|m|s)/y

function durationOf(written: string): number {
  const sign = written.startsWith('-') ? -1 : 1
  const body = written.replace(/^[+-]/, '')
  let sum = 0
  let at = 0
  for (durationPart.lastIndex = 0; at < body.length; at = durationPart.lastIndex) {
    const [, amount, unit = ''] = durationPart.exec(body) ?? []
    if (amount === undefined) break
    sum += Number(amount) * (unitMilliseconds[unit] ?? 0)
  }
  if (at < body.length || body === '')
    throw new FunctionProblem(
      `"${written.slice(0, 60)}" is not a duration such as "1h30m": the units are h, m, s and ms`,
    )
  return sign * Math.round(sum)
}

const months = 'January February March April May June July August September October November December'.split(' ')
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const verbs = /'((?:[^']|'')*)'|([A-Za-z])\2*/g

function formatted(format: string, { milliseconds, offset }: Time): string {
  const time = new Date(milliseconds + 60_000 * offset)
  return format.replaceAll(verbs, (verb: string, quoted: string | undefined) =>
    quoted === undefined ? partOf(verb, time, offset) : quoted.replaceAll("''", "'"),
  )
}

function partOf(verb: string, time: Date, offset: number): string {
  const hour = time.getUTCHours()
  const parts: Readonly<Record<string, readonly [number, number] | string | undefined>> = {
    YYYY: [time.getUTCFullYear(), 4],
    YY: [time.getUTCFullYear() % 100, 2],
    MMMM: months[time.getUTCMonth()],
    MMM: months[time.getUTCMonth()]?.slice(0, 3),
    MM: [time.getUTCMonth() + 1, 2],
    M: [time.getUTCMonth() + 1, 1],
    DD: [time.getUTCDate(), 2],
    D: [time.getUTCDate(), 1],
    EEEE: days[time.getUTCDay()],
    EEE: days[time.getUTCDay()]?.slice(0, 3),
    hh: [hour, 2],
    h: [hour, 1],
    HH: [hour % 12 || 12, 2],
    H: [hour % 12 || 12, 1],
    AA: hour < 12 ? 'AM' : 'PM',
    aa: hour < 12 ? 'am' : 'pm',
    mm: [time.getUTCMinutes(), 2],
    m: [time.getUTCMinutes(), 1],
    ss: [time.getUTCSeconds(), 2],
    s: [time.getUTCSeconds(), 1],
    ZZZZZ: zone(offset, ':'),
    ZZZZ: zone(offset, ''),
    ZZZ: offset === 0 ? 'UTC' : zone(offset, ''),
    Z: offset === 0 ? 'Z' : zone(offset, ':'),
  }
  const part = Object.hasOwn(parts, verb) ? parts[verb] : undefined
  if (part === undefined) throw new FunctionProblem(`the format has no "${verb}"; put text between single quotes`)
  return typeof part === 'string' ? part : String(part[0]).padStart(part[1], '0')
}

function zone(offset: number, between: string): string {
  const minutes = Math.abs(offset)
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${hour}${between}${minute}`
}
