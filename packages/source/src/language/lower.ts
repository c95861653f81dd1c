import type { DiagnosticList } from '../diagnostics.ts'
import { MapDraft } from '../map-draft.ts'
import type { ScalarNode, TreeNode } from '../tree.ts'
import type { Expression, TextPart } from './expression.ts'
import { choiceRank, tightestRank } from './operators.ts'
import { LanguageProblem } from './scanner.ts'

/** Turns expressions into the tree that the other forms give for the same blueprint: expressions become text with `${…}`. */
export class Lowering {
  readonly #text: string
  readonly #diagnostics: DiagnosticList

  constructor(diagnostics: DiagnosticList) {
    this.#text = diagnostics.source.text
    this.#diagnostics = diagnostics
  }

  /** The value of a field. */
  node(expression: Expression): TreeNode {
    const { start, end } = expression
    switch (expression.kind) {
      case 'literal':
        return {
          kind: 'scalar',
          start,
          end,
          value: expression.value,
          text: this.#text.slice(start, end),
          style: 'plain',
        }
      case 'text':
        return this.#textNode(expression)
      case 'list':
        return { kind: 'list', start, end, items: expression.items.map((item) => this.node(item)) }
      case 'object': {
        const draft = new MapDraft()
        for (const { key, keyStart, keyEnd, value } of expression.entries)
          draft.add(this.#diagnostics, key, keyStart, keyEnd, this.node(value))
        return { kind: 'map', start, end, entries: draft.entries }
      }
      default: {
        const writing = new Writing(this.#text)
        writing.substitution(expression, start, end)
        return writing.scalar(start, end, 'plain')
      }
    }
  }

  /** A reference, without `${…}` around it; anything else as `node` has it. */
  reference(expression: Expression): TreeNode {
    if (expression.kind !== 'reference') return this.node(expression)
    return this.#word(expression.start, expression.end)
  }

  /** Names of resources, bare or in quotes, one or a list. */
  names(expression: Expression): TreeNode {
    const { kind, start, end } = expression
    if (kind === 'list') return { kind, start, end, items: expression.items.map((item) => this.names(item)) }
    if (kind !== 'reference') return this.node(expression)
    const prefix = 'resources.'
    return this.#word(this.#text.startsWith(prefix, start) ? start + prefix.length : start, end)
  }

  #word(start: number, end: number): ScalarNode {
    const text = this.#text.slice(start, end)
    return { kind: 'scalar', start, end, value: text, text, style: 'plain' }
  }

  #textNode({ parts, start, end }: Expression & { readonly kind: 'text' }): ScalarNode {
    if (isAsWritten(parts, start + 1, end - 1)) {
      const text = this.#text.slice(start + 1, end - 1)
      return { kind: 'scalar', start, end, value: text, text, style: 'quoted' }
    }
    const writing = new Writing(this.#text)
    for (const part of parts) writing.part(part)
    return writing.scalar(start, end, 'quoted')
  }
}

/** Whether the parts fill the place between the quotes just as they are. */
function isAsWritten(parts: readonly TextPart[], start: number, end: number): boolean {
  let at = start
  for (const part of parts) {
    if (part.start !== at) return false
    at = part.end
    if (part.kind === 'characters' ? part.value.length !== part.end - part.start : !isBareSubstitution(part))
      return false
  }
  return at === end
}

function isBareSubstitution({ inner, start, end }: TextPart & { readonly kind: 'substitution' }): boolean {
  return inner.isPlain && inner.start === start + 2 && inner.end === end - 1
}

/** A scalar that is being written: its text, and the place of each stretch of it. */
class Writing {
  readonly #source: string
  #text = ''
  readonly #stretches: number[] = []

  constructor(source: string) {
    this.#source = source
  }

  scalar(start: number, end: number, style: ScalarNode['style']): ScalarNode {
    return { kind: 'scalar', start, end, value: this.#text, text: this.#text, style, stretches: this.#stretches }
  }

  part(part: TextPart): void {
    if (part.kind === 'characters') this.#add(part.value, part.start, part.end)
    else this.substitution(part.inner, part.start, part.end)
  }

  substitution(expression: Expression, start: number, end: number): void {
    this.#add('${', start, expression.start)
    this.#inner(expression)
    this.#add('}', end - 1, end)
  }

  /** Adds characters that stand at, or for, a stretch of the source. */
  #add(text: string, start: number, end: number): void {
    this.#stretches.push(this.#text.length, start, end)
    this.#text += text
  }

  #inner(expression: Expression): void {
    const { kind, start, end } = expression
    if (expression.isPlain) return this.#add(this.#source.slice(start, end), start, end)
    switch (kind) {
      case 'text':
        return this.#innerText(expression)
      case 'list':
        return this.#call('list', start, end, expression.items)
      case 'not':
        return this.#call('not', start, end, [expression.inner])
      case 'minus':
        this.#add('-', start, start + 1)
        return this.#operand(expression.inner, tightestRank + 1)
      case 'choice':
        return this.#choice(expression)
      case 'lambda': {
        const { parameters, body } = expression
        const only = parameters.length === 1 ? parameters[0] : undefined
        this.#add(`${only ?? `(${parameters.join(', ')})`} => `, start, body.start)
        return this.#inner(body)
      }
      case 'operation': {
        const { operator, sign, left, right } = expression
        if (operator.extension === true) {
          this.#operand(left, operator.rank)
          this.#add(` ${sign} `, left.end, right.start)
          return this.#operand(right, operator.rank + 1)
        }
        if (operator.negated === true) this.#add('not(', start, start)
        this.#call(operator.call, start, end, [left, right])
        if (operator.negated === true) this.#add(')', end - 1, end)
        return
      }
      case 'object':
        return this.#object(expression)
      case 'call':
        return this.#written(expression)
      case 'literal':
      case 'reference':
        return this.#add(this.#source.slice(start, end), start, end)
    }
  }

  #choice({ condition, chosen, otherwise }: Expression & { readonly kind: 'choice' }): void {
    this.#operand(condition, choiceRank + 1)
    this.#add(' ? ', condition.end, chosen.start)
    this.#inner(chosen)
    this.#add(' : ', chosen.end, otherwise.start)
    this.#inner(otherwise)
  }

  /** Puts an operand in brackets if it binds less tightly than its surroundings. Operators that become calls need none. */
  #operand(expression: Expression, around: number): void {
    const { kind, start, end } = expression
    const isLoose =
      kind === 'choice' ||
      (kind === 'literal' && around > tightestRank) ||
      (kind === 'operation' && expression.operator.extension === true && expression.operator.rank < around)
    if (!isLoose) return this.#inner(expression)
    this.#add('(', start, start)
    this.#inner(expression)
    this.#add(')', end - 1, end)
  }

  #call(name: string, start: number, end: number, args: readonly Expression[]): void {
    this.#add(`${name}(`, start, start)
    for (const [index, arg] of args.entries()) {
      if (index > 0) this.#add(', ', arg.start, arg.start)
      this.#inner(arg)
    }
    this.#add(')', end - 1, end)
  }

  #object({ start, end, entries }: Expression & { readonly kind: 'object' }): void {
    this.#add('object(', start, start)
    for (const [index, { key, keyStart, keyEnd, value }] of entries.entries()) {
      if (index > 0) this.#add(', ', keyStart, keyStart)
      this.#add(`${fieldName(key, keyStart, keyEnd)} = `, keyStart, keyEnd)
      this.#inner(value)
    }
    this.#add(')', end - 1, end)
  }

  #written({ name, start, end, args, pathStart }: Expression & { readonly kind: 'call' }): void {
    this.#add(`${name}(`, start, start + name.length)
    for (const [index, { name: argument, start: from, value }] of args.entries()) {
      if (index > 0) this.#add(', ', from, from)
      const nameEnd = from + (argument ?? '').length
      if (argument !== undefined) this.#add(`${fieldName(argument, from, nameEnd)} = `, from, nameEnd)
      this.#inner(value)
    }
    this.#add(`)${this.#source.slice(pathStart, end)}`, pathStart - 1, end)
  }

  /** Writes text inside an expression. Text with `${…}` is joined from its parts. */
  #innerText({ start, end, parts: written }: Expression & { readonly kind: 'text' }): void {
    const parts = joined(written)
    const isFixed = parts.every(({ kind }) => kind === 'characters')
    if (isFixed) return this.#add(quoted(valueOf(parts), start, end), start, end)
    this.#add('join(list(', start, start)
    for (const [index, part] of parts.entries()) {
      if (index > 0) this.#add(', ', part.start, part.start)
      if (part.kind === 'substitution') this.#inner(part.inner)
      else this.#add(quoted(part.value, part.start, part.end), part.start, part.end)
    }
    this.#add('), "")', end - 1, end)
  }
}

/** Joins adjacent characters into one part; a `${…}` that contains only text counts as characters, too. */
function joined(parts: readonly TextPart[]): readonly TextPart[] {
  const found: TextPart[] = []
  for (const written of parts) {
    const part = asCharacters(written)
    const last = found.at(-1)
    if (part.kind === 'characters' && last?.kind === 'characters')
      found[found.length - 1] = { ...last, value: last.value + part.value, end: part.end }
    else found.push(part)
  }
  return found
}

function asCharacters(part: TextPart): TextPart {
  if (part.kind === 'characters' || part.inner.kind !== 'text') return part
  const { parts } = part.inner
  if (parts.some(({ kind }) => kind === 'substitution')) return part
  return { kind: 'characters', value: valueOf(parts), start: part.start, end: part.end }
}

function valueOf(parts: readonly TextPart[]): string {
  return parts.map((part) => (part.kind === 'characters' ? part.value : '')).join('')
}

function fieldName(name: string, start: number, end: number): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : quoted(name, start, end)
}

/** Quotes text as it stands inside `${…}`, where `\"` is the only escape. */
function quoted(value: string, start: number, end: number): string {
  if (!value.endsWith('\\')) return `"${value.replaceAll('"', '\\"')}"`
  const hint = 'give the whole text a name under "value", and refer to that'
  throw new LanguageProblem(start, end, 'text inside an expression cannot end in a backslash', hint)
}
