import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Measured extends Took, Readonly<Peaks> {}

export interface Took {
  readonly seconds: number
  /** Processor time of the command and of the processes that it has waited for, plugins included. */
  readonly cpuSeconds: number
}

interface Peaks {
  /** Largest sum of resident memory over the command and everything below it, MB, sampled every 20 ms. */
  peakTreeMb: number
  /** Largest resident memory of the command's own process, MB. */
  peakOwnMb: number
  /** Largest sum over those processes alone whose command lines `without` does not match, MB. */
  peakMbWithout: number
}

export interface Command {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Matches the command lines of processes whose memory is not to count. */
  readonly without?: RegExp
}

/** Runs a whole command once. Fails with its output when it does not exit with 0. */
export async function measure(command: Command): Promise<Measured> {
  const peaks: Peaks = { peakTreeMb: 0, peakOwnMb: 0, peakMbWithout: 0 }
  let watching: NodeJS.Timeout | undefined
  try {
    const took = await timed(command, (pid) => (watching = watchMemory(pid, peaks, command.without)))
    return { ...took, ...peaks }
  } finally {
    clearInterval(watching)
  }
}

/** Runs the same command without sampling, which would take some of the time of a machine with two cores. */
export async function timed(
  { command, args, cwd, env }: Command,
  onStart: (pid: number) => void = () => {},
): Promise<Took> {
  const cpuBefore = childrensCpuSeconds()
  const started = performance.now()
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  onStart(child.pid as number)
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const seconds = (performance.now() - started) / 1000
  if (status !== 0) {
    throw new Error(
      `${command} ${args.join(' ')} exited with ${status}:\n${Buffer.concat(said).toString().slice(-2000)}`,
    )
  }
  return { seconds, cpuSeconds: childrensCpuSeconds() - cpuBefore }
}

/** Linux counts a hundred ticks a second. */
const ticksPerSecond = 100

/** Processor time of all our children that have ended, and of their children. */
function childrensCpuSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // The name of the program stands in brackets, and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0] = fields.slice(13, 15).map(Number)
  return (user + system) / ticksPerSecond
}

function watchMemory(pid: number, peaks: Peaks, without = /^$/): NodeJS.Timeout {
  return setInterval(() => {
    const own = residentMb(pid)
    const below = descendants(pid).map((each) => ({ mb: residentMb(each), counts: !without.test(commandLine(each)) }))
    peaks.peakOwnMb = Math.max(peaks.peakOwnMb, own)
    peaks.peakTreeMb = Math.max(peaks.peakTreeMb, sum([own, ...below.map(({ mb }) => mb)]))
    peaks.peakMbWithout = Math.max(peaks.peakMbWithout, sum([own, ...below.map(({ mb, counts }) => (counts ? mb : 0))]))
  }, 20)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

/** The words of a command line, separated by a zero byte; empty if the process is gone. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

function residentMb(pid: number): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1e6
  } catch {
    return 0
  }
}

/** Node starts processes from its first thread. Looking through all of /proc would cost a core a tenth of its time. */
function descendants(root: number): readonly number[] {
  const below = childrenOf(root)
  return [...below, ...below.flatMap(descendants)]
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] as number
}
