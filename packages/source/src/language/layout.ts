import { filterWords } from './keywords.ts'
import { layoutLines, type LayoutToken } from './layout-tokens.ts'
import { operators } from './operators.ts'

const step = '    '
const openers = new Set(['{', '[', '('])
const closers = new Set(['}', ']', ')'])
/** Words that are followed by a value, and not by a call or accessor. */
const verbs = new Set([...filterWords.flatMap((words) => words.split(' ')), 'foreach', 'transform'])

/**
 * The text with the one layout that `slipway fmt` gives: four spaces a level, one space between words, one empty line at most. Lines are
 * broken where they were, and the meaning does not change. The text has no errors.
 */
export function laidOut(text: string): string {
  const layout = new Layout()
  for (const line of layoutLines(text)) layout.add(line)
  return layout.text()
}

class Layout {
  readonly #lines: string[] = []
  /** The line on which each open bracket was opened: brackets on one line indent only once. */
  readonly #open: number[] = []
  #last: readonly LayoutToken[] = []
  #isGapWanted = false
  /** The number of `?` that still wait for their `:`. */
  #choices = 0

  add(tokens: readonly LayoutToken[]): void {
    const [first] = tokens
    if (first === undefined) {
      this.#isGapWanted = this.#lines.length > 0
      return
    }
    const leading = tokens.findIndex(({ written }) => !closers.has(written))
    const closing = leading === -1 ? tokens.length : leading
    this.#open.length = Math.max(0, this.#open.length - closing)
    const indent = step.repeat(new Set(this.#open).size + (this.#isContinued(first) ? 1 : 0))
    if (this.#isGapWanted && !closers.has(first.written) && !openers.has(this.#last.at(-1)?.written ?? ''))
      this.#lines.push('')
    const written = tokens.map((token, index) => this.#written(token, tokens[index - 1], indent))
    this.#lines.push(`${indent}${written.join('')}`)
    this.#count(tokens.slice(closing))
    // Declarations of several lines stand apart.
    this.#isGapWanted = this.#open.length === 0 && closing > 0
    this.#last = tokens
  }

  text(): string {
    return this.#lines.length === 0 ? '' : `${this.#lines.join('\n')}\n`
  }

  #isContinued({ written }: LayoutToken): boolean {
    return continues(written) || continues(this.#last.findLast(({ kind }) => kind !== 'comment')?.written ?? '')
  }

  #count(tokens: readonly LayoutToken[]): void {
    for (const { kind, written } of tokens) {
      if (kind !== 'sign') continue
      if (openers.has(written)) this.#open.push(this.#lines.length)
      else if (closers.has(written)) this.#open.pop()
    }
  }

  #written(token: LayoutToken, before: LayoutToken | undefined, indent: string): string {
    const { kind, written, isMovable } = token
    const isOfChoice = kind === 'sign' && written === ':' && this.#choices > 0
    if (isOfChoice) this.#choices--
    else if (kind === 'sign' && written === '?') this.#choices++
    const space = before === undefined || (!isOfChoice && isTight(token, before)) ? '' : ' '
    return `${space}${kind === 'text' && isMovable && written.startsWith('"""') ? moved(written, indent + step) : written}`
  }
}

/** A line that begins or ends in this way belongs to the line beside it. */
function continues(written: string): boolean {
  return operators.has(written) || written === '?' || written === ':' || written === '=>'
}

function isTight({ kind, written, isAdjacent }: LayoutToken, before: LayoutToken): boolean {
  if (kind === 'comment') return false
  if (kind === 'sign' && [',', ':', ')', ']'].includes(written)) return true
  if (before.kind === 'sign' && ['(', '[', '!'].includes(before.written)) return true
  if (before.written === '{' && written === '}') return true
  if (!isAdjacent || !(written === '(' || written === '[' || written.startsWith('.'))) return false
  return before.written === ')' || before.written === ']' || (before.kind === 'word' && !verbs.has(before.written))
}

/** A text of several lines, all indented as far as the line needs. */
function moved(written: string, indent: string): string {
  const lines = written.split(/\r?\n/)
  const old = (lines.at(-1) ?? '').slice(0, -3)
  const content = lines.slice(1, -1).map((line) => {
    const rest = line.startsWith(old) ? line.slice(old.length) : ''
    return rest === '' ? '' : `${indent}${rest}`
  })
  return ['"""', ...content, `${indent}"""`].join('\n')
}
