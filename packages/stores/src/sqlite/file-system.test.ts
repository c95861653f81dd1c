import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { mountTypeIn, type PlaceFacts, placeFacts, placeWarning } from './file-system.ts'

/** A folder that contains a state, and one that does not. */
function places(context: TestContext): { readonly known: string; readonly fresh: string } {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-place-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const known = join(folder, 'known')
  mkdirSync(known)
  writeFileSync(join(known, 'state.db'), '')
  return { known, fresh: join(folder, 'is/not/there/yet') }
}

const nfs: PlaceFacts = { type: 0x6969 }
const cifs: PlaceFacts = { type: 0xff534d42 }
const smb: PlaceFacts = { type: 0xfe534d42 }
const fuse = (mount?: string): PlaceFacts => ({ type: 0x65735546, mount })
const code = 'state/network-file-system'

/** The messages about a state in a place: about a new and an old one, to be changed and to be read. */
function said(context: TestContext, facts: PlaceFacts, allowsNetwork = false): readonly string[] {
  const { known, fresh } = places(context)
  return [fresh, known].flatMap((directory) =>
    (['write', 'read'] as const).map((access) => {
      try {
        return placeWarning({ directory, access, allowsNetwork }, facts) === undefined ? '-' : 'warned'
      } catch (error) {
        assert.equal((error as { code?: string }).code, code)
        return 'refused'
      }
    }),
  )
}

describe('a state on a file system', () => {
  test('of a network is neither made nor changed, and read with a warning', (context) => {
    for (const facts of [nfs, cifs, smb]) assert.deepEqual(said(context, facts), ['refused', '-', 'refused', 'warned'])
  })

  test('of an unknown program is not made, and changed with a warning', (context) => {
    for (const facts of [fuse(), fuse('fuse'), fuse('fuse.sshfs')])
      assert.deepEqual(said(context, facts), ['refused', '-', 'warned', 'warned'])
  })

  test('is made and changed there at the user’s own risk', (context) => {
    for (const facts of [nfs, cifs, fuse('fuse.sshfs')])
      assert.deepEqual(said(context, facts, true), ['warned', '-', 'warned', 'warned'])
  })

  test('that a host shares, or that encrypts, comes with a warning', (context) => {
    const others = [
      { type: 0x01021997 },
      fuse('virtiofs'),
      { type: 0xf15f },
      fuse('fuse.gocryptfs'),
      fuse('fuse.encfs'),
    ]
    for (const facts of others) assert.deepEqual(said(context, facts), ['warned', '-', 'warned', 'warned'])
  })

  test('of a disk of this machine is fine, and so is this one', (context) => {
    for (const facts of [{ type: 0xef53 }, { type: 0x58465342 }, fuse('fuseblk'), fuse('fuse.fuse-overlayfs')])
      assert.deepEqual(said(context, facts), ['-', '-', '-', '-'])
    const { fresh } = places(context)
    assert.equal(
      placeWarning({ directory: fresh, access: 'write', allowsNetwork: false }, placeFacts(fresh)),
      undefined,
    )
  })

  test('is identified by the table of mounts where a program is behind it', () => {
    const table = `22 28 0:20 / /sys rw,relatime shared:7 - sysfs sysfs rw
97 28 0:52 / /home/ada/has\\040space rw,nosuid - fuse.sshfs ada@host: rw,user_id=0
98 28 0:53 / /mnt/host rw - virtiofs host rw
`
    assert.equal(mountTypeIn(table, '0:52'), 'fuse.sshfs')
    assert.equal(mountTypeIn(table, '0:53'), 'virtiofs')
    assert.equal(mountTypeIn(table, '0:5'), undefined)
  })

  test('names the way out when it is refused', (context) => {
    const { fresh } = places(context)
    assert.throws(() => placeWarning({ directory: fresh, access: 'write', allowsNetwork: false }, nfs), {
      message: /no state is made in .*it is on nfs/,
      hint: /SLIPWAY_STATE.*SLIPWAY_STATE_ALLOW_NETWORK=true/,
    })
  })
})
