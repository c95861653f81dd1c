import { createHash } from 'node:crypto'
import { readJson, readYaml, treeToValue, type ReadResult } from '@slipway/source'
import type { Value } from '@slipway/model'
import { sizeOf } from '../../language/bounded.ts'
import { describe, scalarText } from '../../language/scalar-text.ts'
import { Bytes, FunctionProblem, text, value } from './argument.ts'
import type { Argument } from './argument.ts'
import { parameters } from './core-function.ts'
import type { PlainFunction } from './core-function.ts'
import { atPointer } from './json-pointer.ts'
import { writeJson } from './write-json.ts'
import { writeYaml } from './write-yaml.ts'

export const encodingFunctions: readonly PlainFunction[] = [
  {
    name: 'jsondecode',
    summary: 'Parses a JSON string and returns the value.',
    parameters: parameters('json: string'),
    returns: 'any',
    size: ([json]) => bytesPerPart * partsOf(text(json), inJson),
    call: ([json]) => decode(text(json), readJson),
  },
  {
    name: 'jsonencode',
    extension: true,
    summary: 'Returns a value as a JSON string, without white space.',
    parameters: parameters('value: any'),
    returns: 'string',
    size: ofWritten,
    call: ([given]) => writeJson(value(given)),
  },
  {
    name: 'fromjson',
    summary: 'Parses a JSON string and returns the part at a JSON pointer: `fromjson(text, "/hosts/0")`.',
    parameters: parameters('json: string', 'pointer: string'),
    returns: 'any',
    size: ([json]) => bytesPerPart * partsOf(text(json), inJson),
    call: ([json, pointer]) => atPointer(decode(text(json), readJson), text(pointer)),
  },
  {
    name: 'yamldecode',
    extension: true,
    summary: 'Parses a YAML string and returns the value.',
    parameters: parameters('yaml: string'),
    returns: 'any',
    size: ([yaml]) => bytesPerPart * partsOf(text(yaml), inYaml),
    call: ([yaml]) => decode(text(yaml), readYaml),
  },
  {
    name: 'yamlencode',
    extension: true,
    summary: 'Returns a value as a YAML string.',
    parameters: parameters('value: any'),
    returns: 'string',
    // Deep lines are indented, so the result may be several times as long.
    size: ([given]) => 4 * ofWritten([given ?? null]),
    call: ([given]) => writeYaml(value(given)),
  },
  {
    name: 'base64encode',
    summary: 'Encodes bytes, or a string as UTF-8, in base64.',
    parameters: parameters('bytes: any'),
    returns: 'string',
    takesBytes: true,
    size: ([given]) => bytesOf(given).length * 1.5,
    call: ([given]) => Buffer.from(bytesOf(given)).toString('base64'),
  },
  {
    name: 'base64decode',
    summary: 'Decodes base64 and returns the bytes. Where a string is expected, the bytes are read as UTF-8.',
    parameters: parameters('encoded: string'),
    returns: 'any',
    size: ([encoded]) => text(encoded).length,
    call: ([encoded]) => decodeBase64(text(encoded)),
  },
  {
    name: 'utf8',
    summary: 'Decodes bytes as UTF-8 and returns the string.',
    parameters: parameters('bytes: string'),
    returns: 'string',
    size: ([given]) => text(given).length,
    call: ([given]) => text(given),
  },
  digest('sha256', 'Returns the SHA-256 digest of bytes, or of a string as UTF-8, in hexadecimal.'),
  digest('sha1', 'Returns the SHA-1 digest of bytes, or of a string as UTF-8, in hexadecimal.'),
  digest('md5', 'Returns the MD5 digest of bytes, or of a string as UTF-8, in hexadecimal.'),
]

function digest(name: 'sha256' | 'sha1' | 'md5', summary: string): PlainFunction {
  return {
    name,
    summary,
    parameters: parameters('bytes: any'),
    returns: 'string',
    takesBytes: true,
    call: ([given]) => createHash(name).update(bytesOf(given)).digest('hex'),
  }
}

export function bytesOf(given: Argument | undefined): Uint8Array {
  if (given instanceof Bytes) return given.content
  const written = scalarText(value(given))
  if (written === undefined)
    throw new FunctionProblem(`it needs bytes or text, but was given ${describe(value(given))}`)
  return Buffer.from(written, 'utf8')
}

/** The additional memory, in bytes, for each part of a text while it is read, besides the resulting value. */
const bytesPerPart = 32

const inJson = /[,:[{]/g
const inYaml = /[,:[{\n-]/g

/** An upper bound for the number of lists, maps, keys and values in a text. It is too high if strings contain these characters. */
function partsOf(written: string, between: RegExp): number {
  let parts = 1
  between.lastIndex = 0
  while (between.test(written)) parts++
  return parts
}

/** The maximum size of the text. A character may take six, as `\u0000` does; a key also needs quotes and a colon. */
function ofWritten([given]: readonly Argument[]): number {
  return 6 * sizeOf(value(given))
}

function decode(written: string, read: (file: string, text: string) => ReadResult): Value {
  const { tree, diagnostics } = read('', written)
  const [first] = diagnostics
  if (first !== undefined)
    throw new FunctionProblem(`${first.message} (at character ${first.range?.start.offset ?? 0})`)
  if (tree === undefined || written.trim() === '') throw new FunctionProblem('the text is empty')
  return treeToValue(tree)
}

function decodeBase64(encoded: string): Bytes {
  const compact = encoded.replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(compact)) throw new FunctionProblem('the text is not base 64')
  return new Bytes(Buffer.from(compact, 'base64'))
}
