import type { MapNode, ScalarNode, TreeNode } from '@slipway/source'
import { functionNamed, type FunctionName, isAsset } from './functions.ts'
import type { Report, Stretch } from './report.ts'

/** A step of a property access: `.name`, `["name"]` or `[0]`. */
export type Step = string | number

/** A property access: `${root.path[0]}`. */
export interface Access extends Stretch {
  readonly kind: 'access'
  readonly root: string
  readonly path: readonly Step[]
}

export interface Literal extends Stretch {
  readonly kind: 'literal'
  readonly value: null | boolean | number | bigint | string
  /** The number as written. */
  readonly text: string
}

/** Text that contains accesses. */
export interface Text extends Stretch {
  readonly kind: 'text'
  readonly parts: readonly (string | Access)[]
}

export interface List extends Stretch {
  readonly kind: 'list'
  readonly items: readonly PulumiExpression[]
}

export interface MapField {
  /** The key. It is text and may contain accesses. */
  readonly key: PulumiExpression
  readonly keyStart: number
  readonly keyEnd: number
  readonly value: PulumiExpression
}

export interface PulumiMap extends Stretch {
  readonly kind: 'map'
  readonly fields: readonly MapField[]
}

export interface Call extends Stretch {
  readonly kind: 'call'
  readonly name: FunctionName
  /** The value under the function's name. */
  readonly argument: PulumiExpression
}

export interface Invoke extends Stretch {
  readonly kind: 'invoke'
  readonly token: string
  readonly args: PulumiExpression | undefined
  /** The field of the answer to return. */
  readonly returns: string | undefined
  readonly options: MapNode | undefined
}

export type PulumiExpression = Literal | Text | Access | List | PulumiMap | Call | Invoke

/** Reads values of the Pulumi YAML language. */
export class ExpressionReader {
  readonly #report: Report

  constructor(report: Report) {
    this.#report = report
  }

  read(node: TreeNode): PulumiExpression {
    if (node.kind === 'scalar') return this.#scalar(node)
    const { start, end } = node
    if (node.kind === 'list') return { kind: 'list', items: node.items.map((item) => this.read(item)), start, end }
    const [only, ...others] = node.entries
    if (only !== undefined && others.length === 0 && /^fn::/i.test(only.key)) {
      const call = this.#call(node, only.key, only.value)
      if (call !== undefined) return call
    }
    return {
      kind: 'map',
      fields: node.entries.map(({ key, keyStart, keyEnd, value }) => ({
        key: this.text(key, { start: keyStart, end: keyEnd }),
        keyStart,
        keyEnd,
        value: this.read(value),
      })),
      start,
      end,
    }
  }

  /** Reads text that may contain `${…}`; `$$` is one dollar sign. */
  text(written: string, place: Stretch): Literal | Text | Access {
    const parts: (string | Access)[] = []
    let text = ''
    for (let at = 0; at < written.length;) {
      if (written.startsWith('$$', at)) {
        text += '$'
        at += 2
      } else if (written.startsWith('${', at)) {
        const found = this.#access(written, at + 2, place)
        if (found === undefined) return { kind: 'literal', value: written, text: written, ...place }
        if (text !== '') parts.push(text)
        text = ''
        parts.push(found.access)
        at = found.at
      } else text += written[at++] ?? ''
    }
    if (text !== '') parts.push(text)
    const [first = '', ...others] = parts
    if (others.length > 0) return { kind: 'text', parts, ...place }
    return typeof first === 'string' ? { kind: 'literal', value: first, text: first, ...place } : first
  }

  #scalar(node: ScalarNode): PulumiExpression {
    const { start, end, value, text } = node
    if (typeof value !== 'string') return { kind: 'literal', value, text, start, end }
    const number = node.style === 'plain' ? oldNumber(text) : undefined
    if (number !== undefined) return { kind: 'literal', value: number, text: String(number), start, end }
    return this.text(value, { start, end })
  }

  #call({ start, end }: MapNode, key: string, under: TreeNode): Call | Invoke | undefined {
    const name = functionNamed(key)
    if (name === 'fn::invoke') return this.#invoke({ start, end }, under)
    if (name !== undefined) return { kind: 'call', name, argument: this.read(under), start, end }
    const [, token] = /^fn::([^:]+:[^:]+(?::[^:]+)?)$/i.exec(key) ?? []
    if (token !== undefined) {
      const args = under.kind === 'map' ? this.read(under) : undefined
      return { kind: 'invoke', token, args, returns: undefined, options: undefined, start, end }
    }
    this.#report.lost({ start }, key, 'it is not a function of Pulumi YAML, so it stays the name of a field')
    return undefined
  }

  #invoke(place: Stretch, under: TreeNode): Invoke | undefined {
    const wrong = (message: string): undefined => this.#report.error('convert/not-read', place, message) as undefined
    if (under.kind !== 'map')
      return wrong('fn::invoke takes a map with "function", "arguments", "options" and "return"')
    const parts = new Map(under.entries.map(({ key, value }) => [key.toLowerCase(), value]))
    const token = parts.get('function')
    const returns = parts.get('return')
    const options = parts.get('options')
    const args = parts.get('arguments')
    if (token?.kind !== 'scalar' || typeof token.value !== 'string')
      return wrong('fn::invoke needs the name of a function under "function"')
    if (args !== undefined && args.kind !== 'map') return wrong('"arguments" of fn::invoke must be a map')
    for (const { key, keyStart, value } of under.entries)
      if (!['function', 'arguments', 'options', 'return'].includes(key.toLowerCase()))
        this.#report.lost({ start: keyStart }, `${key} of fn::invoke`, `Pulumi YAML has no such part: ${value.kind}`)
    return {
      kind: 'invoke',
      token: token.value,
      args: args && this.read(args),
      returns: returns?.kind === 'scalar' && typeof returns.value === 'string' ? returns.value : undefined,
      options: options?.kind === 'map' ? options : undefined,
      ...place,
    }
  }

  /** Reads `root.path[0]["key"]}`, beginning at an offset of the text. */
  #access(text: string, from: number, place: Stretch): { readonly access: Access; readonly at: number } | undefined {
    const steps: Step[] = []
    const wrong = (message: string): undefined => this.#report.error('convert/not-read', place, message) as undefined
    for (let at = from; at < text.length;) {
      const sign = text[at] ?? ''
      if (sign === '}') {
        const [root, ...path] = steps
        if (typeof root !== 'string' || root === '') return wrong('a name is missing in ${…}')
        return { access: { kind: 'access', root, path, ...place }, at: at + 1 }
      }
      if (sign === '.') at++
      else if (sign === '[') {
        const found = subscript(text, at)
        if (found === undefined) return wrong('an index in ${…} is a number, or text in double quotes')
        steps.push(found.step)
        at = found.at
      } else {
        const [name = ''] = /^[^.[}]+/.exec(text.slice(at)) ?? []
        steps.push(name)
        at += name.length
      }
    }
    return wrong('a ${…} is not closed')
  }
}

function subscript(text: string, at: number): { readonly step: Step; readonly at: number } | undefined {
  const rest = text.slice(at)
  const [named, quoted] = /^\["((?:\\"|[^"])*)"\]/.exec(rest) ?? []
  if (named !== undefined && quoted !== undefined) return { step: quoted.replaceAll('\\"', '"'), at: at + named.length }
  const [indexed, index] = /^\[(\d+)\]/.exec(rest) ?? []
  return indexed === undefined ? undefined : { step: Number(index), at: at + indexed.length }
}

/** Reads numbers that Pulumi's YAML reader accepts and Slipway's does not: `0600`, `1_000`. */
function oldNumber(text: string): number | undefined {
  const plain = text.replaceAll('_', '')
  if (/^[-+]?0[0-7]+$/.test(plain)) return Number.parseInt(plain, 8)
  return text !== plain && /^[-+]?[1-9]\d*$/.test(plain) ? Number(plain) : undefined
}

/** Returns true for an expression that is a file, an archive or text that a plugin reads as a file. */
export function isAssetCall(expression: PulumiExpression): expression is Call {
  return expression.kind === 'call' && isAsset(expression.name)
}

/** Returns an asset in its written form: a map with one key. */
export function assetField({ name, argument, start, end }: Call): MapField {
  return { key: { kind: 'literal', value: name, text: name, start, end }, keyStart: -1, keyEnd: -1, value: argument }
}
