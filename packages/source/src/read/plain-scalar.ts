import { exactInteger } from '../number.ts'
import type { ScalarNode } from '../tree.ts'

/** The meaning of an unquoted YAML scalar, by the core schema of YAML 1.2. */
export interface PlainScalar {
  readonly value: ScalarNode['value']
  /** Set when the text means different things to different readers, or nothing that can be kept. */
  readonly trouble?: 'octal-looking' | 'not-finite'
}

const words = new Map<string, null | boolean>([
  ['', null],
  ['~', null],
  ...(['null', 'Null', 'NULL'] as const).map((word) => [word, null] as const),
  ...(['true', 'True', 'TRUE'] as const).map((word) => [word, true] as const),
  ...(['false', 'False', 'FALSE'] as const).map((word) => [word, false] as const),
])
const decimal = /^[-+]?[0-9]+$/
const based = /^0(?:o[0-7]+|x[0-9a-fA-F]+)$/
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
const notFinite = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/
const octalLooking = /^[-+]?0[0-9]+$/

export function plainScalar(text: string): PlainScalar {
  if (!mayBeSpecial(text)) return { value: text }
  const word = words.get(text)
  if (word !== undefined) return { value: word }
  if (octalLooking.test(text)) return { value: text, trouble: 'octal-looking' }
  if (decimal.test(text)) return finite(exactInteger(text))
  if (based.test(text)) return finite(text.length > 100 ? undefined : exactInteger(String(BigInt(text))))
  if (float.test(text)) return finite(Number(text))
  return notFinite.test(text) ? { value: text, trouble: 'not-finite' } : { value: text }
}

function finite(value: number | bigint | undefined): PlainScalar {
  return typeof value === 'bigint' || Number.isFinite(value)
    ? { value: value ?? 0 }
    : { value: 0, trouble: 'not-finite' }
}

/** Checks only the first character: nearly every scalar of a real file is plain text, and this is the hot path. */
function mayBeSpecial(text: string): boolean {
  const first = text.charCodeAt(0)
  // Digits, + - . ~, and f F n N t T; an empty text has no first character.
  return (
    Number.isNaN(first) ||
    (first >= 0x30 && first <= 0x39) ||
    first === 0x2b ||
    first === 0x2d ||
    first === 0x2e ||
    first === 0x7e ||
    (first | 0x20) === 0x66 ||
    (first | 0x20) === 0x6e ||
    (first | 0x20) === 0x74
  )
}
