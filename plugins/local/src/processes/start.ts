import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitOf, exitText, hasProc, machineBoot } from '@slipway/processes'
import { unexpected } from '@slipway/sdk'
import { machineMark } from './identity.ts'
import { tailOfLog } from './process-log.ts'
import { placeForRecord, readRecord, type ProcessFolder, type ProcessRecord } from './record.ts'

export interface Start {
  readonly folder: ProcessFolder
  readonly fingerprint: string
  /** The program and its arguments. */
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Record<string, string | undefined>
}

const byProc = `read -r stat 2>/dev/null </proc/$$/stat || stat="$$ (sh) S"
read -r boot 2>/dev/null </proc/sys/kernel/random/boot_id || boot=`

const byPs = `stat="$$ $(PATH="/usr/bin:/bin:$PATH" LC_ALL=C TZ=UTC ps -o lstart= -p $$ 2>/dev/null)"
boot=$4`

/**
 * The process records its identity before it becomes the program: pid and start time stay the same over `exec`. So it never runs without a
 * record, whenever this plugin dies. When the folder for the record is gone, it gives up.
 */
const startScript = `${hasProc ? byProc : byPs}
(umask 077; printf '%s\\n%s\\n%s\\n%s\\n' "$stat" "$boot" "$2" "$3" >"$1") || exit 126
shift 4
exec "$@"`

/** The arguments of `sh -c`: the script, and its own arguments. */
export function startWords(record: string, fingerprint: string, argv: readonly string[]): readonly string[] {
  return [startScript, 'slipway-process', record, fingerprint, machineMark(), machineBoot(), ...argv]
}

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants

/** How long a start waits for the process to record its identity. On a busy machine, a shell takes seconds to start. */
const recordDeadlineMs = 60_000

/** After this long, a process whose start was cut short has recorded its identity, or never will. */
export const settlesWithinMs = 5000

/** How a process that this plugin started has ended, by pid: `exit code 1`, `signal SIGSEGV`. */
const endings = new Map<number, string>()

export function endingOf(pid: number): string | undefined {
  return endings.get(pid)
}

/** Starts a process in a session of its own: it outlives this plugin, its host, and the terminal. */
export async function start({ folder, fingerprint, argv, cwd, env }: Start): Promise<ProcessRecord> {
  const record = await placeForRecord(folder)
  const log = openSync(folder.log, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
  const child = spawn('/bin/sh', ['-c', ...startWords(record, fingerprint, argv)], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const { pid } = child
  if (pid !== undefined) void exitOf(child).then((status) => endings.set(pid, exitText(status)))
  await once(child, 'spawn')
  child.unref()
  return written(folder, () => pid !== undefined && endings.has(pid))
}

async function written(folder: ProcessFolder, hasEnded: () => boolean): Promise<ProcessRecord> {
  const deadline = performance.now() + recordDeadlineMs
  for (let pause = 1; performance.now() < deadline; pause = Math.min(pause * 2, 50)) {
    const isLast = hasEnded()
    const record = await readRecord(folder)
    if (record !== undefined) return record
    if (isLast) break
    await sleep(pause)
  }
  throw unexpected(`the process could not be started`, [
    'the process could not be started',
    ...(await tailOfLog(folder)),
  ])
}
