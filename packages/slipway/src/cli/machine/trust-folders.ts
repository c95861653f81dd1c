import { shellWord } from '@slipway/model'
import { forgetTrust, listTrusted, trustFolder } from '@slipway/operations/configure/trust'
import { listTrustedGroups } from '@slipway/operations/trust/trust-group'
import type { Console } from '../console/console.ts'
import { jsonDocument } from '../output/values/json-value.ts'
import { table } from '../output/table.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

export interface TrustOptions {
  readonly list?: boolean
  readonly remove?: boolean
  readonly group?: string
  readonly json?: boolean
}

/** `slipway trust [DIR]` */
export async function trustOne(named: string | undefined, { json }: TrustOptions, console: Console): Promise<void> {
  const { brings, ...trusted } = await trustFolder(slipwayOf(console), named)
  if (json === true) {
    console.out.write(jsonDocument({ ...trusted, brings }))
    return
  }
  const list = brings.map(({ what, place }) => `  ${what} (${place})\n`).join('')
  const now = list === '' ? 'so far, it contains nothing to run' : 'it may run or read'
  console.out.write(`${trusted.folder} is trusted: ${now}\n${list}`)
}

/** `slipway trust --list` */
export function showTrusted({ json }: TrustOptions, console: Console): void {
  const trusted = listTrusted(slipwayOf(console))
  const groups = listTrustedGroups(slipwayOf(console))
  if (json === true) {
    console.out.write(jsonDocument([...trusted, ...groups]))
    return
  }
  for (const { group, gid } of groups) console.out.write(`the group ${group} (${gid}): its files count as yours\n`)
  if (trusted.length === 0) console.err.write('You trust no folder. slipway trust DIR trusts one.\n')
  else
    console.out.write(
      table([
        ['FOLDER', 'OWNER', 'REPOSITORY', ''],
        ...trusted.map(({ folder, owner, repository, isAsItWas }) => [
          folder,
          String(owner),
          /^\d+:\d+$/.test(repository) ? '-' : repository,
          isAsItWas ? '' : 'is now another folder, and not trusted',
        ]),
      ]),
    )
}

/** `slipway trust --remove [DIR]` */
export function trustNoLonger(named: string | undefined, { json }: TrustOptions, console: Console): void {
  const done = forgetTrust(slipwayOf(console), named)
  if (json === true) {
    console.out.write(jsonDocument(done))
    return
  }
  const { folder, wasTrusted, coveredBy } = done
  const said = wasTrusted ? `${folder} is no longer trusted` : `${folder} was not trusted`
  const still =
    coveredBy === undefined ? '' : `; ${coveredBy} still covers it: slipway trust --remove ${shellWord(coveredBy)}`
  console.out.write(`${said}${still}\n`)
}
