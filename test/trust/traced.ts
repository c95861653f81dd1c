import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { slipway } from '../ledger/command.ts'
import type { World } from './world.ts'

/** The reason why the tests cannot watch a command; false: they can. */
export const lacksStrace =
  spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0
    ? false
    : 'needs strace, and leave to use it (apt-get install strace)'

export interface Traced {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  /** Programs that the command, and everything that it started, have run. */
  readonly programs: readonly string[]
  /** Internet addresses, loopback included, to which they have connected or sent. */
  readonly addresses: readonly string[]
}

/**
 * Runs a command, and watches it and everything that it starts.
 *
 * @param until for a command with an input, which stays open until these words appear on stdout
 */
export async function traced(
  world: World,
  args: readonly string[],
  { env = {}, input = '', until = '' }: { readonly env?: NodeJS.ProcessEnv; input?: string; until?: string } = {},
): Promise<Traced> {
  const file = join(world.base, 'trace')
  const watching = ['-f', '-qq', '-s', '4096', '-o', file, '-e', 'trace=execve,execveat,connect,sendto,sendmsg']
  const child = spawn('strace', [...watching, slipway, ...args], { cwd: world.clone, env: { ...world.env, ...env } })
  const said = { stdout: '', stderr: '' }
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()))
  child.stdout.on('data', (chunk: Buffer) => {
    said.stdout += chunk.toString()
    if (said.stdout.includes(until)) child.stdin.end()
  })
  child.stdin.write(input)
  if (until === '') child.stdin.end()
  const [status] = (await once(child, 'close')) as [number | null]
  const calls = readFileSync(file, 'utf8').split('\n')
  return {
    status,
    ...said,
    programs: calls.flatMap((call) => / execve(?:at)?\((?:AT_FDCWD, )?"([^"]*)".* = 0$/.exec(call)?.[1] ?? []),
    addresses: calls.flatMap((call) => / (?:connect|sendto|sendmsg)\(.*sin6?_port.*$/.exec(call)?.[0].trim() ?? []),
  }
}
