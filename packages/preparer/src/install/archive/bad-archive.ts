import { Failure } from '@slipway/model'

/** The failure for a refused archive. With `name`, `why` follows the name of an entry; otherwise `why` stands alone. */
export function badArchive(why: string, name?: string): Failure {
  return new Failure(
    'node/bad-archive',
    `the archive cannot be unpacked: ${name === undefined ? why : `${name} ${why}`}`,
    {
      hint: 'a hoist archive is a .tar.gz with bin/launch at its top',
    },
  )
}
