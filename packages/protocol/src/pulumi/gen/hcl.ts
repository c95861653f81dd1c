// Generated from hcl.proto by tools/gen.ts. Do not edit.
import type { Codec, Init } from '../../wire/codec/message.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export const DiagnosticSeverity = {
  INVALID: 0,
  ERROR: 1,
  WARNING: 2,
} as const
/** Also a number that this version does not know. */
export type DiagnosticSeverity = number

export interface Pos {
  line: number | bigint
  column: number | bigint
  byte: number | bigint
}
export const Pos: Codec<Pos> = {
  write(w: Writer, m: Init<Pos>): void {
    if (m.line) w.int64(8, m.line)
    if (m.column) w.int64(16, m.column)
    if (m.byte) w.int64(24, m.byte)
  },
  read(r: Reader): Pos {
    const m: Pos = { line: 0, column: 0, byte: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.line = r.int64(); break
        case 16: m.column = r.int64(); break
        case 24: m.byte = r.int64(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Range {
  filename: string
  start: Pos | undefined
  end: Pos | undefined
}
export const Range: Codec<Range> = {
  write(w: Writer, m: Init<Range>): void {
    if (m.filename) w.string(10, m.filename)
    if (m.start !== undefined) w.message(18, m.start, Pos)
    if (m.end !== undefined) w.message(26, m.end, Pos)
  },
  read(r: Reader): Range {
    const m: Range = { filename: '', start: undefined, end: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.filename = r.string(); break
        case 18: m.start = r.message(Pos); break
        case 26: m.end = r.message(Pos); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Diagnostic {
  severity: number
  summary: string
  detail: string
  subject: Range | undefined
  context: Range | undefined
}
export const Diagnostic: Codec<Diagnostic> = {
  write(w: Writer, m: Init<Diagnostic>): void {
    if (m.severity) w.int32(8, m.severity)
    if (m.summary) w.string(18, m.summary)
    if (m.detail) w.string(26, m.detail)
    if (m.subject !== undefined) w.message(34, m.subject, Range)
    if (m.context !== undefined) w.message(42, m.context, Range)
  },
  read(r: Reader): Diagnostic {
    const m: Diagnostic = { severity: 0, summary: '', detail: '', subject: undefined, context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.severity = r.int32(); break
        case 18: m.summary = r.string(); break
        case 26: m.detail = r.string(); break
        case 34: m.subject = r.message(Range); break
        case 42: m.context = r.message(Range); break
        default: r.skip(tag)
      }
    }
    return m
  },
}
