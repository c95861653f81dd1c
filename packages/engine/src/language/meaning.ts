import { type Scalar, Secret, type Value } from '@slipway/model'
import type { Blueprint } from './declarations.ts'
import type { Expression, PathStep } from './expression.ts'

/** Fields with places or problems, which do not count for the meaning. Labels with these names count as text. */
const positions: ReadonlySet<string> = new Set(['origin', 'keyStarts', 'source', 'diagnostics', 'unreadable'])

/**
 * Writes the meaning of a blueprint, piece by piece. The result is the same for the same blueprint in any of its three forms, with any layout and
 * any comments, and different for any other blueprint.
 */
export function writeMeaning(blueprint: Blueprint, write: (piece: string) => void): void {
  // Declarations of children have been joined to those of the blueprint, so the texts and trees add nothing.
  const { parts: _, family: _family, tree: _tree, children, ...declared } = blueprint
  writePart(declared, write)
  writeAll('[', children?.keys() ?? [], write)
}

function writePart(part: unknown, write: (piece: string) => void): void {
  if (typeof part !== 'object' || part === null) write(scalarText(part as Scalar))
  else if (isExpression(part)) write(expressionText(part))
  else if (part instanceof Map) writeAll('{', part, write)
  else if (Array.isArray(part) || part instanceof Set) writeAll('[', part, write)
  else writeFields(part, write)
}

function writeAll(before: string, parts: Iterable<unknown>, write: (piece: string) => void): void {
  write(before)
  for (const part of parts) writePart(part, write)
  write('.')
}

/** Writes the fields sorted, because readers of different forms fill them in in different orders. */
function writeFields(part: object, write: (piece: string) => void): void {
  write('(')
  for (const key of Object.keys(part).sort()) {
    const field: unknown = part[key as keyof typeof part]
    if (field === undefined || (positions.has(key) && typeof field === 'object')) continue
    write(textOf(key))
    writePart(field, write)
  }
  write(')')
}

function isExpression(part: object): part is Expression {
  return 'kind' in part && 'origin' in part
}

/** The text of an expression. Nearly everything in a blueprint is an expression, and without a loop over the fields this takes a third of the time. */
function expressionText(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return `L${valueText(expression.value)}${expression.text === undefined ? '' : `t${textOf(expression.text)}`}`
    case 'list':
      return `[${expression.items.map(expressionText).join('')}.`
    case 'text':
      return `T${expression.parts.map(expressionText).join('')}.`
    case 'map':
      return `{${expression.entries.map(([key, value]) => textOf(key) + expressionText(value)).join('')}.`
    case 'function':
      return `F${textOf(expression.name)}`
    case 'lambda':
      return `A${expression.parameters.map(textOf).join('')}.${expressionText(expression.body)}`
    case 'reference':
      return `R${expression.to}${textOf(expression.name)}${pathText(expression.path)}`
    case 'call': {
      const args = expression.args.map(
        ({ name, value }) => (name === undefined ? '' : `=${textOf(name)}`) + expressionText(value),
      )
      return `C${textOf(expression.name)}${args.join('')}${pathText(expression.path)}`
    }
  }
}

function pathText(path: readonly PathStep[]): string {
  return `/${path.map(scalarText).join('')}.`
}

function valueText(value: Value): string {
  if (typeof value !== 'object' || value === null) return scalarText(value)
  if (value instanceof Secret) return `!${valueText(value.value)}`
  const pieces: string[] = []
  if (Array.isArray(value)) writeAll('[', value, (piece) => pieces.push(piece))
  else writeFields(value, (piece) => pieces.push(piece))
  return pieces.join('')
}

function scalarText(value: Scalar): string {
  if (typeof value === 'string') return textOf(value)
  if (typeof value === 'bigint') return `${value}n `
  return Object.is(value, -0) ? '-0 ' : `${String(value)} `
}

/** A text with its length in front, so that no text can look like the part that follows it. */
function textOf(text: string): string {
  return `${text.length}:${text}`
}
