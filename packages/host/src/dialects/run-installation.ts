import type { Start } from '@slipway/languages'
import { Failure, shellWord } from '@slipway/model'
import { exitText, LastBytes, runCommand } from '@slipway/processes'
import { isOwnVariable } from '../layout.ts'

/** How many bytes of a package manager's last output are kept for the reason of a failure. */
const lastWordsBytes = 8 << 10
/** Milliseconds after which a package manager is given up. */
const timeoutMs = 30 * 60_000

/**
 * Runs the installation of a plugin's dependencies, in a process group that ends with us.
 * @throws Failure `install/dependencies`
 */
export async function runInstallation(
  { file, args, cwd, variables }: Start,
  {
    env,
    signal,
    say,
  }: {
    readonly env: Readonly<Record<string, string | undefined>>
    readonly signal: AbortSignal
    readonly say: (line: string) => void
  },
): Promise<void> {
  const command = [file, ...args].map(shellWord).join(' ')
  const inherited = Object.fromEntries(Object.entries(env).filter(([name]) => !isOwnVariable(name)))
  const last = new LastBytes(lastWordsBytes)
  const stdout = {
    add: (chunk: Buffer) => {
      last.add(chunk)
      for (const line of chunk.toString().split('\n')) if (line.trim() !== '') say(line)
    },
  }
  const end = await runCommand({ command, cwd, env: { ...inherited, ...variables }, stdout, timeoutMs, signal })
  if (signal.aborted) throw signal.reason
  if (end.error === undefined && end.code === 0) return
  const why = end.error?.message ?? (end.stopped === 'timeout' ? 'took too long' : `ended with ${exitText(end)}`)
  throw new Failure('install/dependencies', `${command} in ${cwd}: ${why}`, {
    details: String(last)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(-20),
    hint: 'fix the cause, then run the same command again: downloads are kept',
  })
}
