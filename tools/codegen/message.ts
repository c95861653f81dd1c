import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf'
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt'
import type { Reference } from './reference.ts'

/** A field's type: the codec's word for it, TypeScript's type, and the wire type. */
interface Kind {
  readonly method: 'string' | 'bytes' | 'bool' | 'double' | 'int32' | 'int64' | 'message'
  readonly type: string
  readonly zero: string
  readonly wireType: 0 | 1 | 2
  /** The codec of a message. */
  readonly codec?: string
}

const scalars: Partial<Record<ScalarType, Kind>> = {
  [ScalarType.STRING]: { method: 'string', type: 'string', zero: `''`, wireType: 2 },
  [ScalarType.BYTES]: { method: 'bytes', type: 'Uint8Array', zero: 'new Uint8Array()', wireType: 2 },
  [ScalarType.BOOL]: { method: 'bool', type: 'boolean', zero: 'false', wireType: 0 },
  [ScalarType.DOUBLE]: { method: 'double', type: 'number', zero: '0', wireType: 1 },
  [ScalarType.INT32]: { method: 'int32', type: 'number', zero: '0', wireType: 0 },
  [ScalarType.INT64]: { method: 'int64', type: 'number | bigint', zero: '0', wireType: 0 },
}

function kindOf(field: DescField, refer: Reference): Kind {
  if (field.enum !== undefined) return { method: 'int32', type: 'number', zero: '0', wireType: 0 }
  if (field.message !== undefined) {
    const name = refer(field.message)
    return { method: 'message', type: name, zero: 'undefined', wireType: 2, codec: name }
  }
  const kind = field.scalar === undefined ? undefined : scalars[field.scalar]
  if (kind === undefined) throw new Error(`${field.parent.typeName}.${field.name}: its type is not one that gen writes`)
  return kind
}

/** Messages of which many calls in a row carry the same one. */
const repeated: ReadonlySet<string> = new Set(['sharedtypesv1.ProviderContext'])

/** An interface and a codec of the same name. */
export function messageSource(message: DescMessage, refer: Reference): string {
  const [before, after] = repeated.has(message.typeName) ? ['remembering(', ')'] : ['', '']
  const fields = message.fields.map((field) => new FieldSource(field, refer))
  const write = fields.flatMap((field) => field.write())
  const read = fields.flatMap((field) => field.read())
  return [
    `export interface ${message.name} {`,
    ...fields.map((field) => `  ${field.name}: ${field.type()}`),
    '}',
    `export const ${message.name}: Codec<${message.name}> = ${before}{`,
    `  write(${write.length === 0 ? '_' : ''}w: Writer, ${write.length === 0 ? '_' : ''}m: Init<${message.name}>): void {`,
    ...write.map((line) => `    ${line}`),
    '  },',
    `  read(r: Reader): ${message.name} {`,
    `    const m: ${message.name} = { ${fields.map((field) => `${field.name}: ${field.initial()}`).join(', ')} }`,
    '    while (r.more) {',
    '      const tag = r.varint()',
    ...(read.length === 0
      ? ['      r.skip(tag)']
      : ['      switch (tag) {', ...read.map((line) => `        ${line}`), '        default: r.skip(tag)', '      }']),
    '    }',
    '    return m',
    '  },',
    `}${after}`,
    '',
  ].join('\n')
}

class FieldSource {
  readonly name: string
  readonly #field: DescField
  readonly #kind: Kind
  readonly #tag: number

  constructor(field: DescField, refer: Reference) {
    this.#field = field
    this.name = field.localName
    this.#kind = kindOf(field, refer)
    this.#tag = field.number * 8 + (field.fieldKind === 'map' ? 2 : this.#kind.wireType)
  }

  type(): string {
    const { type } = this.#kind
    if (this.#field.fieldKind === 'map') return `Record<string, ${type}>`
    if (this.#field.fieldKind === 'list') return type.includes('|') ? `(${type})[]` : `${type}[]`
    return this.#hasPresence() ? `${type} | undefined` : type
  }

  initial(): string {
    if (this.#field.fieldKind === 'map') return 'noEntries'
    if (this.#field.fieldKind === 'list') return 'noItems'
    return this.#hasPresence() ? 'undefined' : this.#kind.zero
  }

  write(): string[] {
    const { name } = this
    const { method, codec } = this.#kind
    const codecArgument = codec === undefined ? '' : `, ${codec}`
    switch (this.#field.fieldKind) {
      case 'map':
        return [
          `if (m.${name} !== undefined) for (const key in m.${name}) {`,
          `  const value = m.${name}[key]`,
          `  if (value !== undefined) w.${this.#entryMethod()}(${this.#tag}, key, value${codecArgument})`,
          '}',
        ]
      case 'list':
        return [
          `if (m.${name} !== undefined) for (const item of m.${name}) w.${method}(${this.#tag}, item${codecArgument})`,
        ]
      default:
        return [`if (${this.#present()}) w.${method}(${this.#tag}, m.${name}${codecArgument})`]
    }
  }

  read(): string[] {
    const { name } = this
    const { method, codec } = this.#kind
    const take = `r.${method}(${codec ?? ''})`
    switch (this.#field.fieldKind) {
      case 'map':
        return [
          `case ${this.#tag}: m.${name} = r.${this.#entryMethod()}(m.${name}${codec === undefined ? '' : `, ${codec}`}); break`,
        ]
      case 'list': {
        const add = `m.${name} = withItem(m.${name}, ${take})`
        const one = `case ${this.#tag}: ${add}; break`
        if (this.#kind.wireType === 2) return [one]
        return [one, `case ${this.#field.number * 8 + 2}: r.packed(() => { ${add} }); break`]
      }
      default:
        return [`case ${this.#tag}: ${this.#forgetRest()}m.${name} = ${take}; break`]
    }
  }

  /** Only the last member of a oneof on the wire counts. */
  #forgetRest(): string {
    const { oneof } = this.#field
    if (oneof === undefined) return ''
    const others = oneof.fields.filter((field) => field !== this.#field).map((field) => `m.${field.localName} = `)
    return others.length === 0 ? '' : `${others.join('')}undefined; `
  }

  #entryMethod(): string {
    const { method } = this.#kind
    if (method !== 'string' && method !== 'message' && method !== 'bytes')
      throw new Error(
        `${this.#field.parent.typeName}.${this.#field.name}: gen writes maps of texts, bytes and messages only`,
      )
    return `${method}Entry`
  }

  #hasPresence(): boolean {
    return this.#field.presence === FeatureSet_FieldPresence.EXPLICIT
  }

  #present(): string {
    const value = `m.${this.name}`
    if (this.#hasPresence()) return `${value} !== undefined`
    switch (this.#kind.method) {
      case 'bytes':
        return `${value} !== undefined && ${value}.length > 0`
      case 'bool':
        return `${value} === true`
      case 'double':
        return `${value} !== undefined && !Object.is(${value}, 0)`
      default:
        return value
    }
  }
}
