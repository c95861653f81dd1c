import type { InstallWish } from '@slipway/operations/installing/install-plugins'
import { addPackage, type AddedPackage } from '@slipway/operations/packages/add-package'
import { getPackageSchema } from '@slipway/operations/packages/get-schema'
import { listPackages, type ListedPackage } from '@slipway/operations/packages/list-packages'
import { publishPackage } from '@slipway/operations/packages/publish-package'
import { removePackage } from '@slipway/operations/packages/remove-package'
import { stoppable } from '@slipway/operations/stopped'
import { visible } from '@slipway/source/visible'
import type { Console } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import { shortPath } from '../output/diagnostics/diagnostics-text.ts'
import { installProgress } from '../output/installing/install-progress.ts'
import { jsonLine, jsonReport } from '../output/values/json-value.ts'
import { table } from '../output/table.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { projectRequest } from '../requests/requests.ts'
import { sayEvents } from '../reporting/say-events.ts'
import { slipwayOf } from '../requests/slipway-of.ts'
import { interruptionOf, stopSignals } from '../signals/stop-signals.ts'

export interface PackageOptions extends BlueprintOptions {
  readonly link?: boolean
  readonly frozen?: boolean
  readonly offline?: boolean
}

export interface PublishOptions extends PackageOptions {
  readonly to: string
  readonly readme?: string
  readonly plugin?: string
}

/** `slipway package add` */
export async function showAdded(
  source: string,
  parameters: readonly string[],
  options: PackageOptions,
  console: Console,
): Promise<number> {
  const { link = true, json = false } = options
  return await installing(console, json, async (control) => {
    const onLine = (line: string): void => control.say(visible(line))
    const request = { ...wishOf(options), ...control, source, parameters, link, onLine }
    const added = await addPackage(slipwayOf(console, options), request, sayEvents(console))
    if (json) console.out.write(jsonReport(addedJson(added)))
    else console.out.write(addedText(added))
  })
}

function addedJson({ sdk, ...added }: AddedPackage): object {
  return { type: 'package', action: 'added', ...added, ...(sdk !== undefined && { sdk }) }
}

function addedText({ name, version, file, sdk, runtime, plugin }: AddedPackage): string {
  const served = plugin.name === name ? '' : `, served by ${plugin.name} ${plugin.version}`
  const lines = [`${name} ${visible(version)}${served} is in ${shortPath(file)}`]
  if (sdk !== undefined) {
    lines.push(`${shortPath(sdk.folder)} is its SDK. A program uses it like this:`, `  ${visible(sdk.instructions)}`)
    for (const line of sdk.leftOut) lines.push(`left out: ${visible(line)}`)
  } else if (runtime === undefined)
    lines.push('A stack or a blueprint needs no SDK: slipway types writes its types for TypeScript')
  else lines.push(`A program in ${runtime} needs no SDK`)
  return `${lines.join('\n')}\n`
}

/** `slipway package get-schema` */
export async function showPackageSchema(
  source: string,
  parameters: readonly string[],
  options: PackageOptions,
  console: Console,
): Promise<number> {
  // The schema usually goes into a file or a pipe.
  return await installing(console, false, async (control) => {
    const request = { ...wishOf(options), ...control, source, parameters }
    const { schema } = await getPackageSchema(slipwayOf(console, options), request, sayEvents(console))
    console.out.write(`${JSON.stringify(JSON.parse(schema), undefined, 2)}\n`)
  })
}

/** `slipway package publish` */
export async function showPublished(
  source: string,
  parameters: readonly string[],
  options: PublishOptions,
  console: Console,
): Promise<number> {
  const { json = false, to, readme, plugin } = options
  return await installing(console, json, async (control) => {
    const request = { ...wishOf(options), ...control, source, parameters, to, readme, plugin }
    const published = await publishPackage(slipwayOf(console, options), request, sayEvents(console))
    const { name, version, action, place } = published
    const how = action === 'published' ? 'is published' : 'was published already'
    if (json) console.out.write(jsonReport({ type: 'package', ...published }))
    else console.out.write(`${name} ${visible(version)} ${how}: ${visible(place)}\n`)
  })
}

/** `slipway package list` */
export async function showPackageList(options: PackageOptions, console: Console): Promise<void> {
  const listed = await listPackages(slipwayOf(console, options), projectRequest(undefined, options))
  if (options.json === true) {
    for (const each of listed) console.out.write(jsonLine(each))
    return
  }
  if (listed.length === 0) console.err.write('This project names no packages: slipway package add adds one.\n')
  else console.out.write(table([['PACKAGE', 'SOURCE', 'PARAMETERS', 'SDK'], ...listed.map(columnsOf)]))
}

function columnsOf({ name, source, parameters, sdk }: ListedPackage): readonly string[] {
  const made = sdk === undefined ? '-' : (sdk.version ?? 'not made: slipway package add makes it')
  return [name, source, parameters.length === 0 ? '-' : parameters.join(' '), made].map(visible)
}

/** `slipway package remove` */
export async function showRemovedPackage(name: string, options: PackageOptions, console: Console): Promise<number> {
  const { link = true, json = false } = options
  return await installing(console, json, async ({ stop, say }) => {
    const onLine = (line: string): void => say(visible(line))
    const request = { ...projectRequest(undefined, options), name, link, stop, onLine }
    const removed = await removePackage(slipwayOf(console, options), request)
    if (json) console.out.write(jsonReport({ type: 'package', action: 'removed', ...removed }))
    else
      console.out.write(
        `${name} is no longer in ${shortPath(removed.file)}${removed.sdk === undefined ? '' : `, and ${shortPath(removed.sdk)} is gone`}\n`,
      )
  })
}

interface Control {
  readonly stop: AbortSignal
  readonly onStep: ReturnType<typeof installProgress>['step']
  readonly say: (line: string) => void
}

function wishOf(options: PackageOptions): InstallWish {
  const { frozen = false, offline = false } = options
  return { ...projectRequest(undefined, options), frozen, offline }
}

/** Shows the progress of an installation, and ends it properly when the user stops it. */
async function installing(
  console: Console,
  isQuiet: boolean,
  work: (control: Control) => Promise<void>,
): Promise<number> {
  const signals = stopSignals()
  const progress = installProgress(console, isQuiet)
  signals.watch(() => progress.say('Stopping: downloads are kept, and the same command continues from there.'))
  try {
    const say = (line: string): void => (isQuiet ? undefined : progress.say(line))
    await stoppable(signals.stop, () => work({ stop: signals.stop, onStep: progress.step, say }))
    return exitCodes.ok
  } catch (error) {
    progress.close()
    throw interruptionOf(error, signals)
  } finally {
    progress.close()
    signals.release()
  }
}
