import { spawn, type ChildProcess } from 'node:child_process'
import { exitOf, type ExitStatus } from '../exit-status.ts'
import { hasProc, processEntry } from '../identity/proc.ts'
import { withStdioAlone } from '../output/stdio-alone.ts'
import type { ProcessOutput } from '../output/process-output.ts'
import { settledWithin } from '../settled-within.ts'
import { groupIsEmpty, signalGroup } from './group.ts'
import type { GroupRecord } from './group-record.ts'
import type { Guardian } from './guardian.ts'

/**
 * Reports its own identity to the guardian (descriptor 3) and the record, closes the guardian's pipe, and becomes the program. So there is no moment
 * at which nobody would end it. Without a guardian it dies of the broken pipe.
 */
const shim = `
record=$1
shift
announce() {
  echo "+ $$ \${20:-0}" >&3
  echo "+ $$ \${20:-0}" >> "$record"
}
stat=
${hasProc ? '[ -r /proc/$$/stat ] && read -r stat < /proc/$$/stat' : ''}
announce \${stat##*') '}
exec 3>&-
exec "$@"
`

export interface ProcessOptions {
  readonly file: string
  readonly args?: readonly string[]
  /** Keeps its standard input open for as long as we live; otherwise it has none. */
  readonly keepsStdin?: boolean
  readonly environment: Readonly<Record<string, string>>
  readonly cwd: string
  readonly guardian: Guardian
  readonly record: GroupRecord
  readonly output: ProcessOutput
}

/** Milliseconds for which output is still read after the process is gone: another process may have inherited its pipes. */
const lastOutputMs = 250
/** Milliseconds in which the system may remove a group that was killed. */
const burialMs = 2000

/** The leader of a session and a process group of its own, so that it ends together with everything that it started, and with us. */
export class GuardedProcess {
  /** The number of the process and of its group; 0 when it never ran. */
  readonly pid: number
  /** See `ProcessEntry.start`. */
  readonly start: number
  /** Resolves at the moment the leader ends. */
  readonly exited: Promise<ExitStatus>
  /** Resolves when the leader's output has been read, too. */
  readonly heard: Promise<unknown>
  /** Resolves when the leader is reaped, its group is gone and its last output is read. */
  readonly ended: Promise<ExitStatus>
  #status: ExitStatus | undefined
  #killAt: number | undefined
  readonly #options: ProcessOptions

  constructor(options: ProcessOptions) {
    const { file, args = [], keepsStdin = false, environment, cwd, guardian, record, output } = options
    this.#options = options
    const descriptors = [keepsStdin ? 'pipe' : 'ignore', 'pipe', 'pipe', guardian.pipe] as const
    const child = withStdioAlone(descriptors, (stdio) => {
      const argv = ['-c', shim, 'slipway-plugin', record.file, file, ...args]
      return spawn('/bin/sh', argv, { cwd, env: environment, detached: true, stdio })
    })
    this.pid = child.pid ?? 0
    this.start = processEntry(this.pid)?.start ?? 0
    if (this.pid !== 0) guardian.remember(this.pid, hasProc ? this.start : 0)
    // Without /proc, the shell does not know its own start time.
    if (this.pid !== 0 && !hasProc) record.started(this.pid, this.start)
    child.stdin?.on('error', () => {})
    if (child.stdout !== null) output.capture('stdout', child.stdout)
    if (child.stderr !== null) output.capture('stderr', child.stderr)
    const closed = new Promise<void>((resolve) => {
      child.once('close', () => resolve())
    })
    this.exited = exitOf(child).then((status) => (this.#status = status))
    this.heard = this.exited.then(() => settledWithin(closed, lastOutputMs))
    this.ended = this.exited.then((status) => this.#bury(child, closed).then(() => status))
  }

  /** How it ended; `undefined` while it runs. */
  get status(): ExitStatus | undefined {
    return this.#status
  }

  /** Sends TERM to the whole group, and KILL after the grace; resolves when no process of the group is left. A second call shortens the grace. */
  stop(graceMs: number): Promise<ExitStatus> {
    const killAt = performance.now() + graceMs
    if (this.#status === undefined && this.#killAt === undefined && graceMs > 0) signalGroup(this.pid, 'SIGTERM')
    this.#killAt = Math.min(this.#killAt ?? killAt, killAt)
    void this.#killWhenDue(graceMs)
    return this.ended
  }

  async #killWhenDue(graceMs: number): Promise<void> {
    if (graceMs > 0) await settledWithin(this.exited, graceMs)
    if (this.#status === undefined) signalGroup(this.pid, 'SIGKILL')
  }

  /** Ends the remaining children of the leader: at once, unless it was asked to stop and has grace left. */
  async #bury(child: ChildProcess, closed: Promise<void>): Promise<void> {
    if (this.pid === 0) return
    const grace = Math.max(0, (this.#killAt ?? 0) - performance.now())
    if (!(await groupIsEmpty(this.pid, grace))) {
      signalGroup(this.pid, 'SIGKILL')
      await groupIsEmpty(this.pid, burialMs)
    }
    this.#options.guardian.retract(this.pid)
    this.#options.record.retract(this.pid)
    await settledWithin(closed, lastOutputMs)
    child.stdin?.destroy()
    child.stdout?.destroy()
    child.stderr?.destroy()
    this.#options.output.end()
  }
}
