import { messageOf } from '@slipway/model'
import { formatAddress } from '@slipway/protocol'
import { actingUser, GroupSockets, hasProc, type Holding, processEntry } from '@slipway/processes'
import type { Refusal } from './refusal.ts'
import { ConnectionTable } from './connection-table.ts'
import { pathListeners, portListeners } from './listeners.ts'
import { type Holder, type Lsof, nobodyAsked, systemLsof } from './lsof.ts'
import type { Endpoint, SocketRow } from './socket-rows.ts'

/** The process that was launched. */
export interface Launched {
  /** Its process group; 0 before it runs. */
  readonly group: number
  /** A process that may be of it, by its own words: looked at first. */
  readonly claimed?: number
}

/** Both ends of a connection. Node knows none of a socket that is closed. */
export interface Ends {
  readonly localAddress?: string | undefined
  readonly localPort?: number | undefined
  readonly remoteAddress?: string | undefined
  readonly remotePort?: number | undefined
}

const closedConnection: Other = { who: 'a connection that is closed at its other end', isPlugin: false }

const tables = { v4: '/proc/net/tcp', v6: '/proc/net/tcp6', unix: '/proc/net/unix' } as const

/**
 * Finds the process at the other end of a connection, or the one that listens at an address, in the system's lists of sockets and open
 * files. Refuses unknown peers. Without /proc, this check cannot distinguish processes and admits all of them, unless `lsof` knows the
 * process.
 */
export class PeerCheck {
  readonly #isKnowable: boolean
  readonly #lsof: Lsof
  readonly #connections = [new ConnectionTable(tables.v4, 'v4'), new ConnectionTable(tables.v6, 'v6')]
  readonly #sockets = new GroupSockets()
  readonly #user = process.geteuid?.()

  /** @param lsof asked where there is no /proc */
  constructor(isKnowable = hasProc, lsof: Lsof = hasProc ? nobodyAsked : systemLsof) {
    this.#isKnowable = isKnowable
    this.#lsof = lsof
  }

  /** The reason not to take the other end of a connection for the plugin; `undefined` when a process of the plugin's group has it. */
  async refusalOf(ends: Ends, launched: Launched): Promise<Refusal | undefined> {
    const other = this.#isKnowable ? await this.#otherAt(ends, launched) : await this.#otherByLsof(ends, launched)
    if (other === undefined) return undefined
    for (const table of this.#connections) table.rest()
    return { code: 'host/registration-refused', refusal: `it comes from ${other.who}`, stranger: !other.isPlugin }
  }

  /** Why a port of loopback is not the plugin's; `undefined` when it is. */
  problemOfPort(port: number, launched: Launched): string | undefined {
    const address = formatAddress({ port })
    if (!this.#isKnowable) {
      const found = this.#lsof.listeners(port)
      if (found === undefined) return undefined
      if (found.length === 0) return `no process listens at ${address}`
      const stranger = this.#strangerAmong(found, launched)
      return stranger && `${stranger.who} listens at ${address}`
    }
    try {
      const rows = portListeners(tables, port)
      if (rows.length === 0) return `no process listens at ${address}`
      const other = rows.map((row) => this.#otherThan(launched, row)).find((each) => each !== undefined)
      return other && `${other.who} listens at ${address}`
    } catch (error) {
      return `the system does not say who listens at ${address}: ${messageOf(error)}`
    }
  }

  /** The same for a unix socket that nobody but our user can have put where it is. */
  problemOfSocket(path: string, launched: Launched): string | undefined {
    if (!this.#isKnowable) {
      const found = this.#lsof.sockets(path)
      // See `sockets`. It is still our user's if nobody can be told.
      if (found === undefined || (found.length === 0 && path.includes(' '))) return undefined
      if (found.length === 0) return `no process listens at ${path}`
      const stranger = this.#strangerAmong(found, launched)
      return stranger && `${stranger.who} listens at ${path}`
    }
    const { group, claimed = 0 } = launched
    try {
      const inodes = pathListeners(tables.unix, path)
      if (inodes.size === 0) return `no process listens at ${path}`
      const holding = this.#sockets.holding(group, inodes, [claimed])
      return holding === 'held' ? undefined : `${holders[holding]} listens at ${path}`
    } catch {
      // The system does not show its unix sockets. This one is still our user's.
      return undefined
    }
  }

  async #otherByLsof(
    { localPort = 0, remoteAddress, remotePort }: Ends,
    launched: Launched,
  ): Promise<Other | undefined> {
    if (remoteAddress === undefined || remotePort === undefined) return undefined
    const connection = new RegExp(`:${remotePort}->.*:${localPort}$`)
    const found = (await this.#lsof.connections(remotePort))?.filter(({ name }) => connection.test(name))
    return found && this.#strangerAmong(found, launched)
  }

  #strangerAmong(found: readonly Holder[], { group }: Launched): Other | undefined {
    const ofPlugin = found.filter((holder) => holder.group === group)
    if (ofPlugin.some(({ uid }) => uid === this.#user)) return undefined
    const first = ofPlugin[0] ?? found[0]
    if (first === undefined) return closedConnection
    return first.uid === this.#user
      ? { who: holders['not-held'], isPlugin: false }
      : ofAnotherUser(first.uid, ofPlugin.length > 0)
  }

  async #otherAt(ends: Ends, launched: Launched): Promise<Other | undefined> {
    try {
      const row = await this.#find(
        endpoint(ends.remoteAddress, ends.remotePort),
        endpoint(ends.localAddress, ends.localPort),
      )
      if (row !== undefined && row.inode !== 0) return this.#otherThan(launched, row)
      return closedConnection
    } catch (error) {
      return { who: `a process that the system does not name (${messageOf(error)})`, isPlugin: false }
    }
  }

  /**
   * The tables are looked through one after the other: nearly everybody stands in the first. Twice, as the system may leave
   * somebody out when others go away while it writes.
   */
  async #find(from: Endpoint | undefined, to: Endpoint | undefined): Promise<SocketRow | undefined> {
    if (from === undefined || to === undefined) return undefined
    for (const table of [...this.#connections, ...this.#connections]) {
      const row = await table.find(from, to)
      if (row !== undefined) return row
    }
    return undefined
  }

  /** A socket's maker is known at once; only for those of our own user is it worth looking for the holder. */
  #otherThan({ group, claimed = 0 }: Launched, { uid, inode }: SocketRow): Other | undefined {
    if (uid !== this.#user) {
      const isPlugin = [group, claimed].some((pid) => processEntry(pid)?.group === group && actingUser(pid) === uid)
      return ofAnotherUser(uid, isPlugin)
    }
    const holding = this.#sockets.holding(group, new Set([inode]), [claimed])
    return holding === 'held' ? undefined : { who: holders[holding], isPlugin: false }
  }
}

/** Another process in the plugin's place. */
interface Other {
  /** `a process of another user (user id 1001)` */
  readonly who: string
  /** The launched plugin, which still may not be admitted. */
  readonly isPlugin: boolean
}

function ofAnotherUser(uid: number, isPlugin: boolean): Other {
  const who = isPlugin ? 'the plugin, which runs as another user than Slipway' : 'a process of another user'
  return { who: `${who} (user id ${uid})`, isPlugin }
}

const holders: Readonly<Record<Exclude<Holding, 'held'>, string>> = {
  'not-held': 'a process that was not launched as this plugin',
  hidden:
    'a process that Slipway may not inspect, such as one with privileges of its own (setuid, capabilities) or with an executable that cannot be read',
}

/** An address of IPv4 may be given as one of IPv6. */
function endpoint(address: string | undefined, port: number | undefined): Endpoint | undefined {
  return address === undefined || port === undefined ? undefined : { address: address.replace('::ffff:', ''), port }
}
