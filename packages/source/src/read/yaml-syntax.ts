import type { DiagnosticList } from '../diagnostics.ts'
import { openQuote } from './open-quote.ts'
import { limits } from '../limits.ts'

/** Messages of the parser in plainer words. */
const words: ReadonlyMap<string, string> = new Map([
  ['deficient indentation', 'a bracket above is not closed, or this line is not indented enough'],
  ['bad indentation of a mapping entry', 'this does not fit the lines above it'],
])

/** Reports the parser's error in plain words, with the most likely remedy. */
export function explainSyntaxError(diagnostics: DiagnosticList, reason: string, offset: number): void {
  if (reason.includes('maxDepth')) {
    const message = `lists and maps are nested more than ${limits.depth} levels deep`
    return diagnostics.error('source/too-deep', offset, offset + 1, message, { hint: 'flatten the structure' })
  }
  const quote = openQuote(diagnostics.source.text, offset)
  if (quote !== undefined && !reason.includes('tab')) {
    const message = 'this is not YAML: this quoted text is not closed, or it is closed on a later line'
    return diagnostics.error('source/yaml-syntax', quote, quote + 1, message, {
      hint: 'close the quotes at the end of the text',
    })
  }
  const hint = remedy(diagnostics.source.text, reason, offset)
  const message = `this is not YAML: ${words.get(reason) ?? reason}`
  diagnostics.error('source/yaml-syntax', offset, offset + 1, message, { hint })
}

function remedy(text: string, reason: string, offset: number): string {
  const line = lineAround(text, offset)
  if (reason.includes('tab')) return 'indent with spaces'
  if (reason.includes('null byte')) return 'the file holds binary data'
  if (reason.includes('quoted scalar')) return 'close the quotes'
  const substitution = substitutionHint(text, offset, line)
  if (substitution !== undefined) return substitution
  if (/[[{,]\s*\S*\$\{/.test(line)) return 'inside [ ] and { } put a value with ${…} into quotes'
  if (reason.includes('missed comma')) return 'put a "," between entries, and a value that contains [ or { into quotes'
  if (/:\s+[@`%]/.test(line)) return `put the value into quotes: it begins with a character that YAML reserves`
  if (/:\s[^"'#]*:(\s|$)/.test(line)) return 'put a value that contains ": " into quotes'
  if (reason.includes('flow collection') || reason.includes('deficient')) return 'close the bracket, or indent the line'
  if (/^\s*[^\s#:]+\s*$/.test(line)) return 'a ":" is missing after the key'
  return 'look at the indentation of this line and of the one above'
}

/** The reason why YAML does not read a `${…}` as a text. */
function substitutionHint(text: string, offset: number, line: string): string | undefined {
  if (text.startsWith('${', offset - 1)) return 'inside [ ] and { } put a value with ${…} into quotes'
  if (/:\s+"[^"]*\$\{[^"]*"/.test(line))
    return String.raw`put the text into single quotes, or write \" for each " inside`
  const isCutOff = /:\s+([^"'\s].*)?\$\{.*:(\s|$)/.test(line) || /^\s*:\s/.test(line)
  return isCutOff ? 'put the text with ${…} into single quotes: YAML ends a key at ": "' : undefined
}

/** The line at an offset; of a very long line, only the part near it. */
function lineAround(text: string, offset: number): string {
  const near = 200
  const before = text.slice(Math.max(0, offset - near), offset)
  const after = text.slice(offset, offset + near)
  const lineEnd = after.indexOf('\n')
  return before.slice(before.lastIndexOf('\n') + 1) + (lineEnd === -1 ? after : after.slice(0, lineEnd))
}
