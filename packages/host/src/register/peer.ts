import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'

/**
 * Whether a socket that connected to us over loopback may be one of our plugins: not when the system says that its
 * other end belongs to another user. Root may do anything anyway.
 */
export function isOwnPeer({ localPort, remotePort }: Pick<Socket, 'localPort' | 'remotePort'>): boolean {
  const own = process.getuid?.()
  if (own === undefined || localPort === undefined || remotePort === undefined) return true
  const uid = socketOwner(remotePort, localPort)
  return uid === undefined || uid === own || uid === 0
}

/** The user who owns the loopback socket from this port to that one; `undefined` where the system does not say. */
export function socketOwner(from: number, to: number): number | undefined {
  return ownerIn('/proc/net/tcp', '0100007F', from, to) ?? ownerIn('/proc/net/tcp6', mapped, from, to)
}

/** 127.0.0.1 as a socket of the other family writes it. */
const mapped = '0000000000000000FFFF00000100007F'

/** `loopback` is 127.0.0.1 as the table has it: in the byte order of the machine, in hexadecimal digits. */
function ownerIn(table: string, loopback: string, from: number, to: number): number | undefined {
  const end = (port: number): string => `${loopback}:${port.toString(16).toUpperCase().padStart(4, '0')}`
  try {
    const rows = readFileSync(table, 'latin1')
    const row = rows.indexOf(`: ${end(from)} ${end(to)} `)
    if (row < 0) return undefined
    return Number(rows.slice(row + 2, rows.indexOf('\n', row)).split(/\s+/)[6])
  } catch {
    return undefined
  }
}
