import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { relative } from 'node:path'

const shown = 10

/** Measures how long each test file of this run takes, from its start to its end. Gives what tells the ten slowest. */
export function timeFiles(root: string): () => string {
  const seconds = new Map<string, number>()
  subscribe('child_process', (message) => {
    const { process: file } = message as { process: ChildProcess }
    const started = performance.now()
    file.once('exit', () => {
      const name = relative(root, file.spawnargs.at(-1) ?? '')
      seconds.set(name, (performance.now() - started) / 1000)
    })
  })
  return () => {
    const slowest = [...seconds].toSorted(([, one], [, other]) => other - one).slice(0, shown)
    const lines = slowest.map(([name, took]) => `${took.toFixed(1).padStart(7)} s  ${name}\n`)
    return `the slowest of ${seconds.size} files:\n${lines.join('')}`
  }
}
