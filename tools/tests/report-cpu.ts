/**
 * Loaded before each test file: reports at its end how much of the processors it and all its children have used, in a file named for the
 * process and its parent (`slowest-files.ts` reads it). The time on the clock depends on other work of the machine; this hardly does.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The runner empties it at the beginning. */
export const cpuFolder = join(import.meta.dirname, '../../node_modules/.cache/tests/cpu')

/** The kernel's ticks per second. */
const ticks = 100

const { pid, ppid } = process

process.once('exit', () => {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
    // The file's own time in user mode and in the kernel, and that of the children that it has waited for.
    const used = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    mkdirSync(cpuFolder, { recursive: true })
    writeFileSync(join(cpuFolder, `${ppid}-${pid}`), String(used / ticks))
  } catch {
    // Outside Linux the list has no such column.
  }
})

export interface UsedCpu {
  /** All test files, including children that they have left behind. */
  readonly all: number
  /** The process of a test file, and the processes below it that reported. `undefined`: nothing is known. */
  of(pid: number): number | undefined
}

/** Reads the reports of all processes of this run. */
export function readCpu(): UsedCpu {
  const said = globSync(join(cpuFolder, '*')).map((file) => ({
    pids: basename(file).split('-').map(Number),
    seconds: Number(readFileSync(file, 'utf8')),
  }))
  const sum = (some: typeof said): number => some.reduce((before, { seconds }) => before + seconds, 0)
  return {
    all: sum(said),
    of: (process) => {
      const some = said.filter(({ pids }) => pids.includes(process))
      return some.length === 0 ? undefined : sum(some)
    },
  }
}
