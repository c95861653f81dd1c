import { gzipSync } from 'node:zlib'

/** An entry of an archive that a test makes, with any content that a stranger could write. */
export interface Made {
  readonly name: string | Buffer
  /** The letter of tar. */
  readonly type?: string
  readonly content?: string | Buffer
  readonly target?: string
  /** May have permission bits that no archive may set. */
  readonly mode?: number
  /** The size to claim, in place of the content's own size. */
  readonly size?: number
}

export const file = (name: string | Buffer, content: string | Buffer = 'x', mode = 0o644): Made => ({
  name,
  content,
  mode,
})
export const folder = (name: string, mode = 0o755): Made => ({ name: `${name}/`, type: '5', mode })
export const link = (name: string, target: string): Made => ({ name, target, type: '2', mode: 0o777 })
export const hardLink = (name: string, target: string): Made => ({ name, target, type: '1' })

/** A header of pax, global or for the next entry. */
export function pax(pairs: Readonly<Record<string, string>>, type: 'x' | 'g' = 'x'): Made {
  const lines = Object.entries(pairs).map(([key, value]) => {
    const rest = Buffer.byteLength(` ${key}=${value}\n`)
    const length = [1, 2, 3, 4].map((digits) => rest + digits).find((sum) => String(sum).length + rest === sum)
    return `${length} ${key}=${value}\n`
  })
  return { name: 'pax', type, content: lines.join('') }
}

export function tarBytes(entries: readonly Made[]): Buffer {
  return Buffer.concat([...entries.flatMap(tarEntry), Buffer.alloc(1024)])
}

export function tarGzBytes(entries: readonly Made[]): Buffer {
  return gzipSync(tarBytes(entries))
}

function tarEntry({ name, type = '0', content = '', target = '', mode = 0o644, size }: Made): readonly Buffer[] {
  const body = Buffer.from(content)
  const header = Buffer.alloc(512)
  Buffer.from(name).copy(header, 0, 0, 100)
  header.write(`${mode.toString(8).padStart(7, '0')}\0`, 100)
  header.write(`${(size ?? body.length).toString(8).padStart(11, '0')}\0`, 124)
  header.write(type, 156)
  header.write(target, 157)
  header.write('ustar\u000000', 257)
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)]
}
