/** A stranger (stranger.ts) in a process of its own, as this user or another one. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Command {
  readonly do: 'register' | 'hit and run' | 'hang around' | 'call' | 'report'
  readonly port?: number
  /** The address of this machine from which it connects; an IPv6 address is also the target. */
  readonly from?: string
  readonly pluginId?: string
  readonly instanceId?: string
  readonly hostId?: string
  readonly count?: number
}

export interface Reply {
  readonly answer?: object
  readonly error?: string
  /** How many connections the stranger has received. */
  readonly visits?: number
}

export interface Stranger {
  ask(command: Command): Promise<Reply>
  end(): Promise<void>
}

export function startStranger(user: { readonly uid: number; readonly gid: number } | object = {}): Stranger {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'stranger.ts')], {
    ...user,
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async ask(command) {
      child.stdin.write(`${JSON.stringify(command)}\n`)
      const { value } = await lines.next()
      return JSON.parse(String(value)) as Reply
    },
    async end() {
      child.stdin.end()
      await ended
    },
  }
}
