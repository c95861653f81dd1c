import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { run } from 'node:test'
import { recordTimes } from './order.ts'
import type { TestProcess } from './processes.ts'
import { cpuFolder } from './report-cpu.ts'
import type { Selection } from './selection.ts'

const shown = 10

/**
 * Measures how long each test file of this run takes: a process of its own from its start to its end; of files that share a process, their tests.
 * `slowest` tells the ten slowest, and keeps the times for the order of the next run.
 */
export function timeFiles(processes: readonly TestProcess[], root: string, cases: Selection['cases']) {
  rmSync(cpuFolder, { recursive: true, force: true })
  const ofFiles = new Map<string, number>()
  const ofProcesses = new Map<string, number>()
  const shared = new Set(processes.flatMap(({ files }) => (files.length > 1 ? files : [])))
  subscribe('child_process', (message) => {
    const { process: child } = message as { process: ChildProcess }
    const started = performance.now()
    child.once('exit', () => {
      const entry = child.spawnargs.at(-1) ?? ''
      const took = (performance.now() - started) / 1000
      const used = cpuOf(child)
      ofProcesses.set(relative(root, entry), used ?? took)
      const { files = [] } = processes.find((one) => one.entry === entry) ?? {}
      if (files.length === 1) for (const file of files) ofFiles.set(file, took)
    })
  })
  const add = (test: {
    readonly nesting: number
    readonly file?: string
    readonly details: { duration_ms: number }
  }) => {
    const file = relative(root, test.file ?? '')
    if (test.nesting === 0 && shared.has(file))
      ofFiles.set(file, (ofFiles.get(file) ?? 0) + test.details.duration_ms / 1000)
  }
  return {
    watch: (tests: ReturnType<typeof run>) => tests.on('test:pass', add).on('test:fail', add),
    slowest: (): string => {
      recordTimes(ofProcesses, root, cases)
      const slowest = [...ofFiles].toSorted(([, one], [, other]) => other - one).slice(0, shown)
      const lines = slowest.map(([name, took]) => `${seconds(took)}  ${name}\n`)
      const cpu = cpuOfAll()
      const all = cpu === 0 ? '' : `${seconds(cpu)} of the processors in all\n`
      return `the slowest of ${ofFiles.size} files:\n${lines.join('')}${all}`
    },
  }
}

function seconds(count: number): string {
  return `${count.toFixed(1).padStart(7)} s`
}

/** Also of those that test files have left to end by themselves. */
function cpuOfAll(): number {
  return globSync(join(cpuFolder, '*')).reduce((sum, file) => sum + Number(readFileSync(file, 'utf8')), 0)
}

function cpuOf({ pid }: ChildProcess): number | undefined {
  try {
    return Number(readFileSync(join(cpuFolder, String(pid)), 'utf8'))
  } catch {
    return undefined
  }
}
