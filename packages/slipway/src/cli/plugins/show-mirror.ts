import type { Mirrored } from '@slipway/installer/mirror'
import { mirrorPlugins } from '@slipway/operations/installing/mirror-plugins'
import { visible } from '@slipway/source/visible'
import { type Console, paint } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import { failureJson, failureText } from '../output/installing/install-text.ts'
import { jsonLine } from '../output/values/json-value.ts'
import { slipwayOf } from '../requests/slipway-of.ts'
import { stoppable } from './stoppable.ts'

export interface MirrorOptions {
  readonly platform?: readonly string[]
  readonly verify?: boolean
  readonly json?: boolean
}

/** `slipway plugin mirror`. Exits with 1 when a plugin is missing or damaged. */
export async function showMirrored(
  target: string,
  projects: readonly string[],
  { platform: platforms = [], verify = false, json = false }: MirrorOptions,
  console: Console,
): Promise<number> {
  const show = (done: Mirrored): void => {
    if (json) console.out.write(jsonLine(doneJson(done)))
    else console.err.write(`${doneText(done, console)}\n`)
  }
  const message = 'Stopping: the mirror keeps its contents, and the same command continues from there.'
  return await stoppable(console, message, async (stop) => {
    const request = { target, projects, platforms, verify, stop, onDone: show }
    const all = await mirrorPlugins(slipwayOf(console), request)
    const failed = all.filter(({ action }) => action === 'failed')
    if (!json) console.err.write(`${sumText(all, failed.length)}\n`)
    return failed.length > 0 ? exitCodes.failed : exitCodes.ok
  })
}

function doneJson({ failure, ...done }: Mirrored): object {
  return { ...done, ...(failure !== undefined && { error: failureJson(failure) }) }
}

const words = {
  mirrored: 'mirrored',
  present: 'is there already',
  verified: 'is correct',
  failed: 'failed',
} as const

function doneText(
  { descriptor, version, platform, action, level = 'none', failure }: Mirrored,
  { err }: Console,
): string {
  const what = `${descriptor} ${version} for ${platform}`
  if (failure !== undefined) return failureText(what, failure, paint(err))
  return `${paint(err).green(visible(what))} ${words[action]}${level === 'none' ? '' : ` (${level})`}`
}

function sumText(all: readonly Mirrored[], failed: number): string {
  if (all.length === 0) return 'There is nothing in the mirror.'
  if (failed > 0) return `${failed} of ${all.length} failed.`
  return all.length === 1 ? 'All is there.' : `All ${all.length} are there.`
}
