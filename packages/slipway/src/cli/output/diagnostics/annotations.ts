import { relative } from 'node:path'
import type { RunResult } from '@slipway/engine'
import { Failure, type Diagnostic } from '@slipway/model'
import type { News } from '@slipway/operations/events'
import { firstDiagnostics, firstOf, shortened } from '../bounds.ts'

/** How many annotations of each kind GitHub shows for one step. */
const most = 10

type Level = 'error' | 'warning' | 'notice'
type Properties = Readonly<Record<string, string | number | undefined>>

/** True in a job of GitHub Actions, which takes lines of the output for annotations of files. */
function isOnGitHub(env: NodeJS.ProcessEnv): boolean {
  return env['GITHUB_ACTIONS'] === 'true'
}

/**
 * Prints `::error file=site.blueprint.yaml,line=4,col=5,title=blueprint/unknown-attribute::…`, one line each; prints nothing outside of GitHub
 * Actions.
 */
export function diagnosticAnnotations(diagnostics: readonly Diagnostic[], env: NodeJS.ProcessEnv): string {
  if (!isOnGitHub(env)) return ''
  const { shown } = firstDiagnostics(diagnostics)
  return shown
    .slice(0, most)
    .map(({ severity, code, message, hint, file, range }) => {
      const place = { file: file === undefined ? undefined : inWorkspace(file, env), ...placeOf(range) }
      return annotation(severity === 'info' ? 'notice' : severity, { ...place, title: code }, [message, hint])
    })
    .join('')
}

/**
 * Annotations for an operation's news: warnings, and violations of policies that do not forbid the change. A violation that does forbid it
 * ends the command, and `failureAnnotation` covers it.
 */
export function newsAnnotations(news: News, env: NodeJS.ProcessEnv): string {
  if (news.type === 'warnings') return diagnosticAnnotations(news.diagnostics, env)
  if (!isOnGitHub(env) || news.type !== 'policy-violation' || news.enforcement === 'mandatory') return ''
  const { name, pack, policy, message } = news
  return annotation('warning', { title: `${pack}/${policy}` }, [name === '' ? message : `${name}: ${message}`])
}

function placeOf(range: Diagnostic['range']): Properties {
  if (range === undefined) return {}
  const { start, end } = range
  const isOneLine = start.line === end.line
  return {
    line: start.line,
    endLine: end.line,
    // GitHub accepts columns only for an annotation of one line.
    ...(isOneLine && { col: start.column, endColumn: end.column }),
  }
}

/** The annotation for a failure without a place in a file. */
export function failureAnnotation(error: unknown, env: NodeJS.ProcessEnv): string {
  if (!isOnGitHub(env) || !(error instanceof Failure)) return ''
  return annotation('error', { title: error.code }, [error.message, ...firstOf(error.details), error.hint])
}

/** Annotations for the resources that failed in a run. */
export function runAnnotations(failures: RunResult['failures'], env: NodeJS.ProcessEnv): string {
  if (!isOnGitHub(env)) return ''
  return failures
    .slice(0, most)
    .map(({ name, type, code, reasons, hint }) =>
      annotation('error', { title: `${name} (${type})` }, [
        ...(reasons.length === 0 ? [code] : firstOf(reasons)),
        hint,
      ]),
    )
    .join('')
}

/** GitHub knows files by their paths in the repository. */
function inWorkspace(file: string, env: NodeJS.ProcessEnv): string {
  return relative(env['GITHUB_WORKSPACE'] ?? process.cwd(), file)
}

function annotation(level: Level, properties: Properties, lines: readonly (string | undefined)[]): string {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined)
  const text = given.map(
    ([name, value]) => `${name}=${escaped(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  )
  const message = lines.filter((line) => line !== undefined).map((line) => shortened(line))
  return `::${level} ${text.join(',')}::${escaped(message.join('\n'))}\n`
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
