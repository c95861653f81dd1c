import { type Outcome, descriptorText } from '@slipway/installer'
import { pluginIdOf } from '@slipway/operations/installing/plugin-id-of'
import { visible, visibleLines } from '@slipway/source/visible'
import type { Colors } from '../console.ts'

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
    ...(failure !== undefined && {
      error: {
        code: failure.code,
        message: failure.message,
        ...(failure.hint !== undefined && { hint: failure.hint }),
        details: failure.details,
      },
    }),
  }
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
  if (failure !== undefined) {
    const lines = [
      `${colors.red('failed:')} ${asked}: ${visibleLines(failure.message)}  ${colors.dim(`[${failure.code}]`)}`,
    ]
    for (const detail of failure.details) lines.push(`  ${visibleLines(detail)}`)
    if (failure.hint !== undefined) lines.push(`  ${colors.cyan('hint:')} ${visibleLines(failure.hint)}`)
    return lines.join('\n')
  }
  if (installed === undefined) return `${asked} ${words[action]}`
  const { identity, level, partial } = installed
  const what = `${pluginIdOf(identity)} ${visible(identity.version)}`
  if (partial !== undefined) return `${colors.yellow('present:')} ${what} is not installed yet: ${visible(partial)}`
  return `${colors.green(what)} ${words[action]}${level === 'none' ? '' : ` (${level})`}`
}
