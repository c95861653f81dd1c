import { relative } from 'node:path'
import type { Diagnostic } from '@slipway/model'
import { renderDiagnostic } from '@slipway/source'
import { readOptionalText } from '@slipway/source/files'
import type { Output } from '../../console/console.ts'
import { firstDiagnostics, shortened } from '../bounds.ts'
import { plainWords } from '../plain-words.ts'

/** Diagnostics one below the other, each with its line and caret, and their number; of very many, only the first. */
export function diagnosticsText(diagnostics: readonly Diagnostic[], output: Pick<Output, 'color'>): string {
  const texts = new Map<string, string | undefined>()
  const textOf = (file: string): string | undefined => {
    if (!texts.has(file)) texts.set(file, readOptionalText(file))
    return texts.get(file)
  }
  const { shown, left } = firstDiagnostics(diagnostics)
  const parts = withHintsOnce(shown).map((diagnostic) => {
    const text = diagnostic.file === undefined ? undefined : textOf(diagnostic.file)
    return renderDiagnostic(withShortWords(diagnostic), text, { color: output.color })
  })
  const count = tally(shown)
  if (count !== undefined) parts.push(left === 0 ? count : `${count}, and ${left} more`)
  return `${parts.join('\n\n')}\n`
}

/** How long a hint may be, in characters, to be repeated with each diagnostic. */
const shortHint = 60

/** Shows a long hint that several diagnostics share only with the last of them. */
function withHintsOnce(all: readonly Diagnostic[]): readonly Diagnostic[] {
  const last = new Map(all.map((diagnostic) => [diagnostic.hint, diagnostic]))
  return all.map((diagnostic) => {
    const { hint, ...rest } = diagnostic
    const isShown = hint === undefined || hint.length <= shortHint || last.get(hint) === diagnostic
    return isShown ? diagnostic : rest
  })
}

/** `2 errors, 1 warning`; `undefined` for a single diagnostic, which needs no count. */
function tally(diagnostics: readonly Diagnostic[]): string | undefined {
  if (diagnostics.length < 2) return undefined
  return (['error', 'warning', 'info'] as const)
    .map((severity) => [severity, diagnostics.filter((one) => one.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}${count === 1 || severity === 'info' ? '' : 's'}`)
    .join(', ')
}

function withShortWords({ message, hint, file, ...rest }: Diagnostic): Diagnostic {
  return {
    ...rest,
    message: plainWords(shortened(message)),
    ...(hint === undefined ? {} : { hint: shortened(hint) }),
    ...(file === undefined ? {} : { file: shortPath(file) }),
  }
}

/** Paths as users type them: relative to the current folder, unless that is longer. */
export function shortPath(path: string): string {
  const near = relative(process.cwd(), path)
  return near !== '' && near.length < path.length ? near : path
}
