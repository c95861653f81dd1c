import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { rmSync } from 'node:fs'
import { relative } from 'node:path'
import type { run } from 'node:test'
import { recordTimes } from './order.ts'
import type { TestProcess } from './processes.ts'
import { cpuFolder, readCpu } from './report-cpu.ts'
import type { Selection } from './selection.ts'

const shown = 10

/**
 * Measures how long each test file of this run takes: for a process of its own, from its start to its end; for files that share a process,
 * their tests. `summary` lists the ten slowest files, and the ten processes that use the processors most; it keeps this use for the order
 * of the next run.
 */
export function timeFiles(processes: readonly TestProcess[], root: string, cases: Selection['cases']) {
  rmSync(cpuFolder, { recursive: true, force: true })
  const ofFiles = new Map<string, number>()
  const ended = new Map<string, { readonly pid: number; readonly took: number }>()
  const shared = new Set(processes.flatMap(({ files }) => (files.length > 1 ? files : [])))
  const byEntry = new Map(processes.map((one) => [one.entry, one]))
  subscribe('child_process', (message) => {
    const { process: child } = message as { process: ChildProcess }
    const started = performance.now()
    child.once('exit', () => {
      const entry = child.spawnargs.at(-1) ?? ''
      const took = (performance.now() - started) / 1000
      ended.set(entry, { pid: child.pid ?? 0, took })
      const { files = [] } = byEntry.get(entry) ?? {}
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
    summary: (): string => {
      const cpu = readCpu()
      const used = [...ended].map(([entry, { pid, took }]) => [entry, cpu.of(pid) ?? took] as const)
      recordTimes(new Map(used.map(([entry, spent]) => [relative(root, entry), spent])), root, cases)
      const slowest = `the slowest of ${ofFiles.size} files:\n${most(ofFiles)}`
      if (cpu.all === 0) return slowest
      const named = new Map(used.map(([entry, spent]) => [nameOf(byEntry.get(entry)), spent]))
      return `${slowest}what uses the processors most, of ${seconds(cpu.all).trim()} in all:\n${most(named)}`
    },
  }
}

function most(spent: ReadonlyMap<string, number>): string {
  const sorted = [...spent].toSorted(([, one], [, other]) => other - one).slice(0, shown)
  return sorted.map(([name, took]) => `${seconds(took)}  ${name}\n`).join('')
}

function nameOf({ files }: TestProcess = { entry: '', files: [] }): string {
  const [first = '', ...others] = files
  return others.length === 0 ? first : `${first} and ${others.length} files in one process with it`
}

function seconds(count: number): string {
  return `${count.toFixed(1).padStart(7)} s`
}
