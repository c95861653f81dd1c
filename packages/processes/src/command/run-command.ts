import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { exitOf, type ExitStatus } from '../exit-status.ts'
import { closeWriting, openOutputPipes, type OutputPipes } from '../output/make-pipes.ts'
import type { PipeSupply } from '../output/pipe-supply.ts'
import { signalGroup } from '../process-groups/group.ts'
import { settledWithin } from '../settled-within.ts'

/** Receives the chunks of a stream. */
interface Sink {
  add(chunk: Buffer): void
}

export interface Command {
  /** A command line for `/bin/sh -c`. */
  readonly command: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** A descriptor for its standard input, which the caller keeps open; absent: it has no input. */
  readonly input?: number
  readonly stdout: Sink
  /** Absent: stderr goes to `stdout`, in the order in which it was written. */
  readonly stderr?: Sink
  /** 0 or absent: no limit. */
  readonly timeoutMs?: number
  /** Aborting stops it. */
  readonly signal: AbortSignal
  /** The supply of its output pipes; absent: they are made for it. */
  readonly pipes?: PipeSupply
}

export interface CommandEnd extends ExitStatus {
  /** Why it was stopped; absent: it ended by itself. */
  readonly stopped?: 'timeout' | 'cancelled'
}

/** Milliseconds between asking a process group to end and killing it. */
const graceMs = 2000
/** How long output may still come after the command has ended: its remaining children may hold the pipe open for ever. */
const drainMs = 200

/**
 * The command leads a process group. A guard in it waits for a word on descriptor 3 before it goes away; when we are killed
 * the pipe breaks instead, and it takes the group down. It is nobody's child, so that a command that waits for all of its
 * children does not wait for the guard. `$1` is the command.
 */
const guarded = `({ trap '' TERM; read -r _ <&3 || kill -s KILL -- "-$$"; } >/dev/null 2>&1 &)
exec 3<&-
exec /bin/sh -c "$1"`

/**
 * Runs a shell command and everything it starts as one process group, stopped at the timeout and on cancel. Processes that it leaves
 * running stay when it ends by itself, and are killed when its shell is killed. Rejects only when the system will not even try, as with a
 * command that is too long.
 */
export async function runCommand(call: Command): Promise<CommandEnd> {
  const count = call.stderr === undefined ? 1 : 2
  const pipes = await (call.pipes?.open(count) ?? openOutputPipes(count))
  if (call.signal.aborted) {
    closeWriting(pipes)
    for (const stream of pipes.reading) stream.destroy()
    return { code: null, signal: null, stopped: 'cancelled' }
  }
  const child = start(call, pipes)
  const streams = [pipes.reading[0] ?? child.stdout, pipes.reading[1] ?? child.stderr]
  const [stdout, stderr] = streams
  stdout?.on('data', (chunk: Buffer) => call.stdout.add(chunk))
  stderr?.on('data', (chunk: Buffer) => (call.stderr ?? call.stdout).add(chunk))
  const open = streams.filter((stream) => stream != null)
  const exited = exitOf(child)
  const closed = Promise.all([exited, ...open.map((stream) => new Promise((end) => stream.once('close', end)))])
  const limit = limitOf(call)
  let stopped: { readonly why: CommandEnd['stopped']; readonly done: Promise<void> } | undefined
  const onLimit = (): void => {
    stopped = { why: call.signal.aborted ? 'cancelled' : 'timeout', done: stop(child.pid ?? 0, closed) }
  }
  limit.addEventListener('abort', onLimit, { once: true })
  const status = await exited
  limit.removeEventListener('abort', onLimit)
  if (status.error === undefined) await settledWithin(closed, drainMs)
  await stopped?.done
  // A command that was killed from outside did not end by itself, so its children do not outlive it.
  if (status.signal !== null && child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
  letGo(child, open)
  return { ...status, ...(stopped?.why && { stopped: stopped.why }) }
}

/** Milliseconds; the longest time that Node's timers support. */
const longestTimer = 0x7fffffff

function limitOf({ signal, timeoutMs = 0 }: Command): AbortSignal {
  return timeoutMs > 0 ? AbortSignal.any([signal, AbortSignal.timeout(Math.min(timeoutMs, longestTimer))]) : signal
}

/** Resolves when the group has had its grace and is killed. */
async function stop(group: number, closed: Promise<unknown>): Promise<void> {
  signalGroup(group, 'SIGTERM')
  await settledWithin(closed, graceMs)
  signalGroup(group, 'SIGKILL')
}

function start({ command, cwd, env, input }: Command, pipes: OutputPipes): ChildProcess {
  const [stdout, stderr = stdout] = pipes.writing
  try {
    const stdio: StdioOptions = [input ?? 'ignore', stdout, stderr, 'pipe']
    return spawn('/bin/sh', ['-c', guarded, 'slipway-command', command], { cwd, env, detached: true, stdio })
  } catch (error) {
    for (const stream of pipes.reading) stream.destroy()
    throw error
  } finally {
    closeWriting(pipes)
  }
}

/** Ends the guard without harm to the group, and closes the pipes. */
function letGo(child: ChildProcess, streams: readonly Readable[]): void {
  const guard = child.stdio[3] as Writable | null | undefined
  guard?.on('error', () => {})
  guard?.end('done\n')
  for (const stream of streams) stream.destroy()
}
