/**
 * Loaded before each test file: says at its end how much of the processors it and all that it has started have used, in a file named for the
 * process (`slowest-files.ts` reads it). The time on the clock depends on what else the machine does; this hardly does.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the runner finds it. */
export const cpuFolder = join(import.meta.dirname, '../../node_modules/.cache/tests/cpu')

/** As the kernel tells them, in a second. */
const ticks = 100

process.once('exit', () => {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
    // Its own in user mode and in the kernel, and the same of the children that it has waited for, and theirs.
    const used = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    mkdirSync(cpuFolder, { recursive: true })
    writeFileSync(join(cpuFolder, String(process.pid)), String(used / ticks))
  } catch {
    // Not on Linux: the list has no such column then.
  }
})
