import { coreFunctions, type Expression, formatPath, type PathStep } from '@slipway/engine'
import type { Comments } from '@slipway/source'

/** The names in an expression, in the form of a script. */
export interface ScriptNames {
  /** Returns the identifier of a value, a resource or a data source. */
  identifier(to: 'value' | 'resource' | 'datasource', name: string): string
  /** Returns the expression of a value. */
  value(name: string): Expression | undefined
  isSecret(variable: string): boolean
}

const widest = 100

/** Writes expressions of a blueprint in TypeScript. */
export class ScriptValues {
  readonly #names: ScriptNames
  readonly #comments: Comments
  /** True once a placeholder stands for a part that could not be converted. */
  hasMissing = false
  usesOutput = false
  /** Functions of Node that the text imports, by module. */
  readonly imports = new Map<string, Set<string>>()

  constructor(names: ScriptNames, comments: Comments) {
    this.#names = names
    this.#comments = comments
  }

  /** Writes a value in a spec or in arguments. The value may be an output or contain outputs. */
  text(expression: Expression, indent: string): string {
    switch (expression.kind) {
      case 'literal':
        return literalText(expression.value)
      case 'reference':
        return this.#reference(expression, false)
      case 'call':
        return this.#call(expression, indent, 'argument')
      case 'text':
        return this.#template(expression.parts, indent)
      case 'list':
        return this.#spread(
          '[]',
          expression.items.map((item) => ({ start: item.origin.start, written: (inner) => this.text(item, inner) })),
          indent,
        )
      case 'map':
        return this.map(expression, indent)
      default:
        return this.#missing('a short function')
    }
  }

  /** Writes the value of a constant, with the type that TypeScript needs. */
  declared(expression: Expression, indent: string): string {
    return expression.kind === 'call' ? this.#call(expression, indent, 'constant') : this.text(expression, indent)
  }

  map(expression: Expression & { readonly kind: 'map' }, indent: string): string {
    const parts = expression.entries.map(([key, value], index) => ({
      start: expression.keyStarts?.[index] ?? -1,
      written: (inner: string) => entryText(key, this.text(value, inner)),
    }))
    return this.#spread('{}', parts, indent)
  }

  /** Returns true for a value that neither is nor contains an output. */
  isPlain(expression: Expression): boolean {
    switch (expression.kind) {
      case 'literal':
        return true
      case 'list':
        return expression.items.every((item) => this.isPlain(item))
      case 'map':
        return expression.entries.every(([, value]) => this.isPlain(value))
      case 'text':
        return expression.parts.every((part) => this.isPlain(part))
      case 'call': {
        const made = writtenOut(expression)
        if (made !== undefined) return this.isPlain(made)
        return (this.#plainCall(expression, '') ?? this.#fileCall(expression, '')) !== undefined
      }
      case 'reference':
        if (expression.to === 'variable') return !this.#names.isSecret(expression.name)
        if (expression.to !== 'value') return false
        return this.isPlain(this.#stepped(expression.name, expression.path).of)
      default:
        return false
    }
  }

  /** Writes parts between brackets: on one line if they fit and have no comments. */
  #spread(
    brackets: '[]' | '{}',
    parts: readonly { readonly start: number; readonly written: (indent: string) => string }[],
    indent: string,
  ): string {
    const [open = '', close = ''] = brackets
    if (parts.length === 0) return brackets
    const inner = `${indent}  `
    const lines = parts.map(({ start, written }) => {
      const { before, after } = this.#comments.at(start)
      return { before, after, text: written(inner) }
    })
    const gap = brackets === '{}' ? ' ' : ''
    const flat = `${open}${gap}${lines.map(({ text }) => text).join(', ')}${gap}${close}`
    const isSilent = lines.every(({ before, after }) => before.length === 0 && after.length === 0)
    if (isSilent && flat.length + indent.length < widest && !flat.includes('\n')) return flat
    const written = lines.flatMap(({ before, after, text }) => {
      const beside = after.length === 0 ? '' : ` // ${after.join('; ')}`
      return before.map((words) => `${inner}// ${words}`.trimEnd()).concat(`${inner}${text},${beside}`)
    })
    return `${open}\n${written.join('\n')}\n${indent}${close}`
  }

  #reference(expression: Expression & { readonly kind: 'reference' }, isInText: boolean): string {
    const { to, name, path } = expression
    switch (to) {
      case 'variable':
        return `v${stepsText([name])}${this.#partText(path, this.#names.isSecret(name))}`
      case 'value': {
        const { text, rest } = this.#stepped(name, path)
        if (rest.length === 0) return text
        this.usesOutput = true
        return `(${text} as Output<any>)${getsText(rest)}`
      }
      case 'resource': {
        const [part, ...rest] = path
        if (part !== undefined && part !== 'spec') return this.#missing(`${name}.${part}`)
        const identifier = this.#names.identifier('resource', name)
        if (part === 'spec' && rest.length === 0) return `${identifier}.out`
        return `${identifier}${fieldText(rest.length === 0 ? ['id'] : rest, isInText)}`
      }
      case 'datasource':
        return `${this.#names.identifier('datasource', name)}${fieldText(path, isInText)}`
      default:
        return this.#missing(isInText ? 'a reference in a text' : `a reference to ${to}`)
    }
  }

  #partText(path: readonly PathStep[], isOutput: boolean): string {
    return isOutput ? getsText(path) : stepsText(path)
  }

  /** Steps into a value as far as it is written out; the remaining path is inside an output. */
  #stepped(
    name: string,
    path: readonly PathStep[],
  ): { readonly text: string; readonly of: Expression; readonly rest: readonly PathStep[] } {
    const nothing: Expression = { kind: 'literal', value: null, origin: { start: 0, end: 0 } }
    let of = this.#names.value(name) ?? nothing
    let text = this.#names.identifier('value', name)
    for (const [index, step] of path.entries()) {
      while (of.kind === 'reference' && of.to === 'value') of = this.#stepped(of.name, of.path).of
      const isWritten = of.kind === 'list' || of.kind === 'map'
      const isPlainVariable = of.kind === 'reference' && of.to === 'variable' && !this.#names.isSecret(of.name)
      if (!isWritten && !isPlainVariable) return { text, of, rest: path.slice(index) }
      text += stepsText([step])
      if (of.kind === 'list') of = (typeof step === 'number' ? of.items[step] : undefined) ?? nothing
      else if (of.kind === 'map') of = of.entries.find(([key]) => key === step)?.[1] ?? nothing
    }
    return { text, of, rest: [] }
  }

  #template(parts: readonly Expression[], indent: string): string {
    const written = parts.map((part) => {
      if (part.kind === 'literal' && typeof part.value === 'string') return templateText(part.value)
      return `\${${this.#inText(part, indent)}}`
    })
    if (parts.every((part) => this.isPlain(part))) return `\`${written.join('')}\``
    this.usesOutput = true
    return `Output.text\`${written.join('')}\``
  }

  /** Writes a part of a text, with the type that TypeScript needs. */
  #inText(part: Expression, indent: string): string {
    if (part.kind === 'call') return this.#call(part, indent, 'part of a text')
    if (part.kind === 'reference') return this.#reference(part, true)
    return this.text(part, indent)
  }

  #call(
    expression: Expression & { readonly kind: 'call' },
    indent: string,
    as: 'argument' | 'constant' | 'part of a text',
  ): string {
    const { name, args, path } = expression
    const made = writtenOut(expression)
    if (made !== undefined) return this.text(made, indent)
    const plain = this.#plainCall(expression, indent) ?? this.#fileCall(expression, indent)
    if (plain !== undefined) return plain
    const [first] = args
    if (name === 'sensitive' && first !== undefined) {
      this.usesOutput = true
      return `Output.secret(${this.text(first.value, indent)})${getsText(path)}`
    }
    // A text that contains outputs is a template.
    const joined = path.length === 0 ? joinedParts(expression) : undefined
    if (joined !== undefined) return this.#template(joined, indent)
    const written = args.map(({ value }) => this.text(value, indent))
    const text = `s.call(${[literalText(name), ...written].join(', ')})`
    const type = path.length > 0 ? 'any' : (typeOfCall(name) ?? (as === 'part of a text' ? 'any' : undefined))
    if (type === undefined || (as === 'argument' && path.length === 0)) return text
    this.usesOutput = true
    const typed = `${text} as Output<${type}>`
    return as === 'constant' && path.length === 0 ? typed : `(${typed})${getsText(path)}`
  }

  /** Writes calls that JavaScript itself can do; `undefined` for other calls, and for calls with outputs. */
  #plainCall(expression: Expression & { readonly kind: 'call' }, indent: string): string | undefined {
    const { name, args, path } = expression
    const [first, second] = args.map(({ value }) => value)
    if (name === 'notImplemented' && first?.kind === 'literal')
      return this.#missing(typeof first.value === 'string' ? first.value : '')
    if (path.length > 0 || first === undefined || !args.every(({ value }) => this.isPlain(value))) return undefined
    if (name === 'jsonencode') return `JSON.stringify(${this.text(first, indent)})`
    if (name !== 'join' || second === undefined) return undefined
    const joined = joinedParts(expression)
    if (joined !== undefined) return this.#template(joined, indent)
    return `${this.text(first, indent)}.join(${this.text(second, indent)})`
  }

  /** Writes calls that take the bytes of a file, which no output can be; `undefined` for other calls. */
  #fileCall({ name, args, path }: Expression & { readonly kind: 'call' }, indent: string): string | undefined {
    const of = name === 'file' ? { name: 'utf8', file: args } : { name, file: fileIn(args[0]?.value) }
    const [at, from] = of.file ?? []
    const take = fileReaders[of.name]
    if (at === undefined || take === undefined || path.length > 0) return undefined
    if (from !== undefined || !this.isPlain(at.value)) return this.#missing('a file whose path is known later')
    this.#import('node:fs', 'readFileSync')
    this.#import('node:path', 'resolve')
    if (take.includes('createHash')) this.#import('node:crypto', 'createHash')
    return take.replace('PATH', () => `resolve(import.meta.dirname, ${this.text(at.value, indent)})`)
  }

  #import(module: string, name: string): void {
    this.imports.set(module, (this.imports.get(module) ?? new Set()).add(name))
  }

  #missing(what: string): string {
    this.hasMissing = true
    return `notImplemented(${literalText(what)})`
  }
}

const hashed = (algorithm: string, encoding: string): string =>
  `createHash('${algorithm}').update(readFileSync(PATH)).digest('${encoding}')`

/** The functions of JavaScript that take the bytes of a file. */
const fileReaders: Readonly<Record<string, string>> = {
  utf8: "readFileSync(PATH, 'utf8')",
  base64encode: "readFileSync(PATH, 'base64')",
  base64sha256: hashed('sha256', 'base64'),
  base64sha512: hashed('sha512', 'base64'),
  sha1: hashed('sha1', 'hex'),
  sha256: hashed('sha256', 'hex'),
  sha512: hashed('sha512', 'hex'),
  md5: hashed('md5', 'hex'),
}

function fileIn(expression: Expression | undefined): (Expression & { readonly kind: 'call' })['args'] | undefined {
  return expression?.kind === 'call' && expression.name === 'file' ? expression.args : undefined
}

/** Returns the parts of a join without a separator. */
function joinedParts({ name, args }: Expression & { readonly kind: 'call' }): readonly Expression[] | undefined {
  const [items, separator] = args.map(({ value }) => value)
  if (name !== 'join' || separator?.kind !== 'literal' || separator.value !== '' || items === undefined)
    return undefined
  const list = items.kind === 'call' ? writtenOut(items) : items
  return list?.kind === 'list' ? list.items : undefined
}

/** Returns a list or a map that is written as a call; `undefined` for other calls. */
function writtenOut({ name, args, path, origin }: Expression & { readonly kind: 'call' }): Expression | undefined {
  if (path.length > 0) return undefined
  if (name === 'list') return { kind: 'list', items: args.map(({ value }) => value), origin }
  if (name !== 'object' || args.some((arg) => arg.name === undefined)) return undefined
  return { kind: 'map', entries: args.map((arg) => [arg.name ?? '', arg.value] as const), origin }
}

function typeOfCall(name: string): string | undefined {
  const returns = coreFunctions.get(name)?.returns
  if (returns === 'string') return 'string'
  if (returns === 'integer' || returns === 'float') return 'number'
  return returns === 'boolean' ? 'boolean' : undefined
}

export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text)
}

export function entryText(key: string, value: string): string {
  // The plain name `__proto__` would set the prototype.
  if (key === '__proto__') return `['__proto__']: ${value}`
  if (!isIdentifier(key)) return `${literalText(key)}: ${value}`
  return key === value ? key : `${key}: ${value}`
}

function stepsText(path: readonly PathStep[]): string {
  return path
    .map((step) =>
      typeof step === 'number' ? `[${step}]` : isIdentifier(step) ? `.${step}` : `[${literalText(step)}]`,
    )
    .join('')
}

/** Writes a field that is known later, with its type if it is part of a text. */
function fieldText(path: readonly PathStep[], isInText: boolean): string {
  const [first] = path
  if (!isInText && path.length === 1 && typeof first === 'string' && isIdentifier(first)) return `.out.${first}`
  return `.output${isInText ? '<string>' : ''}(${literalText(formatPath('', path))})`
}

function getsText(path: readonly PathStep[]): string {
  return path.map((step) => `.get(${typeof step === 'number' ? step : literalText(step)})`).join('')
}

export function literalText(value: unknown): string {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? String(value) : `${value}n`
  if (typeof value !== 'string') return String(value)
  if (value.includes('\n') && !value.includes('\r')) return `\`${templateText(value)}\``
  const written = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"')
  return value.includes("'") && !value.includes('"') ? `"${written}"` : `'${written.replaceAll("'", "\\'")}'`
}

function templateText(text: string): string {
  return text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&')
}
