import type { InstallRecord, ListedInstall } from '@slipway/installer'
import { prunePlugins, removePlugins, verifyPlugins } from '@slipway/operations/installing/installed/installed-plugins'
import { pluginIdOf } from '@slipway/operations/installing/plugin-id-of'
import { visible, visibleLines } from '@slipway/source/visible'
import { type Console, paint } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import { jsonLine } from '../output/values/json-value.ts'
import { table } from '../output/table.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { projectRequest } from '../requests/requests.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

export interface UpkeepOptions extends BlueprintOptions {
  readonly offline?: boolean
  readonly dryRun?: boolean
}

/** `slipway plugin verify`. Exits with 1 when a plugin has changed since its installation. */
export async function showVerified(
  names: readonly string[],
  options: UpkeepOptions,
  console: Console,
): Promise<number> {
  const { out, err } = console
  const listed = await verifyPlugins(slipwayOf(console, options), { ...projectRequest(undefined, options), names })
  if (options.json === true) for (const each of listed) out.write(jsonLine(verifiedJson(each)))
  else if (listed.length === 0) err.write('Slipway has installed no plugins.\n')
  else {
    const rows = listed.map(({ record, problem }) => [
      ...columnsOf(record),
      problem === undefined ? 'ok' : problem.code,
    ])
    out.write(table([['PLUGIN', 'VERSION', 'LEVEL', 'FROM', 'STATE'], ...rows]))
    const colors = paint(err)
    for (const { problem } of listed) {
      if (problem === undefined) continue
      err.write(`${colors.red('error:')} ${visibleLines(problem.message)}\n`)
      if (problem.hint !== undefined) err.write(`  ${colors.cyan('hint:')} ${visibleLines(problem.hint)}\n`)
    }
  }
  return listed.some(({ problem }) => problem !== undefined) ? exitCodes.failed : exitCodes.ok
}

function columnsOf({ identity, level, origin }: InstallRecord): readonly string[] {
  return [pluginIdOf(identity), identity.version, level, origin]
}

function verifiedJson({ record, problem }: ListedInstall): object {
  return {
    ...recordJson(record),
    ...(problem !== undefined && { error: { code: problem.code, message: problem.message, hint: problem.hint } }),
  }
}

/** The fields of `plugin install`, for a plugin that is already installed. */
function recordJson({ identity, written, sha256, level, origin, place, signer }: InstallRecord): object {
  const { kind, version } = identity
  const from = { kind, path: place.folder, source: origin, ...(signer !== undefined && { signer }) }
  return { descriptor: written, id: pluginIdOf(identity), version, sha256, level, ...from }
}

/** `slipway plugin remove` */
export async function showRemoved(names: readonly string[], options: UpkeepOptions, console: Console): Promise<void> {
  const removed = await removePlugins(slipwayOf(console, options), { ...projectRequest(undefined, options), names })
  for (const record of removed) {
    if (options.json === true) console.out.write(jsonLine({ ...recordJson(record), action: 'removed' }))
    else console.err.write(`${pluginIdOf(record.identity)} ${visible(record.identity.version)} removed\n`)
  }
}

/** `slipway plugin outdated`. Exits with 1 when a source could not be asked. */
export async function showOutdated(options: UpkeepOptions, console: Console): Promise<number> {
  const { outdatedPlugins } = await import('@slipway/operations/installing/installed/outdated-plugins')
  const { out, err } = console
  const request = { ...projectRequest(undefined, options), offline: options.offline === true }
  const { found, compared } = await outdatedPlugins(slipwayOf(console, options), request)
  if (options.json === true) {
    for (const { failure, ...each } of found)
      out.write(jsonLine({ ...each, ...(failure && { error: { code: failure.code, message: failure.message } }) }))
  } else if (compared === 0) err.write('This project needs no plugins from elsewhere.\n')
  else if (found.length === 0) err.write('No newer versions.\n')
  else {
    const rows = found.map(({ descriptor, current = '-', wanted = '-', latest = '-', failure }) => [
      descriptor,
      current,
      wanted,
      latest,
      failure === undefined ? '' : failure.message,
    ])
    out.write(table([['PLUGIN', 'CURRENT', 'WANTED', 'LATEST', ''], ...rows]))
  }
  return found.some(({ failure }) => failure !== undefined) ? exitCodes.failed : exitCodes.ok
}

/** `slipway plugin why` */
export async function showReasons(names: readonly string[], options: UpkeepOptions, console: Console): Promise<void> {
  const { whyInstalled } = await import('@slipway/operations/installing/installed/why-installed')
  const reasons = await whyInstalled(slipwayOf(console, options), { ...projectRequest(undefined, options), names })
  for (const reason of reasons) {
    if (options.json === true) console.out.write(jsonLine(reason))
    else console.out.write(`${reasonText(reason)}\n`)
  }
}

function reasonText({
  id,
  version,
  chains,
}: {
  id: string
  version: string
  chains: readonly (readonly string[])[]
}): string {
  const name = `${visible(id)} ${visible(version)}`
  if (chains.length === 0) return `${name}: nothing here needs it`
  return [name, ...chains.map((chain) => `  needed by ${chain.map(visible).join(', which is needed by ')}`)].join('\n')
}

/** `slipway plugin prune` */
export async function showPruned(options: UpkeepOptions, console: Console): Promise<void> {
  const isTrial = options.dryRun === true
  const pruned = await prunePlugins(slipwayOf(console, options), { ...projectRequest(undefined, options), isTrial })
  if (options.json === true) return pruned.forEach((each) => console.out.write(jsonLine(each)))
  const megabytes = pruned.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000
  const files = pruned.length === 1 ? '1 entry' : `${pruned.length} entries`
  console.err.write(`${isTrial ? 'Would remove' : 'Removed'} ${files} of the store, ${megabytes.toFixed(1)} MB\n`)
}
