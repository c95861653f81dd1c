import { join } from 'node:path'
import { writeArchive } from '../../packages/preparer/src/testing/test-archive.ts'

/** Holds a lock while it runs: a second one at the same time would be noticed. */
const alone = `exec 9>"$POD_HOME.$LAUNCHABLE_ID.lock"
flock -n 9 || echo "two of $POD_ID" >> "$POD_HOME.violations"`

const rules = { restart: { policy: 'always', limit: 1000, backoffMs: 20 }, graceMs: 1000 }

/** A pod with two launchables that keep running. */
export function stayingPod(id: string, version: number): object {
  const command = ['sh', '-c', `${alone}; : version ${version}; exec sleep 600`]
  return { id, launchables: { main: { type: 'command', command }, side: { type: 'command', command } }, ...rules }
}

/** A pod whose archive has a program that keeps running. */
export function archivedPod(id: string, version: number, folder: string): object {
  const location = join(folder, `${id}-${version}.tar.gz`)
  const digest = writeArchive(location, { 'bin/launch': `#!/bin/sh\n${alone}\nexec sleep 600\n` })
  return { id, launchables: { main: { type: 'hoist', location, digest } }, ...rules }
}

/** A pod that is never installed, or never launched. */
export function brokenPod(id: string, version: number): object {
  const launchable =
    version % 2 === 0
      ? { type: 'hoist', location: `/nowhere/${version}.tar.gz` }
      : { type: 'command', command: [`/nowhere/${version}`] }
  return { id, launchables: { main: launchable }, ...rules }
}

/** Records every moment that it is called for, in a file of its node. */
const observer =
  'echo "$HOOK_EVENT $HOOKED_POD_ID $HOOK_ATTEMPT $HOOK_DEPLOY" >> "$HOOKED_SYSTEM_POD_ROOT/../moments-$HOOKED_NODE"'

/** Answers each line that it reads with the number at its end. */
const resident = `while read -r line; do call=\${line##*:}; echo "{\\"call\\": \${call%\\}}, \\"ok\\": true}"; done`

const shellHook = (id: string, script: string, hook: object = {}): object => ({
  id,
  launchables: { main: { type: 'command', command: ['sh', '-c', script] } },
  hook,
})

/** Hooks: one writes, one is slow enough to be killed, one fails, one hangs, and one is a process for all moments. */
export const hooks: Readonly<Record<string, object>> = {
  observer: shellHook('observer', observer, { order: 1 }),
  slow: shellHook('slow', 'sleep 0.05', { order: 2 }),
  failing: shellHook('failing', 'exit 3', { moments: ['after_install'] }),
  hanging: shellHook('hanging', 'sleep 600', { moments: ['before_launch'], timeoutMs: 100 }),
  resident: shellHook('resident', resident, { resident: true, timeoutMs: 30_000 }),
}
