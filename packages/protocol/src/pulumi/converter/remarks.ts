import type { Diagnostic, Position, Range } from '@slipway/model'
import { plainWords } from '../../plain-words.ts'
import { DiagnosticSeverity, type Diagnostic as WireDiagnostic, type Pos } from '../gen/hcl.ts'

/** The most diagnostics of one answer that are kept. */
const mostRemarks = 1000

/**
 * Converts the diagnostics of a converter or a language plugin about sources. A diagnostic that is not a warning counts as an error,
 * because a result with an unknown problem must not pass for complete.
 */
export function remarksOf(said: readonly WireDiagnostic[]): readonly Diagnostic[] {
  const kept = said.slice(0, mostRemarks).map(remarkOf)
  if (said.length <= mostRemarks) return kept
  const rest = said.slice(mostRemarks)
  const severity = rest.some(isError) ? 'error' : 'warning'
  return [...kept, { code: remarkCode, severity, message: `… and ${rest.length} diagnostics more` }]
}

const remarkCode = 'convert/source'

function isError({ severity }: WireDiagnostic): boolean {
  return severity !== DiagnosticSeverity.WARNING
}

function remarkOf(said: WireDiagnostic): Diagnostic {
  const { summary, detail, subject } = said
  const [first, rest] = [plainWords(summary), plainWords(detail)]
  const message = [first, rest].filter((words) => words !== '').join(': ') || 'a problem without a description'
  const start = subject?.start === undefined ? undefined : positionOf(subject.start)
  return {
    code: remarkCode,
    severity: isError(said) ? 'error' : 'warning',
    message,
    ...(subject !== undefined && subject.filename !== '' && { file: plainWords(subject.filename) }),
    ...(start !== undefined && { range: rangeFrom(start, subject?.end) }),
  }
}

function rangeFrom(start: Position, end: Pos | undefined): Range {
  const until = end === undefined ? start : positionOf(end)
  const isAfter = until.line > start.line || (until.line === start.line && until.column >= start.column)
  return { start, end: isAfter ? until : start }
}

/** Converts a position. Plugins count lines from 1, but some leave them out. */
function positionOf({ line, column, byte }: Pos): Position {
  return { line: counted(line, 1), column: counted(column, 1), offset: counted(byte, 0) }
}

function counted(number: number | bigint, least: number): number {
  const plain = Number(number)
  return Number.isSafeInteger(plain) && plain >= least ? plain : least
}
