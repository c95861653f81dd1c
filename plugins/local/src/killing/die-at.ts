import childProcess from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

type Steps = Record<string, (...args: unknown[]) => unknown>

const synchronous = ['appendFileSync', 'mkdirSync', 'rmSync', 'rmdirSync']
const promised = [
  'appendFile',
  'chmod',
  'link',
  'mkdir',
  'open',
  'rename',
  'rm',
  'rmdir',
  'symlink',
  'unlink',
  'writeFile',
]
const ofFiles = ['chmod', 'sync', 'writeFile']

/** Kills this process right before its nth step from now on that changes anything outside. */
export async function dieAt(step: number): Promise<void> {
  let left = step
  const count = (steps: object, names: readonly string[]): void => {
    for (const name of names) {
      const original = (steps as Steps)[name]
      if (original === undefined) throw new Error(`there is no ${name}`)
      ;(steps as Steps)[name] = function counted(this: unknown, ...args: unknown[]) {
        if (--left === 0) process.kill(process.pid, 'SIGKILL')
        return original.apply(this, args)
      }
    }
  }
  const handle = await fs.promises.open(process.execPath)
  count(Object.getPrototypeOf(handle) as object, ofFiles)
  await handle.close()
  count(fs, synchronous)
  count(fs.promises, promised)
  count(childProcess, ['spawn'])
  syncBuiltinESMExports()
}
