/** Another user has made the folder for Slipway's installed files. */
import assert from 'node:assert/strict'
import { chownSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { command } from '../faulty/sandbox.ts'
import { installMachine } from '../install/machine.ts'
import { otherUser, skipWithoutOtherUsers } from './identity/other-user.ts'

test(
  'nothing is installed in the folder of another user',
  { skip: skipWithoutOtherUsers, timeout: 240_000 },
  async (t) => {
    const box = installMachine(t)
    box.program('signal', `#!/bin/sh\n${command('good', 'acme/signal')}\n`)
    const foreign = join(box.home, 'foreign')
    mkdirSync(foreign)
    chownSync(foreign, otherUser.uid, otherUser.gid)
    const install = 'plugin install ./signal --as provider:acme/signal@1.2.0'
    const { code, stderr } = await box.slipway(install, { SLIPWAY_HOME: join(foreign, 'slipway') })
    assert.equal(code, 1)
    assert.match(
      stderr,
      new RegExp(`${foreign} belongs to the user with id ${otherUser.uid}  \\[install/unsafe-place\\]`),
    )
    assert.deepEqual(readdirSync(foreign), [])
  },
)
