import { closeSync, openSync, readSync } from 'node:fs'
import { endianness } from 'node:os'

/** One socket in the system's list. */
export interface SocketRow {
  /** Both ends, as {@link writtenEnd} writes them. */
  readonly ends: string
  readonly isListening: boolean
  /** The user who made the socket. */
  readonly uid: number
  /** 0 when no process has it open: it was closed, or nobody has accepted it yet. */
  readonly inode: number
}

/** One end of a connection over IPv4; `address` like 127.0.0.1. */
export interface Endpoint {
  readonly address: string
  readonly port: number
}

/** How a table writes addresses: `v4` as /proc/net/tcp, `v6` as /proc/net/tcp6 writes the same address. */
export type Family = 'v4' | 'v6'

/** More than the system gives at a time. */
const chunkBytes = 16 * 1024

/**
 * The lines of one of the system's tables, one by one. Writing them is what takes the system time, so a caller should stop after a match.
 * @throws the system's error
 */
export function* linesOf(path: string): Generator<string, void> {
  const file = openSync(path, 'r')
  const chunk = Buffer.allocUnsafe(chunkBytes)
  let rest = ''
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      const lines = (rest + chunk.toString('latin1', 0, read)).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    if (rest !== '') yield rest
  } finally {
    closeSync(file)
  }
}

/**
 * A line of /proc/net/tcp or tcp6: number, both ends, state, queues, timer, retransmissions, uid, timeout, inode. The first line of a
 * table, and anything else in another form, gives `undefined`.
 */
export function parseSocketRow(line: string): SocketRow | undefined {
  const [number = '', local, remote, state, , , , uid, , inode] = line.trimStart().split(/ +/, 10)
  if (!number.endsWith(':') || !/^\d+$/.test(uid ?? '') || !/^\d+$/.test(inode ?? '')) return undefined
  return { ends: `${local} ${remote}`, isListening: state === '0A', uid: Number(uid), inode: Number(inode) }
}

/** Both ends of a connection, this one first. */
export function writtenEnds(from: Endpoint, to: Endpoint, family: Family): string {
  return `${writtenEnd(from, family)} ${writtenEnd(to, family)}`
}

/** Both ends of a socket that listens at this address, or (`*`) at all of them. */
export function writtenListener({ address, port }: Endpoint, family: Family): string {
  const at = address === '*' ? `${any[family]}:${portDigits(port)}` : writtenEnd({ address, port }, family)
  return `${at} ${any[family]}:0000`
}

const any: Readonly<Record<Family, string>> = { v4: '0'.repeat(8), v6: '0'.repeat(32) }

function writtenEnd({ address, port }: Endpoint, family: Family): string {
  const word = wordOf(address.split('.').map(Number))
  return `${family === 'v4' ? word : `${'0'.repeat(16)}${wordOf([0, 0, 0xff, 0xff])}${word}`}:${portDigits(port)}`
}

/** Four bytes as one number, in this machine's byte order. */
function wordOf(bytes: readonly number[]): string {
  const ordered = endianness() === 'LE' ? bytes.toReversed() : bytes
  return ordered.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('')
}

function portDigits(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0')
}

/**
 * A line of /proc/net/unix, when it is of a stream socket that takes connections:
 * `Num: RefCount Protocol Flags Type State Inode Path`.
 */
export function parseUnixListener(line: string): { readonly inode: number; readonly path: string } | undefined {
  const match = /^[0-9a-f]+: [0-9A-F]+ [0-9A-F]+ 00010000 0001 [0-9A-F]+ +(\d+) (.+)$/.exec(line)
  return match === null ? undefined : { inode: Number(match[1]), path: match[2] ?? '' }
}
