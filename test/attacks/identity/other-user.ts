/** Another user of this machine, as an attacker. Only root can act as another user. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** `nobody` on most machines; never the owner of these files. */
export const otherUser = { uid: 65_534, gid: 65_534 }

/** An ordinary user to be attacked. */
export const victim = { uid: 64_242, gid: 64_242 }

/** The `skip` option of a test. */
export const skipWithoutOtherUsers: false | string =
  process.getuid?.() !== 0
    ? 'needs root, to act as other users'
    : canRunHere()
      ? false
      : 'other users may not read this folder, or not run this Node'

function canRunHere(): boolean {
  const script = `require('fs').readFileSync(${JSON.stringify(join(import.meta.dirname, 'stranger.ts'))})`
  return spawnSync(process.execPath, ['-e', script], { ...otherUser, cwd: '/', stdio: 'ignore' }).status === 0
}
