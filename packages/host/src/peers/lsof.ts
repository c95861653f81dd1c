import { execFile, spawnSync } from 'node:child_process'

/** A process with an open socket, according to `lsof`. */
export interface Holder {
  readonly group: number
  readonly uid: number
  /** `127.0.0.1:5000->127.0.0.1:4000`, `127.0.0.1:5000` of one that listens, or the path of a unix socket. */
  readonly name: string
}

/** Answers from `lsof`; `undefined`: it is not installed. */
export interface Lsof {
  readonly connections: (port: number) => Promise<readonly Holder[] | undefined>
  readonly listeners: (port: number) => readonly Holder[] | undefined
  /** Processes that have a unix socket open that is bound to this path. */
  readonly sockets: (path: string) => readonly Holder[] | undefined
}

const options = { encoding: 'latin1', timeout: 10_000, maxBuffer: 16 << 20 } as const

function argsFor(port: number, isListening: boolean): readonly string[] {
  return ['-nP', `-iTCP:${port}`, ...(isListening ? ['-sTCP:LISTEN'] : []), '-Fgun']
}

/** The processes that have a connection of this port. `undefined`: there is no `lsof`. */
async function connectionHolders(port: number): Promise<readonly Holder[] | undefined> {
  const { promise, resolve } = Promise.withResolvers<readonly Holder[] | undefined>()
  execFile('lsof', argsFor(port, false), options, (error, stdout) => {
    resolve(error !== null && error.code === 'ENOENT' ? undefined : holdersIn(stdout))
  })
  return await promise
}

function portHolders(port: number): readonly Holder[] | undefined {
  const { error, stdout } = spawnSync('lsof', argsFor(port, true), options)
  return error === undefined ? holdersIn(stdout) : undefined
}

/**
 * On Linux `lsof` writes `PATH type=STREAM`. It writes a path only up to its first space, so that no holder of a path with a space is
 * found.
 */
function socketHolders(path: string): readonly Holder[] | undefined {
  const { error, stdout } = spawnSync('lsof', ['-nP', '-U', '-Fgun'], options)
  if (error !== undefined) return undefined
  return holdersIn(stdout).filter(({ name }) => name === path || name.startsWith(`${path} type=`))
}

export const systemLsof: Lsof = {
  connections: connectionHolders,
  listeners: portHolders,
  sockets: socketHolders,
}

/** Admits every process. */
export const nobodyAsked: Lsof = {
  connections: async () => undefined,
  listeners: () => undefined,
  sockets: () => undefined,
}

/** Each line is a field: `p`, `g` and `u` of a process, then `f` and `n` of each of its files. */
export function holdersIn(text: string): readonly Holder[] {
  let [group, uid] = [0, -1]
  return text.split('\n').flatMap((line) => {
    const value = line.slice(1)
    if (line.startsWith('g')) group = Number(value)
    else if (line.startsWith('u')) uid = Number(value)
    else if (line.startsWith('n')) return [{ group, uid, name: value }]
    return []
  })
}
