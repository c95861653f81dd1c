import { shellWord } from '@slipway/model'
import { forgetGroup, trustGroup } from '@slipway/operations/trust/trust-group'
import type { Console } from '../console/console.ts'
import type { TrustOptions } from './trust-folders.ts'
import { jsonDocument } from '../output/values/json-value.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

/** `slipway trust --group NAME [--remove]` */
export function trustOneGroup(named: string, { json, remove }: TrustOptions, console: Console): void {
  const slipway = slipwayOf(console)
  const done = remove === true ? forgetGroup(slipway, named) : trustGroup(slipway, named)
  const { group, gid } = done
  const name = group === String(gid) ? `the group ${gid}` : `the group ${group} (${gid})`
  if (json === true) console.out.write(jsonDocument(done))
  else if ('wasTrusted' in done)
    console.out.write(`${name} ${done.wasTrusted ? 'is no longer trusted' : 'was not trusted'}\n`)
  else
    console.out.write(
      `files of ${name} count as yours: settings, tasks and blueprints of its members run as you\n` +
        `slipway trust --group ${shellWord(group)} --remove takes it back\n`,
    )
}
