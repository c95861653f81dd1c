import { createHash } from 'node:crypto'
import { readJson, treeToValue } from '@slipway/source'
import type { Value } from '@slipway/model'
import { FunctionProblem, parameters, text } from './core-function.ts'
import type { PlainFunction } from './core-function.ts'

export const encodingFunctions: readonly PlainFunction[] = [
  {
    name: 'jsondecode',
    summary: 'The value that a text in JSON stands for.',
    parameters: parameters('json: string'),
    returns: 'any',
    size: ([json]) => bytesPerPart * partsOfJson(text(json)),
    call: ([json]) => decodeJson(text(json)),
  },
  {
    name: 'base64encode',
    summary: 'The UTF-8 bytes of a text in base 64.',
    parameters: parameters('text: string'),
    returns: 'string',
    size: ([plain]) => Buffer.byteLength(text(plain)) * 1.5,
    call: ([plain]) => Buffer.from(text(plain), 'utf8').toString('base64'),
  },
  {
    name: 'base64decode',
    summary: 'The text whose UTF-8 bytes are given in base 64.',
    parameters: parameters('encoded: string'),
    returns: 'string',
    size: ([encoded]) => text(encoded).length,
    call: ([encoded]) => decodeBase64(text(encoded)),
  },
  {
    name: 'sha256',
    summary: 'The SHA-256 digest of the UTF-8 bytes of a text, in hexadecimal.',
    parameters: parameters('text: string'),
    returns: 'string',
    call: ([plain]) => createHash('sha256').update(text(plain), 'utf8').digest('hex'),
  },
]

/** While it is read, each part of a text in JSON takes some more room than the value that comes of it. */
const bytesPerPart = 32

/** No fewer lists, maps, keys and values than a text in JSON has; one with these characters in its texts seems to have more. */
function partsOfJson(json: string): number {
  let parts = 1
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === 0x2c || code === 0x3a || code === 0x5b || code === 0x7b) parts++
  }
  return parts
}

function decodeJson(json: string): Value {
  const { tree, diagnostics } = readJson('', json)
  const [first] = diagnostics
  if (first !== undefined)
    throw new FunctionProblem(`${first.message} (at character ${first.range?.start.offset ?? 0})`)
  if (tree === undefined || json.trim() === '') throw new FunctionProblem('the text is empty')
  return treeToValue(tree)
}

function decodeBase64(encoded: string): string {
  const compact = encoded.replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(compact)) throw new FunctionProblem('the text is not base 64')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(compact, 'base64'))
  } catch {
    throw new FunctionProblem('the decoded bytes are not UTF-8 text')
  }
}
