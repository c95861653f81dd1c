import type { Outcome } from '@slipway/installer'
import type { Installation } from '@slipway/operations/installing/install-plugins'
import { Stopped } from '@slipway/operations/stopped'
import { type Console, paint } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import { Interrupted } from '../signals/interruption.ts'
import { outcomeJson, outcomeText } from '../output/installing/install-text.ts'
import { installProgress } from '../output/installing/install-progress.ts'
import { jsonLine } from '../output/values/json-value.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { projectRequest } from '../requests/requests.ts'
import { sayEvents } from '../reporting/say-events.ts'
import { slipwayOf } from '../requests/slipway-of.ts'
import { stopSignals } from '../signals/stop-signals.ts'

export interface InstallOptions extends BlueprintOptions {
  readonly as?: string
  readonly exact?: boolean
  readonly frozen?: boolean
  readonly offline?: boolean
  readonly downloadOnly?: boolean
}

/** The user's request: plugins by name, everything that a project needs, or other versions of its plugins. */
type Asked =
  | { readonly descriptors: readonly string[] }
  | { readonly file: string | undefined }
  | { readonly update: readonly string[] }

/** Installs plugins, shows the progress, and returns the exit code. */
export async function showInstall(asked: Asked, options: InstallOptions, console: Console): Promise<number> {
  const signals = stopSignals()
  const progress = installProgress(console, options.json === true)
  signals.watch(() => progress.say('Stopping: downloads are kept, and the same command continues from there.'))
  try {
    const { outcomes } = await installation(asked, options, console, { stop: signals.stop, onStep: progress.step })
    progress.close()
    showOutcomes(outcomes, options, console)
    if (signals.received !== undefined) throw new Interrupted(signals.received)
    return exitCodeOf(outcomes)
  } catch (error) {
    progress.close()
    const isStopped = signals.received !== undefined && !(error instanceof Interrupted)
    if (isStopped) throw new Interrupted(signals.received, error instanceof Stopped ? error.cause : undefined)
    throw error
  } finally {
    progress.close()
    signals.release()
  }
}

async function installation(
  asked: Asked,
  options: InstallOptions,
  console: Console,
  control: { readonly stop: AbortSignal; readonly onStep: ReturnType<typeof installProgress>['step'] },
): Promise<Installation> {
  const { frozen = false, offline = false, exact = false, downloadOnly = false, as } = options
  const slipway = slipwayOf(console, options)
  const observe = sayEvents(console)
  const wish = { ...projectRequest('file' in asked ? asked.file : undefined, options), frozen, offline, ...control }
  if ('descriptors' in asked) {
    const { installPlugins } = await import('@slipway/operations/installing/install-plugins')
    return await installPlugins(slipway, { ...wish, ...asked, exact, downloadOnly, as }, observe)
  }
  if ('update' in asked) {
    const { updatePlugins } = await import('@slipway/operations/installing/update-plugins')
    return await updatePlugins(slipway, { ...wish, names: asked.update }, observe)
  }
  const { installProject } = await import('@slipway/operations/installing/install-project')
  return await installProject(slipway, wish, observe)
}

function showOutcomes(outcomes: readonly Outcome[], { json }: InstallOptions, { out, err }: Console): void {
  if (json === true) {
    for (const outcome of outcomes) out.write(jsonLine(outcomeJson(outcome)))
    return
  }
  const colors = paint(err)
  for (const outcome of outcomes) err.write(`${outcomeText(outcome, colors)}\n`)
  if (outcomes.length === 0) err.write('Nothing to install.\n')
}

/** An insufficient lock file has another exit code than a plugin that could not be installed. */
function exitCodeOf(outcomes: readonly Outcome[]): number {
  const failed = outcomes.filter(({ action }) => action === 'failed')
  if (failed.length === 0) return exitCodes.ok
  return failed.every(({ failure }) => failure?.code === 'install/frozen') ? exitCodes.frozen : exitCodes.failed
}
