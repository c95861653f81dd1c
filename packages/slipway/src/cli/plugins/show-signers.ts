import { trustKey } from '@slipway/operations/installing/trust-key'
import { trustRoot } from '@slipway/operations/installing/trust-root'
import { visible } from '@slipway/source/visible'
import type { Console } from '../console/console.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { jsonDocument } from '../output/values/json-value.ts'
import { projectRequest } from '../requests/requests.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

export interface TrustRootOptions {
  readonly refresh?: boolean
  readonly mirror?: string
  readonly root?: string
  readonly json?: boolean
}

/** `slipway plugin trust-key DESC [SIGNER]` */
export async function showTrustKey(
  asked: { readonly descriptor: string; readonly signer: string | undefined },
  options: BlueprintOptions,
  console: Console,
): Promise<void> {
  const { out } = console
  const { settings } = projectRequest(undefined, options)
  const request = { ...asked, ...(settings !== undefined && { settings }) }
  const { plugin, origin, signer, firstUse, byHand, file } = await trustKey(slipwayOf(console, options), request)
  if (options.json === true) {
    out.write(jsonDocument({ plugin, origin, firstUse: firstUse ?? null, trusted: byHand, file }))
    return
  }
  if (signer !== undefined) {
    out.write(`${visible(signer)} may sign ${plugin} of ${origin}\n`)
    return
  }
  const lines = [
    ...(firstUse === undefined ? [] : [`${firstUse} (seen at the first use)`]),
    ...byHand.map((each) => `${each} (trusted by hand)`),
  ]
  const said = lines.length === 0 ? ['no signer has been seen, and none is trusted by hand'] : lines
  out.write(`${plugin} of ${origin}\n${said.map((line) => `  ${visible(line)}\n`).join('')}`)
}

/** `slipway plugin trust-root [FILE]` */
export async function showTrustRoot(
  file: string | undefined,
  options: TrustRootOptions,
  console: Console,
): Promise<void> {
  const { json = false, ...wish } = options
  const { file: kept, since } = await trustRoot(slipwayOf(console), { file, ...wish })
  if (json) console.out.write(jsonDocument({ file: kept, since: since?.toISOString() ?? null }))
  else if (since === undefined)
    console.out.write(`There is no trust root at ${kept}. slipway plugin trust-root --refresh fetches one.\n`)
  else console.out.write(`${kept} is the trust root, as of ${since.toISOString().slice(0, 10)}\n`)
}
