import { type Outcome, descriptorText } from '@slipway/installer'
import { pluginIdOf } from '@slipway/operations/installing/plugin-id-of'
import type { Failure } from '@slipway/model'
import { visible, visibleLines } from '@slipway/source/visible'
import type { Colors } from '../../console/console.ts'

/** One plugin as one object; unknown values are null. */
export function outcomeJson({ descriptor, action, installed, failure }: Outcome): object {
  return {
    descriptor: descriptorText(descriptor),
    id: installed === undefined ? null : pluginIdOf(installed.identity),
    version: installed?.identity.version ?? null,
    action,
    sha256: installed?.sha256 ?? null,
    level: installed?.level ?? null,
    ...(installed !== undefined && { kind: installed.identity.kind, path: installed.folder, source: installed.origin }),
    ...(installed?.signer !== undefined && { signer: installed.signer }),
    ...(installed?.partial !== undefined && { partial: installed.partial }),
    ...(failure !== undefined && { error: failureJson(failure) }),
  }
}

/** The reasons for one of several failures. */
export function failureJson({ code, message, hint, details }: Failure): object {
  return { code, message, ...(hint !== undefined && { hint }), details }
}

/** @param what the failed thing, as the user has named it */
export function failureText(what: string, failure: Failure, colors: Colors): string {
  const lines = [
    `${colors.red('failed:')} ${visible(what)}: ${visibleLines(failure.message)}  ${colors.dim(`[${failure.code}]`)}`,
  ]
  for (const detail of failure.details) lines.push(`  ${visibleLines(detail)}`)
  if (failure.hint !== undefined) lines.push(`  ${colors.cyan('hint:')} ${visibleLines(failure.hint)}`)
  return lines.join('\n')
}

const words = {
  installed: 'installed',
  present: 'is installed already',
  resumed: 'finished',
  failed: 'failed',
} as const

/** `pulumi/random 4.19.0 installed (checksum)`, or the failure. */
export function outcomeText({ descriptor, action, installed, failure }: Outcome, colors: Colors): string {
  const asked = visible(descriptorText(descriptor))
  if (failure !== undefined) return failureText(descriptorText(descriptor), failure, colors)
  if (installed === undefined) return `${asked} ${words[action]}`
  const { identity, level, partial, isApart } = installed
  const what = `${pluginIdOf(identity)} ${visible(identity.version)}`
  if (partial !== undefined) return `${colors.yellow('present:')} ${what} is not installed yet: ${visible(partial)}`
  const said = `${colors.green(what)} ${words[action]}${level === 'none' ? '' : ` (${level})`}`
  if (isApart === undefined || action === 'present') return said
  const first = `slipway plugin remove ${pluginIdOf(identity)}`
  return `${said} beside another copy of this version, which runs where no slipway.lock names this one\n  ${colors.cyan('hint:')} to run this one everywhere: ${first}, then install it again`
}
