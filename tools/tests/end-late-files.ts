import { subscribe } from 'node:diagnostics_channel'
import type { ChildProcess } from 'node:child_process'

const minutes = 12

/**
 * Kills each test file that has not ended after 12 minutes, and reports it. A test that has run out of time goes on behind the runner's
 * back, and a test that waits for ever would keep its file, and with it the whole run. The runner does this from outside: a file that only
 * turns over promises has no time for a timer of its own. The file's children may still hold its output, so the runner stops reading that,
 * too.
 */
export function endLateFiles(): void {
  subscribe('child_process', (message) => {
    const { process: file } = message as { process: ChildProcess }
    const timer = setTimeout(() => {
      console.error(`${file.spawnargs.at(-1)} has not ended after ${minutes} minutes. Which of its tests has no end?`)
      file.kill('SIGKILL')
      file.stdout?.destroy()
      file.stderr?.destroy()
    }, minutes * 60_000)
    timer.unref()
    file.once('exit', () => clearTimeout(timer))
  })
}
