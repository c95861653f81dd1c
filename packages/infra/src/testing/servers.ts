import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server of its own for a test: a process on a free port of this machine, its data in a folder that goes with it. */
export interface TestServer {
  readonly port: number
  /** Ends the process without any warning. */
  kill(): Promise<void>
  /** Starts it again on the same port with the same data. */
  start(): Promise<void>
  /** Starts it again without any data; it must have been killed. */
  startEmpty(): Promise<void>
  /** Keeps a copy of its data; it must have been killed. */
  save(): void
  /** Starts it again with the data that was saved; it must have been killed. */
  startSaved(): Promise<void>
  /** Ends it and removes its data. */
  remove(): Promise<void>
}

interface Program {
  readonly file: string
  readonly packageName: string
  readonly args: (port: number, folder: string) => string[]
  /** Makes the data folder ready, once. */
  readonly prepare?: (file: string, folder: string) => void
}

const programs = {
  etcd: {
    file: 'etcd',
    packageName: 'etcd-server',
    args: (port, folder) => {
      const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:0`]
      const urls = ['--listen-client-urls', client, '--advertise-client-urls', client, '--listen-peer-urls', peer]
      return ['--data-dir', folder, ...urls, '--log-level', 'error', '--unsafe-no-fsync']
    },
  },
  redis: {
    file: 'redis-server',
    packageName: 'redis-server',
    args: (port, folder) => [
      '--port',
      `${port}`,
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--appendonly',
      'yes',
      '--appendfsync',
      'always',
    ],
  },
  postgres: {
    file: 'postgres',
    packageName: 'postgresql',
    prepare: (file, folder) =>
      void execFileSync(join(file, '../initdb'), ['-D', folder, '-U', 'test', '--auth', 'trust', '-N'], {
        ...postgresUser(),
        stdio: 'ignore',
      }),
    args: (port, folder) => ['-D', folder, '-p', `${port}`, '-h', '127.0.0.1', '-k', '', '-F'],
  },
} satisfies Record<string, Program>

export type ServerName = keyof typeof programs

/** Why a test with this server cannot run here, with the command that installs it; `false` when the test can run. */
export function missing(name: ServerName): string | false {
  const { file, packageName } = programs[name]
  if (programPath(file) !== undefined) return false
  const reason = `${file} is not installed: apt-get install -y ${packageName}`
  if (process.env['CI'] !== undefined && process.env['CI'] !== '') throw new Error(reason)
  return reason
}

export async function startServer(name: ServerName): Promise<TestServer> {
  const program: Program = programs[name]
  const file = programPath(program.file) ?? ''
  const top = await mkdtemp(join(tmpdir(), `slipway-${name}-`))
  const [folder, saved] = [join(top, 'data'), join(top, 'saved')]
  const user = name === 'postgres' ? postgresUser() : {}
  const empty = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
    const { uid, gid = uid } = user
    if (uid !== undefined && gid !== undefined) for (const path of [top, folder]) await chown(path, uid, gid)
    program.prepare?.(file, folder)
  }
  await empty()
  const port = await freePort()
  let child: ChildProcess | undefined
  const kill = async (): Promise<void> => {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const children = childrenOf(child.pid)
    const exited = new Promise((resolve) => child?.once('exit', resolve))
    child.kill('SIGKILL')
    await exited
    // Child processes of PostgreSQL would serve on for a moment.
    for (const pid of children) killIfThere(pid)
  }
  const start = async (): Promise<void> => {
    // After a kill, a server may refuse to start until its remains are gone, such as the children of PostgreSQL.
    for (let attempt = 1; ; attempt++) {
      child = spawn(file, program.args(port, folder), { ...user, cwd: folder, stdio: 'ignore' })
      if (await listens(child, port)) return
      if (attempt === 100) throw new Error(`${file} exited with ${child.exitCode}, ${attempt} times`)
      await sleep(50)
    }
  }
  await start()
  return {
    port,
    start,
    startEmpty: async () => {
      await empty()
      await start()
    },
    save: () => copy(folder, saved),
    startSaved: async () => {
      copy(saved, folder)
      await start()
    },
    kill,
    remove: async () => {
      await kill()
      await rm(top, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
  }
}

/** Copies with owners and times, over the old folder. */
function copy(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  execFileSync('cp', ['-a', from, to])
}

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** On PATH or where Debian keeps the servers of PostgreSQL. */
function programPath(file: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return [...folders, ...globSync('/usr/lib/postgresql/*/bin')]
    .map((folder) => join(folder, file))
    .find((path) => existsSync(path))
}

/** PostgreSQL refuses to run as root; its package brings a user for it. */
function postgresUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
  return { uid: uid ?? 0, gid: gid ?? 0 }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => {
    server.close(resolve)
  })
  return port
}

/** False when the process exits before it listens. */
async function listens(child: ChildProcess, port: number): Promise<boolean> {
  while (child.exitCode === null) {
    const answered = await new Promise<boolean>((resolve) => {
      const socket = createConnection(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.end())
    })
    if (answered) return true
    await sleep(20)
  }
  return false
}
