import type { Place } from '@slipway/model'

import type { Init } from '../../wire/codec/message.ts'
import { ColumnAccuracy, type Position, type SourceMeta } from '../gen/schema.ts'
import type { DiagnosticRange } from '../gen/sharedtypesv1.ts'

export function placeToWire(place: Place | undefined): Init<SourceMeta> | undefined {
  if (place === undefined) return undefined
  const { line, column, endLine, endColumn } = place
  return {
    position: { line, column },
    ...(endLine === undefined || endColumn === undefined ? {} : { endPosition: { line: endLine, column: endColumn } }),
    columnAccuracy: ColumnAccuracy.EXACT,
  }
}

/** Reads the place that a plugin reports; `undefined` for an impossible place. */
export function placeFromWire(wire: Pick<SourceMeta, 'position' | 'endPosition'> | undefined): Place | undefined {
  const start = countedFrom(wire?.position)
  const end = countedFrom(wire?.endPosition)
  if (start === undefined) return undefined
  return end === undefined ? start : { ...start, endLine: end.line, endColumn: end.column }
}

const most = 2 ** 31

function countedFrom(position: Position | undefined): { line: number; column: number } | undefined {
  if (position === undefined || position.line < 1 || position.line > most || position.column > most) return undefined
  return { line: Number(position.line), column: Math.max(1, Number(position.column)) }
}

/** Like `placeToWire`, for a diagnostic: its range has separate start positions for a place and for each end. */
export function rangeToWire({ line, column, endLine, endColumn }: Place): Init<DiagnosticRange> {
  return {
    start: { startPosition: { line, column } },
    ...(endLine === undefined || endColumn === undefined
      ? {}
      : { end: { startPosition: { line: endLine, column: endColumn } } }),
    columnAccuracy: ColumnAccuracy.EXACT,
  }
}

export function rangeFromWire(range: DiagnosticRange | undefined): Place | undefined {
  return placeFromWire({ position: range?.start?.startPosition, endPosition: range?.end?.startPosition })
}
