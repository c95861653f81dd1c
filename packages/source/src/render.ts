import type { Diagnostic, Range, Severity } from '@slipway/model'
import { visible } from './visible.ts'
import { widthOf } from './width.ts'

export interface RenderOptions {
  readonly color?: boolean
}

/** Longer source lines are cut around the place in question. */
const widest = 100
const tone: Readonly<Record<Severity, number>> = { error: 31, warning: 33, info: 36 }

/**
 * A diagnostic for people: `file:line:column: error: message  [code]`, then the source line with a caret below and the
 * hint. Without the text, or without a place, the parts that need them are left out. No line break at the end.
 */
export function renderDiagnostic(diagnostic: Diagnostic, text?: string, { color = false }: RenderOptions = {}): string {
  const paint = (code: number, words: string) => (color ? `\u001B[${code}m${words}\u001B[0m` : words)
  const { range, file, severity, hint } = diagnostic
  const place = [file && visible(file), range?.start.line, range?.start.column]
    .filter((part) => part !== undefined)
    .join(':')
  const head = `${paint(tone[severity], severity)}: ${paint(1, visible(diagnostic.message))}`
  const lines = [`${place === '' ? '' : `${place}: `}${head}  ${paint(2, `[${diagnostic.code}]`)}`]
  if (text !== undefined && range !== undefined) {
    const { number, line, caret } = excerpt(text, range)
    lines.push(`${paint(2, `${number} |`)} ${line}`)
    lines.push(`${paint(2, `${' '.repeat(number.length)} |`)} ${paint(tone[severity], caret)}`)
  }
  if (hint !== undefined) lines.push(`  ${paint(36, 'hint:')} ${visible(hint)}`)
  return lines.join('\n')
}

function excerpt(text: string, { start, end }: Range): { number: string; line: string; caret: string } {
  const lineStart = text.lastIndexOf('\n', start.offset - 1) + 1
  const lineEnd = text.indexOf('\n', start.offset)
  const whole = text.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).trimEnd()
  const from = Math.max(0, Math.min(start.column - 1 - widest / 2, whole.length - widest))
  const line = dotted(whole.slice(from, from + widest))
  const column = start.column - 1 - from
  const marked = end.line === start.line ? end.column - start.column : whole.length - start.column + 1
  const before = widthOf(dotted(whole.slice(from, from + column)))
  const under = widthOf(dotted(whole.slice(from + column, from + Math.min(column + marked, widest))))
  return {
    number: String(start.line).padStart(5),
    line: `${from > 0 ? '…' : ''}${line}${from + widest < whole.length ? '…' : ''}`,
    caret: ' '.repeat(before + (from > 0 ? 1 : 0)) + '^'.repeat(Math.max(1, under)),
  }
}

/** A source line that cannot steer the terminal. Each character keeps its column; an invisible one becomes a dot. */
function dotted(line: string): string {
  return line.replaceAll('\t', ' ').replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '·')
}
