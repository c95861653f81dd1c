import type { Release } from '@slipway/installer/publish'
import { packPlugin } from '@slipway/operations/authors/pack-plugin'
import type { PublishedTo } from '@slipway/operations/authors/publish-plugin'
import { type Console, paint } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import { failureJson, failureText } from '../output/installing/install-text.ts'
import { jsonLine, jsonReport } from '../output/values/json-value.ts'
import { table } from '../output/table.ts'
import { usage } from '../requests/options.ts'
import { slipwayOf } from '../requests/slipway-of.ts'
import { stoppable } from './stoppable.ts'

export interface PackOptions {
  readonly as?: string
  readonly platform?: readonly string[]
  readonly sign?: string
  readonly include?: readonly string[]
  readonly json?: boolean
  readonly out?: string
}

export interface PublishOptions extends Omit<PackOptions, 'out'> {
  readonly to?: readonly string[]
  readonly packed?: string
  readonly url?: string
  readonly allowDirty?: boolean
}

/** `slipway plugin pack` */
export async function showPacked(dir: string | undefined, options: PackOptions, console: Console): Promise<void> {
  await stoppable(console, 'Stopping.', async (stop) => {
    const request = { ...wishOf(dir, options, console), stop, out: options.out }
    const release = await packPlugin(slipwayOf(console), request)
    if (options.json === true) console.out.write(jsonReport(releaseJson(release)))
    else console.out.write(releaseText(release))
  })
}

/** `slipway plugin publish`. Exits with 1 when one of the places refused it. */
export async function showPublished(
  dir: string | undefined,
  npmArguments: readonly string[],
  options: PublishOptions,
  console: Console,
): Promise<number> {
  const { to = [], packed, url, allowDirty = false, json = false } = options
  if (to.length === 0) throw usage('name a place to publish to: --to npm, --to oci:HOST/REPOSITORY or --to ./FOLDER')
  if (packed !== undefined && (options.as ?? options.platform ?? options.sign ?? options.include) !== undefined)
    throw usage('--packed publishes existing archives: --as, --platform, --sign and --include are for packing')
  return await stoppable(console, 'Stopping.', async (stop) => {
    const { publishPlugin } = await import('@slipway/operations/authors/publish-plugin')
    const request = { ...wishOf(dir, options, console), stop, to, packed, url, allowDirty, npmArguments }
    const { release, places } = await publishPlugin(slipwayOf(console), request)
    for (const place of places) {
      if (json) console.out.write(jsonLine(placeJson(release, place)))
      else console.err.write(placeText(release, place, console))
    }
    return places.some(({ failure }) => failure !== undefined) ? exitCodes.failed : exitCodes.ok
  })
}

function wishOf(folder: string | undefined, options: PackOptions | PublishOptions, { err }: Console) {
  const { as, platform: platforms = [], sign, include = [] } = options
  return { folder, as, platforms, sign, include, onOutput: (text: string) => err.write(text) }
}

function releaseJson({ identity, folder, files, signer }: Release): object {
  const { kind, name: id, version } = identity
  return { kind, id, version, folder, files, ...(signer !== undefined && { signer }) }
}

function releaseText({ identity, folder, files, signer }: Release): string {
  const rows = files.map(({ name, platform = 'npm', size, sha256 }) => [name, platform, `${size}`, sha256.slice(0, 12)])
  const signed = signer === undefined ? 'It is not signed: --sign KEY signs it.' : `Signed by ${signer}.`
  const head = `${identity.name} ${identity.version} is in ${folder}. ${signed}\n`
  return head + table([['FILE', 'FOR', 'BYTES', 'SHA256'], ...rows])
}

function placeJson({ identity }: Release, { to, action, at, failure }: PublishedTo): object {
  const { name: id, version } = identity
  return {
    id,
    version,
    to,
    action: action ?? 'failed',
    ...(at !== undefined && { at }),
    ...(failure && { error: failureJson(failure) }),
  }
}

function placeText({ identity }: Release, { to, action, at, failure }: PublishedTo, { err }: Console): string {
  if (failure !== undefined) return `${failureText(to, failure, paint(err))}\n`
  const what = `${identity.name} ${identity.version}`
  return action === 'present' ? `${what} was already there: ${at}\n` : `${what} published: ${at}\n`
}
