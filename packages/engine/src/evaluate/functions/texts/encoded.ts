import { createHash } from 'node:crypto'
import { valueMap, type Value } from '@slipway/model'
import { nodeSize } from '../../../language/bounded.ts'
import { FunctionProblem, text } from '../argument.ts'
import { parameters } from '../core-function.ts'
import type { PlainFunction } from '../core-function.ts'
import { bytesOf } from '../encoding.ts'

/** Encodings and digests that the public specification does not have. */
export const furtherEncodings: readonly PlainFunction[] = [
  {
    name: 'urlencode',
    extension: true,
    summary: 'Encodes a string for a URL, with `+` for a space.',
    parameters: parameters('text: string'),
    returns: 'string',
    size: ([given]) => 12 * text(given).length,
    call: ([given]) => new URLSearchParams({ '': text(given) }).toString().slice(1),
  },
  {
    name: 'urldecode',
    extension: true,
    summary: 'Decodes a string from a URL.',
    parameters: parameters('encoded: string'),
    returns: 'string',
    size: ([given]) => text(given).length,
    call: ([given]) => urlDecoded(text(given)),
  },
  {
    name: 'csvdecode',
    extension: true,
    summary:
      'Parses a table in CSV whose first line has the names of the columns. Returns a list with a map for each further line.',
    parameters: parameters('csv: string'),
    returns: 'list',
    size: ([given]) => tableSize(text(given)),
    call: ([given]) => table(text(given)),
  },
  digest('sha512', 'hex', 'Returns the SHA-512 digest of bytes, or of a string as UTF-8, in hexadecimal.'),
  digest('base64sha256', 'base64', 'Returns the SHA-256 digest of bytes, or of a string as UTF-8, in base64.'),
  digest('base64sha512', 'base64', 'Returns the SHA-512 digest of bytes, or of a string as UTF-8, in base64.'),
  {
    name: 'uuidv5',
    extension: true,
    summary: 'Returns the UUID (version 5) of a name in a namespace: `dns`, `url`, `oid`, `x500` or a UUID.',
    parameters: parameters('namespace: string', 'name: string'),
    returns: 'string',
    call: ([namespace, name]) => uuidOf(text(namespace), text(name)),
  },
]

function digest(name: string, encoding: 'hex' | 'base64', summary: string): PlainFunction {
  const algorithm = name.replace('base64', '')
  return {
    name,
    extension: true,
    summary,
    parameters: parameters('bytes: any'),
    returns: 'string',
    takesBytes: true,
    call: ([given]) => createHash(algorithm).update(bytesOf(given)).digest(encoding),
  }
}

function urlDecoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '))
  } catch {
    throw new FunctionProblem('the text is not encoded as in a URL')
  }
}

/** An upper bound for the size of the table of a CSV text, in which every line repeats the names of the columns. */
function tableSize(csv: string): number {
  const head = csv.slice(0, csv.indexOf('\n') + 1 || csv.length)
  const lines = csv.split('\n').length
  return csv.length + lines * (head.length + nodeSize * (head.split(',').length + 1))
}

function table(csv: string): readonly Value[] {
  const [names = [], ...rows] = csvRows(csv)
  if (new Set(names).size < names.length) throw new FunctionProblem('two columns have the same name')
  return rows.map((row, index) => {
    if (row.length !== names.length)
      throw new FunctionProblem(`line ${index + 2} has ${row.length} fields, but the first line has ${names.length}`)
    return valueMap(names.map((name, at) => [name, row[at] ?? ''] as const))
  })
}

const csvField = /"((?:[^"]|"")*)"|([^",\r\n]*)/y

/** The rows of a CSV text by RFC 4180, without empty lines. */
function csvRows(csv: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at <= csv.length;) {
    csvField.lastIndex = at
    const [whole = '', quoted, plain = ''] = csvField.exec(csv) ?? []
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    at += whole.length
    const [end = ''] = /^(?:,|\r?\n)/.exec(csv.slice(at, at + 2)) ?? []
    if (end === ',') at += 1
    else {
      if (end === '' && at < csv.length) throw new FunctionProblem(`there is a stray quote at character ${at}`)
      if (row.length > 1 || row[0] !== '') rows.push(row)
      row = []
      if (end === '') return rows
      at += end.length
    }
  }
  return rows
}

const namespaces: ReadonlyMap<string, string> = new Map([
  ['dns', '6ba7b810-9dad-11d1-80b4-00c04fd430c8'],
  ['url', '6ba7b811-9dad-11d1-80b4-00c04fd430c8'],
  ['oid', '6ba7b812-9dad-11d1-80b4-00c04fd430c8'],
  ['x500', '6ba7b814-9dad-11d1-80b4-00c04fd430c8'],
])

function uuidOf(namespace: string, name: string): string {
  const written = namespaces.get(namespace) ?? namespace
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(written))
    throw new FunctionProblem(`"${namespace.slice(0, 60)}" is not a namespace: use dns, url, oid, x500 or a UUID`)
  const digested = createHash('sha1')
    .update(Buffer.from(written.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
  digested[6] = ((digested[6] ?? 0) & 0x0f) | 0x50
  digested[8] = ((digested[8] ?? 0) & 0x3f) | 0x80
  const hex = digested.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
