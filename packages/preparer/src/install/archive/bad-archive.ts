import { Failure } from '@slipway/model'

/** For an archive that is refused. `why` is said after the name of an entry, otherwise it stands alone. */
export function badArchive(why: string, name?: string): Failure {
  return new Failure(
    'node/bad-archive',
    `the archive cannot be unpacked: ${name === undefined ? why : `${name} ${why}`}`,
    {
      hint: 'a hoist archive is a .tar.gz with bin/launch at its top',
    },
  )
}
