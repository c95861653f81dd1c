import { isPointer } from './given-text.ts'
import type { KnownSetting, SettingValue } from './known.ts'

export type ReadSetting = { readonly value: SettingValue } | { readonly problem: string }

/** Reads a setting's value from text, such as a flag or a variable. Lists are split at colons and commas. A pointer stays one. */
export function settingFromText(known: KnownSetting, text: string): ReadSetting {
  if (known.kind === 'list')
    return {
      value: text
        .split(/[:,]/)
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    }
  if (known.kind === 'text') return checkSetting(known, text)
  return checkSetting(known, scalarFromText(text))
}

/** Reads `true` or `12` as a boolean or a number; any other text stays a text. */
export function scalarFromText(text: string): string | number | boolean {
  if (text === 'true') return true
  if (text === 'false') return false
  return /^-?\d+(\.\d+)?$/.test(text) && Number.isSafeInteger(Math.trunc(Number(text))) ? Number(text) : text
}

/** Checks a parsed value. A pointer's target is checked when it is resolved. */
export function checkSetting(known: KnownSetting, value: SettingValue): ReadSetting {
  if (isPointer(value) && known.kind !== 'list') return { value }
  switch (known.kind) {
    case 'tree':
      return { value }
    case 'list':
      return listSetting(value)
    case 'scalar':
      return typeof value === 'object' ? { problem: 'must be text, a number, true or false' } : { value }
    case 'boolean':
      return typeof value === 'boolean' ? { value } : { problem: 'must be true or false' }
    case 'integer':
    case 'number':
      return numberSetting(known, value)
    default:
      return textSetting(known, value)
  }
}

function listSetting(value: SettingValue): ReadSetting {
  if (typeof value === 'string') return { value: [value] }
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return { value }
  return { problem: 'must be a list of strings' }
}

function numberSetting({ kind, minimum = 0 }: KnownSetting, value: SettingValue): ReadSetting {
  const isRight = typeof value === 'number' && value >= minimum && (kind === 'number' || Number.isInteger(value))
  return isRight
    ? { value }
    : { problem: `must be ${kind === 'integer' ? 'a whole number' : 'a number'} from ${minimum}` }
}

function textSetting({ choices }: KnownSetting, value: SettingValue): ReadSetting {
  // A version such as 1.0 is a number in YAML but meant as text.
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return { problem: 'must be text' }
  if (choices !== undefined && !choices.includes(text)) return { problem: `must be ${choices.join(' or ')}` }
  return { value: text }
}
