import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Diagnostic, DiagnosticsFailure, hasErrors } from '@slipway/model'

/** Returns true for the forms that Slipway writes itself. */
export function isOwnForm(to: string): to is 'blueprint' | 'stack' {
  return to === 'blueprint' || to === 'stack'
}

/** Writes files with checked names. */
export function writeAll(folder: string, files: Iterable<readonly [string, string | Uint8Array]>): void {
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

/** Refuses diagnostics with errors. @throws DiagnosticsFailure if there is an error among them */
export function refusedIfWrong(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (hasErrors(diagnostics)) throw new DiagnosticsFailure(diagnostics)
  return diagnostics
}
