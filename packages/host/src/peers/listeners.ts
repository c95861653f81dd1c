import {
  linesOf,
  parseSocketRow,
  parseUnixListener,
  writtenListener,
  type Family,
  type SocketRow,
} from './socket-rows.ts'

/**
 * The sockets of which the system would choose one for a new connection to 127.0.0.1: those at this very address, or else
 * those at all addresses. The tables are /proc/net/tcp and tcp6, by their paths.
 */
export function portListeners(tables: Readonly<Record<Family, string>>, port: number): readonly SocketRow[] {
  const here = listenersAt(tables.v4, writtenListener({ address: '127.0.0.1', port }, 'v4'))
  if (here.length > 0) return here
  const mapped = listenersAt(tables.v6, writtenListener({ address: '127.0.0.1', port }, 'v6'))
  if (mapped.length > 0) return mapped
  const anywhere = { address: '*', port }
  return (['v4', 'v6'] as const).flatMap((family) => listenersAt(tables[family], writtenListener(anywhere, family)))
}

/** The inodes of the sockets that listen at this path; `table` is /proc/net/unix. */
export function pathListeners(table: string, path: string): ReadonlySet<number> {
  const inodes = new Set<number>()
  for (const line of linesOf(table)) {
    const listener = parseUnixListener(line)
    if (listener?.path === path) inodes.add(listener.inode)
  }
  return inodes
}

/** Listeners stand first in a table. A search beyond them, which may be long, finds nothing. */
function listenersAt(table: string, ends: string): readonly SocketRow[] {
  const found: SocketRow[] = []
  for (const line of linesOf(table)) {
    const row = parseSocketRow(line)
    if (row === undefined) continue
    if (row.isListening && row.ends === ends) found.push(row)
    if (!row.isListening && found.length > 0) break
  }
  return found
}
