import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Diagnostic } from '@slipway/model'
import { renderDiagnostic } from '@slipway/source'
import type { Output } from '../console.ts'

/** Diagnostics one below the other, each with its line and caret, and how many there are. */
export function diagnosticsText(diagnostics: readonly Diagnostic[], output: Pick<Output, 'color'>): string {
  const texts = new Map<string, string | undefined>()
  const textOf = (file: string): string | undefined => {
    if (!texts.has(file)) texts.set(file, readOptional(file))
    return texts.get(file)
  }
  const parts = diagnostics.map((diagnostic) => {
    const text = diagnostic.file === undefined ? undefined : textOf(diagnostic.file)
    return renderDiagnostic(withShortFile(diagnostic), text, { color: output.color })
  })
  const count = tally(diagnostics)
  return `${[...parts, ...(count === undefined ? [] : [count])].join('\n\n')}\n`
}

function readOptional(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** `2 errors, 1 warning`; nothing for a single one, which counts itself. */
function tally(diagnostics: readonly Diagnostic[]): string | undefined {
  if (diagnostics.length < 2) return undefined
  return (['error', 'warning', 'info'] as const)
    .map((severity) => [severity, diagnostics.filter((one) => one.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}${count === 1 || severity === 'info' ? '' : 's'}`)
    .join(', ')
}

/** Paths as people type them: relative to where they are, unless that is longer. */
function withShortFile(diagnostic: Diagnostic): Diagnostic {
  if (diagnostic.file === undefined) return diagnostic
  return { ...diagnostic, file: shortPath(diagnostic.file) }
}

export function shortPath(path: string): string {
  const near = relative(process.cwd(), path)
  return near !== '' && near.length < path.length ? near : path
}
