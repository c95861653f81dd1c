import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import type { TestProcess } from './processes.ts'

export interface Play {
  readonly root: string
  readonly signal?: AbortSignal
  /** Sees the events of the tests. */
  readonly watch?: (tests: ReturnType<typeof run>) => void
  /** How many processes run at a time. Default: four more than there are processors, because a test file waits most of its time. */
  readonly concurrency?: number
}

/** Runs these processes, and writes what they report. Resolves with those in which something has failed. */
export async function play(processes: readonly TestProcess[], options: Play): Promise<readonly TestProcess[]> {
  const { root, signal, watch, concurrency = availableParallelism() + 4 } = options
  const failed = new Set<TestProcess>()
  const tests = run({
    files: processes.map(({ entry }) => entry),
    cwd: root,
    execArgv: ['resolve-own.ts', '../fixed-luck.ts', 'report-cpu.ts', 'leave-late.ts'].flatMap((file) => [
      '--import',
      pathToFileURL(join(import.meta.dirname, file)).href,
    ]),
    concurrency,
    timeout: 300_000,
    ...(signal !== undefined && { signal }),
  })
  tests.on('test:fail', ({ name, file, todo }) => {
    if (todo !== undefined && todo !== false) return
    // A process that fails as a whole is reported by the name of its entry.
    const at = processes.filter(
      (one) => [name, file].includes(one.entry) || one.files.includes(relative(root, file ?? '')),
    )
    for (const one of at.length > 0 ? at : processes) failed.add(one)
  })
  watch?.(tests)
  const told = tests.compose(spec)
  told.pipe(process.stdout, { end: false })
  await once(told, 'end')
  return processes.filter((one) => failed.has(one))
}

/** More failures than this are no accident. */
const mostAgain = 3

/**
 * Runs what has failed once more, with nothing beside it: a machine that stands still for some seconds makes a test fail that waits for a
 * process. What fails twice has failed.
 */
export async function playAgain(failed: readonly TestProcess[], options: Play): Promise<readonly TestProcess[]> {
  if (failed.length === 0 || failed.length > mostAgain) return failed
  console.log(
    `\n${failed.length === 1 ? 'One process has' : `${failed.length} processes have`} failed. Once more, alone:\n`,
  )
  // The deadline is about first goes: what began in time gets its second go even after it.
  delete process.env['SLIPWAY_TESTS_UNTIL']
  const twice = await play(failed, { ...options, concurrency: 1 })
  const passed = failed.filter((one) => !twice.includes(one)).flatMap(({ files }) => files)
  if (passed.length > 0)
    console.log(`failed at first, and passed alone: find out why\n${passed.map((file) => `  ${file}\n`).join('')}`)
  return twice
}
