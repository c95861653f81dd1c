import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { FirstBytes, LastBytes } from './bounded-text.ts'
import { signalGroup } from '../processes/process-group.ts'
import { closeWriting, openOutputPipes, type OutputPipes } from './output-pipes.ts'

export interface Run {
  /** For `/bin/sh -c`. */
  readonly command: string
  readonly cwd: string
  readonly env: Record<string, string | undefined>
  /** Aborting stops the command and all that it has started. */
  readonly signal: AbortSignal
}

export interface Finished {
  /** 128 and the number of the signal when a signal ended it, as shells have it. */
  readonly exitCode: number
  readonly stdout: string
  /** Bytes of stdout that were too many. */
  readonly dropped: number
  /** The end of stderr. */
  readonly stderr: string
}

const stdoutLimit = 1024 * 1024
const stderrLimit = 16 * 1024
const graceMs = 2000

/** How long output may still come after the command has ended: what it left running may hold the pipe open for ever. */
const drainMs = 200

/**
 * The command gets a process group, so that all of it can be stopped. The group must not outlive this plugin: a watcher
 * in it waits for the end of a pipe that this plugin holds, and then kills the group. When the group is asked to end, the
 * shell around the command waits for it, so that the command has its time.
 */
const script = `trap : TERM
exec 3<&0 </dev/null
(trap '' TERM; read -r _ <&3; kill -s KILL 0) >/dev/null 2>&1 &
watcher=$!
/bin/sh -c "$1" 3<&-
code=$?
kill -s KILL "$watcher" 2>/dev/null
exit "$code"`

/** Runs a shell command to its end. Rejects when it cannot be started or was stopped. */
export async function run(call: Run): Promise<Finished> {
  const { signal } = call
  const pipes = await openOutputPipes(['stdout', 'stderr'])
  const child = start(call, pipes)
  const [out, err] = pipes.reading.length > 0 ? pipes.reading : [child.stdout, child.stderr]
  const stdout = new FirstBytes(stdoutLimit)
  const stderr = new LastBytes(stderrLimit)
  out?.on('data', (chunk: Buffer) => stdout.add(chunk))
  err?.on('data', (chunk: Buffer) => stderr.add(chunk))
  const streams = [out, err].filter((stream) => stream != null)
  const closed = Promise.all([once(child, 'exit'), ...streams.map((stream) => once(stream, 'close'))])
  closed.catch(() => {})
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => void stop(child, closed).then(resolve), { once: true })
  })
  try {
    const [exitCode] = (await once(child, 'exit')) as [number | null]
    await Promise.race([closed, sleep(drainMs, undefined, { ref: false })])
    if (signal.aborted) await stopped
    signal.throwIfAborted()
    return { exitCode: exitCode ?? 137, stdout: stdout.toString(), dropped: stdout.dropped, stderr: stderr.toString() }
  } finally {
    for (const stream of [child.stdin, ...streams]) stream?.destroy()
  }
}

/** Throws when the command was stopped meanwhile, or the system will not even try. */
function start({ command, cwd, env, signal }: Run, pipes: OutputPipes): ChildProcess {
  try {
    signal.throwIfAborted()
    const stdio: StdioOptions = ['pipe', ...pipes.writing]
    return spawn('/bin/sh', ['-c', script, 'slipway-command', command], { cwd, env, detached: true, stdio })
  } catch (error) {
    for (const stream of pipes.reading) stream.destroy()
    throw error
  } finally {
    closeWriting(pipes)
  }
}

/** Resolves when all of the group is gone. */
async function stop({ pid }: ChildProcess, closed: Promise<unknown>): Promise<void> {
  if (pid === undefined) return
  signalGroup(pid, 'SIGTERM')
  await Promise.race([closed, sleep(graceMs, undefined, { ref: false })])
  signalGroup(pid, 'SIGKILL')
}
