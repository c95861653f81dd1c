import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isMap, messageOf, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { Init } from '../../wire/codec/message.ts'
import type { Value as WireValue } from '../gen/google-protobuf-struct.ts'

const signatures = {
  asset: 'c44067f5952c0a294b673a41bacd8c17',
  archive: '0def7320c3a5731c473e5ecbe6d01bc7',
} as const

/** The forms of assets and archives in a blueprint, the same as in Pulumi's YAML programs: `{ "fn::fileAsset": ./page.html }`. */
const written: Readonly<Record<string, { readonly kind: keyof typeof signatures; readonly field: string }>> = {
  'fn::stringAsset': { kind: 'asset', field: 'text' },
  'fn::fileAsset': { kind: 'asset', field: 'path' },
  'fn::remoteAsset': { kind: 'asset', field: 'uri' },
  'fn::assetArchive': { kind: 'archive', field: 'assets' },
  'fn::fileArchive': { kind: 'archive', field: 'path' },
  'fn::remoteArchive': { kind: 'archive', field: 'uri' },
}

/** The hash of an asset's content at the time of the plugin's answer. */
const hashKey = 'hash'

interface WireAsset {
  readonly signature: string
  readonly fields: Readonly<Record<string, Init<WireValue>>>
}

/**
 * Converts a map that is an asset or an archive for a plugin; returns `undefined` for any other map. Throws when its file cannot be read.
 */
export function assetToWire(map: ValueMap, toWire: (value: Value) => Init<WireValue>): WireAsset | undefined {
  const names = Object.keys(map).filter((name) => name !== hashKey)
  const [name = ''] = names
  const kind = names.length === 1 && Object.hasOwn(written, name) ? written[name] : undefined
  const content = map[name]
  if (kind === undefined || content === undefined) return undefined
  const hash = map[hashKey] ?? (kind.kind === 'asset' ? hashOf(kind.field, content) : undefined)
  return {
    signature: signatures[kind.kind],
    fields: {
      [kind.field]: toWire(content),
      ...(typeof hash === 'string' && { hash: { stringValue: hash } }),
    },
  }
}

/** Reads an asset or an archive from the wire; `undefined` for any other value. */
export function assetFromWire(signature: string, map: ValueMap): Value | undefined {
  const found = Object.entries(written).find(
    ([, { kind, field }]) => signatures[kind] === signature && isContent(field, map[field]),
  )
  if (found === undefined) return undefined
  const [name, { field }] = found
  const { hash = null } = map
  const content: readonly (readonly [string, Value])[] = [[name, map[field] ?? null]]
  return valueMap(typeof hash === 'string' && hash !== '' ? [...content, [hashKey, hash]] : content)
}

/** Whether a field holds content: SDKs also write the fields that an asset lacks, as empty texts. */
function isContent(field: string, content: Value | undefined): boolean {
  return field === 'assets' ? isMap(content) : typeof content === 'string' && content !== ''
}

function hashOf(field: string, content: Value): string | undefined {
  if (typeof content !== 'string' || field === 'uri') return undefined
  return createHash('sha256')
    .update(field === 'text' ? content : bytesOf(content))
    .digest('hex')
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new TypeError(`the file of an asset cannot be read: ${messageOf(error)}`, { cause: error })
  }
}
