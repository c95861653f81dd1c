import type { Refuse } from '../caps.ts'

/** The values that the headers before an entry set for it. */
export interface Said {
  name?: string
  target?: string
  size?: number
}

/**
 * The pairs of a pax header: `LENGTH KEY=VALUE\n`, one after the other.
 * @throws the error from `refuse`
 */
export function readPax(content: Buffer, refuse: Refuse): Said {
  const said: Said = {}
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(0x20, at)
    const digits = space === -1 ? '' : content.toString('latin1', at, space)
    const end = at + Number(digits)
    if (!/^[1-9]\d{0,9}$/.test(digits) || end <= space + 1 || content[end - 1] !== 0x0a)
      throw refuse('a header is damaged')
    const line = content.toString('utf8', space + 1, end - 1)
    const equals = line.indexOf('=')
    if (equals < 1) throw refuse('a header is damaged')
    take(said, line.slice(0, equals), line.slice(equals + 1), refuse)
    at = end
  }
  return said
}

function take(said: Said, key: string, value: string, refuse: Refuse): void {
  if (/^(GNU\.sparse\.|SCHILY\.realsize$)/.test(key)) throw refuse('a file in it has holes (is sparse)')
  const known = ({ path: 'name', linkpath: 'target', size: 'size' } as const)[key]
  if (known === undefined) return
  if (Object.hasOwn(said, known)) throw refuse('two headers of one entry contradict each other')
  if (known === 'size') {
    if (!/^\d{1,15}$/.test(value)) throw refuse('a size in it is not a number')
    said.size = Number(value)
  } else said[known] = value
}

/** The pax line for a value; none when the header itself has room for it. */
export function paxLine(key: string, value: string): readonly Buffer[] {
  if (Buffer.byteLength(value) <= 100) return []
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  // The length counts its own digits, too.
  const length = [1, 2, 3, 4, 5].map((digits) => rest + digits).find((sum) => String(sum).length + rest === sum) ?? 0
  return [Buffer.from(`${length} ${key}=${value}\n`)]
}
