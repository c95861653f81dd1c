import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Sandbox } from './sandbox.ts'

export interface StartedEngine {
  readonly process: ChildProcess
  readonly pid: number
  /** The pids of the engine's plugins. */
  readonly plugins: readonly number[]
  readonly guardian: number
  /** Sends SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
}

/** An engine (engine.ts) in a process of its own, with these plugins of the sandbox running. */
export async function startEngine(t: TestContext, box: Sandbox, ...ids: string[]): Promise<StartedEngine> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'engine.ts'), box.dir, ...ids], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  const line = await Promise.race([
    once(child.stdout, 'data').then(([data]) => String(data)),
    once(child, 'exit').then(([code]) => assert.fail(`the engine ended with ${code}`)),
  ])
  const [record = ''] = readdirSync(join(box.dir, 'run'))
  const guardian = /^g (\d+)/m.exec(readFileSync(join(box.dir, 'run', record), 'utf8'))?.[1]
  return {
    process: child,
    pid: child.pid ?? 0,
    plugins: JSON.parse(line) as number[],
    guardian: Number(guardian),
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
