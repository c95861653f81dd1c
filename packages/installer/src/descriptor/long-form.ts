import { nearest } from '@slipway/source'
import { visible } from '@slipway/source/visible'
import type { LongForm } from './descriptor.ts'
import { Misread } from './misread.ts'
import { canonicalUrl, textOf } from './url-text.ts'

const keys = ['source', 'version', 'parameters', 'checksums', 'server', 'as'] as const
const mostItems = 64
const longestWord = 4096

/** Checks a long form from a file, key by key. @throws Misread */
export function checkedLongForm(written: unknown): LongForm {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) {
    throw new Misread(
      'it is neither text nor a map',
      'write "source", and "version", "parameters", "checksums", "server" or "as" if needed',
    )
  }
  const unknown = Object.keys(written).find((key) => !keys.some((known) => known === key))
  if (unknown !== undefined) throw unknownKey(unknown)
  const { source, version, parameters, checksums, server, as } = written as Partial<
    Record<(typeof keys)[number], unknown>
  >
  if (typeof source !== 'string')
    throw new Misread('"source" is missing, or is not text', 'write { source: "pulumi:random", version: "4.19.0" }')
  return {
    source,
    ...(version !== undefined && { version: textIn('version', version) }),
    ...(parameters !== undefined && { parameters: wordsOf(parameters) }),
    ...(checksums !== undefined && { checksums: checksumsOf(checksums) }),
    ...(server !== undefined && { server: serverOf(textIn('server', server)) }),
    ...(as !== undefined && { as: textIn('as', as) }),
  }
}

/** Reads a long form from a command line: `{"source": "pulumi:random", "server": "https://host/path"}`. @throws Misread */
export function longFormIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Misread(
      'it begins like a map, but is not JSON',
      'write it as \'{"source": "pulumi:random", "server": "https://host/path"}\', in quotes for the shell',
    )
  }
}

function unknownKey(key: string): Misread {
  const meant = nearest(key, keys)
  return new Misread(
    `it has the key "${visible(key.slice(0, 100))}", which a descriptor does not have`,
    meant === undefined ? `its keys are ${keys.join(', ')}` : `did you mean "${meant}"?`,
  )
}

function textIn(key: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') {
    throw new Misread(
      `"${key}" is not text`,
      typeof value === 'number' ? `put it into quotes: ${key}: "${value}"` : undefined,
    )
  }
  if (value.length > longestWord) throw new Misread(`"${key}" is longer than ${longestWord} characters`)
  return value
}

function wordsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw new Misread('"parameters" is not a list', 'write ["first", "second"]')
  if (value.length > mostItems) throw new Misread(`"parameters" has more than ${mostItems} words`)
  return value.map((word, index) => textIn(`parameters[${index}]`, word))
}

function checksumsOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Misread('"checksums" is not a map of platforms')
  const entries = Object.entries(value)
  if (entries.length > mostItems) throw new Misread(`"checksums" has more than ${mostItems} platforms`)
  return Object.fromEntries(
    entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([platform, sum]) => {
        const place = `the checksum of "${visible(platform.slice(0, 100))}"`
        if (!/^[a-z0-9]{1,20}-[a-z0-9_]{1,20}$/.test(platform))
          throw new Misread(`${place} is not for a platform`, 'write linux-amd64, darwin-arm64 or windows-amd64')
        const hex = typeof sum === 'string' ? sum.toLowerCase().replace(/^sha256:/, '') : ''
        if (!/^[0-9a-f]{64}$/.test(hex)) throw new Misread(`${place} is not a SHA-256 in 64 hexadecimal digits`)
        return [platform, hex]
      }),
  )
}

/** Returns the URL of a server that is written in Pulumi's form: `github://api.github.com/acme`, `https://host/path`. */
function serverOf(text: string): string {
  // The placeholders that Pulumi fills in, which must not be encoded.
  const templates: string[] = []
  const plain = text.trim().replaceAll(/\$\{[A-Z]{1,20}\}/g, (template) => `__${templates.push(template) - 1}__`)
  const url = textOf(canonicalUrl(plain, ['https', 'http', 'github', 'gitlab', 'git']))
  return url.replaceAll(/__(\d+)__/g, (whole, index: string) => templates[Number(index)] ?? whole)
}
