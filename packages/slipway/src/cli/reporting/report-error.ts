import type { CommanderError } from 'commander'
import { Failure, messageOf, systemSentence, diagnosticsOf } from '@slipway/model'
import { visibleBelow, visibleLines } from '@slipway/source/visible'
import { Interrupted } from '../signals/interruption.ts'
import { paint, type Console } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import { knownElsewhere, optionKnownElsewhere } from './known-elsewhere.ts'
import { usageCode } from '../requests/options.ts'
import { diagnosticAnnotations, failureAnnotation } from '../output/diagnostics/annotations.ts'
import { bounds, firstOf, jsonBounds, shortened } from '../output/bounds.ts'
import { diagnosticsJson } from '../output/diagnostics/diagnostic-json.ts'
import { diagnosticsText } from '../output/diagnostics/diagnostics-text.ts'
import { jsonLine } from '../output/values/json-value.ts'
import { plainWords } from '../output/plain-words.ts'

/** Reports an error, as text or, when the command line asks for JSON, as one JSON line. Returns the exit code. */
export function reportError(thrown: unknown, console: Console, args: readonly string[]): number {
  const error = asFailure(causeOf(thrown))
  if (error instanceof Interrupted) {
    if (error.cause !== undefined) reportError(error.cause, console, args)
    return error.exitCode
  }
  const diagnostics = diagnosticsOf(error)
  if (args.includes('--json')) console.out.write(jsonLine(errorJson(error)))
  const { err, env } = console
  err.write(diagnostics === undefined ? failureText(error, console) : diagnosticsText(diagnostics, err))
  err.writeAsIs(diagnostics === undefined ? failureAnnotation(error, env) : diagnosticAnnotations(diagnostics, env))
  return exitCodes.failed
}

export interface TypedLine {
  readonly args: readonly string[]
  /** The command's full name: `slipway state show`. */
  readonly path: string
  /** The command's options: `--instance`. */
  readonly options: readonly string[]
}

/** Reports an invalid command line, in commander's words; if the help was shown instead, it is enough. */
export function reportUsage({ message, code }: CommanderError, console: Console, line: TypedLine): number {
  if (code === 'commander.help') return exitCodes.failed
  const [words = '', meant] = message.replace(/^error: /, '').split(/\n\(Did you mean (.*)\?\)/)
  const help = `${line.path} --help shows the options`
  const near = elsewhere(words, line) ?? (meant === undefined ? undefined : `did you mean ${meant}?`)
  const hint = near === undefined ? help : `${near}${near.endsWith('?') ? ' ' : '; '}${help}`
  return reportError(new Failure(usageCode, words, { hint }), console, line.args)
}

/** Advice for a word from another tool. */
function elsewhere(words: string, { path, options }: TypedLine): string | undefined {
  const [, what, given = ''] = /^unknown (option|command) '(.*)'$/s.exec(words) ?? []
  if (what === 'option') return optionKnownElsewhere(given, options)
  return what === 'command' ? knownElsewhere([...path.split(' ').slice(1), given]) : undefined
}

/** An agent that could not start reports every part that failed; if there is only one, the user should read that one. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof Failure) || !error.code.startsWith('agent/') || !('errors' in error)) return error
  const [first, ...others] = error.errors as readonly { readonly cause?: unknown; readonly error?: unknown }[]
  const cause = first?.cause ?? first?.error
  return others.length === 0 && cause instanceof Error ? cause : error
}

/** A refusal by the system is no mistake of ours, wherever it comes up; nor is an upgrade in the middle of a command (`tools/build/units.ts`). */
function asFailure(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && error.code === 'SLIPWAY_REPLACED')
    return new Failure('cli/replaced', error.message, { hint: 'run the command again: finished steps are recorded' })
  const sentence = error instanceof Failure ? undefined : systemSentence(error)
  if (sentence === undefined) return error
  return new Failure('cli/system-refused', sentence, { hint: 'slipway doctor checks the folders of this machine' })
}

/** `error: message  [code]`, its details and its hint, one below the other. A bug of ours shows its stack. */
function failureText(error: unknown, console: Pick<Console, 'err'>): string {
  const colors = paint(console.err)
  if (!(error instanceof Failure)) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return `${colors.red('error:')} this is a bug in Slipway, please report it\n${stack}\n`
  }
  const message = visibleBelow(plainWords(shortened(error.message)), '  ')
  const lines = [`${colors.red('error:')} ${colors.bold(message)}  ${colors.dim(`[${error.code}]`)}`]
  for (const detail of firstOf(error.details, bounds.diagnostics))
    lines.push(
      ...visibleLines(plainWords(detail))
        .split('\n')
        .map((line) => `  ${line}`),
    )
  if (error.hint !== undefined) lines.push(`  ${colors.cyan('hint:')} ${visibleBelow(shortened(error.hint), '    ')}`)
  return `${lines.join('\n')}\n`
}

function errorJson(error: unknown): object {
  const diagnostics = diagnosticsOf(error)
  if (diagnostics !== undefined) return { type: 'diagnostics', ...diagnosticsJson(diagnostics) }
  if (!(error instanceof Failure)) return { type: 'error', code: 'cli/bug', message: messageOf(error), details: [] }
  const { code, message, hint, details } = error
  return {
    type: 'error',
    code,
    message: shortened(message, jsonBounds.words),
    ...(hint === undefined ? {} : { hint }),
    details: firstOf(details, bounds.diagnostics, jsonBounds.words),
  }
}
