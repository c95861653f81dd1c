import type { Diagnostic, Position as OurPosition } from '@slipway/model'
import {
  CompletionItemKind,
  DiagnosticSeverity,
  MarkupKind,
  type CompletionItem,
  type Diagnostic as ProtocolDiagnostic,
  type Position,
  type Range,
} from 'vscode-languageserver/node'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { Completion, ItemKind } from '../features/items.ts'

export function rangeOf(document: TextDocument, start: number, end: number): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) }
}

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const

/** A diagnostic without a place is shown at the beginning of the file. */
export function diagnosticToProtocol({ code, severity, message, hint, range }: Diagnostic): ProtocolDiagnostic {
  const start = { line: 0, character: 0 }
  return {
    code,
    source: 'slipway',
    severity: code === 'blueprint/not-checked' ? DiagnosticSeverity.Information : severities[severity],
    message: hint === undefined ? message : `${message}\n${hint}`,
    range: range === undefined ? { start, end: start } : { start: position(range.start), end: position(range.end) },
  }
}

/** Our positions count from 1, in the same units. */
function position({ line, column }: OurPosition): Position {
  return { line: line - 1, character: column - 1 }
}

const kinds: Readonly<Record<ItemKind, CompletionItemKind>> = {
  field: CompletionItemKind.Property,
  type: CompletionItemKind.Class,
  word: CompletionItemKind.Keyword,
  function: CompletionItemKind.Function,
  reference: CompletionItemKind.Reference,
}

export function completionToProtocol(document: TextDocument, { items, start, end }: Completion): CompletionItem[] {
  const range = rangeOf(document, start, end)
  return items.map(({ label, insert, kind, detail, help }) => ({
    label,
    kind: kinds[kind],
    textEdit: { range, newText: insert ?? label },
    ...(detail !== undefined && { detail }),
    ...(help !== undefined && { documentation: { kind: MarkupKind.Markdown, value: help } }),
  }))
}
