import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { linesOf, parseSocketRow, writtenEnds, type Endpoint, type Family, type SocketRow } from './socket-rows.ts'

/** Milliseconds for which a long table may keep this process from anything else. */
const sliceMs = 5
/** After a look that strangers have provoked, the next one waits this many times as long as that look took. */
const restFactor = 4

interface Wanted {
  readonly ends: string
  readonly resolve: (row: SocketRow | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * The system's current list of connections on this machine. A look takes milliseconds, even for a short list, so all callers that ask
 * during a look share the next one.
 */
export class ConnectionTable {
  readonly #path: string
  readonly #family: Family
  #wanted: Wanted[] = []
  #isLooking = false
  #isProvoked = false

  constructor(path: string, family: Family) {
    this.#path = path
    this.#family = family
  }

  /** The socket at this end of a connection to that end; `undefined` when there is none. Fails with the system's error. */
  find(from: Endpoint, to: Endpoint): Promise<SocketRow | undefined> {
    return new Promise((resolve, reject) => {
      this.#wanted.push({ ends: writtenEnds(from, to, this.#family), resolve, reject })
      if (!this.#isLooking) void this.#lookForAll()
    })
  }

  /**
   * Slows the looks down: strangers have provoked one, and most of the time must stay free for other work, however many strangers there
   * are.
   */
  rest(): void {
    this.#isProvoked = true
  }

  async #lookForAll(): Promise<void> {
    this.#isLooking = true
    while (this.#wanted.length > 0) {
      // Callers in the same turn of the event loop share the look-up.
      await nextTurn()
      const wanted = this.#wanted
      this.#wanted = []
      this.#isProvoked = false
      const begun = performance.now()
      try {
        const found = await this.#look(new Set(wanted.map(({ ends }) => ends)))
        for (const { ends, resolve } of wanted) resolve(found.get(ends))
      } catch (error) {
        for (const { reject } of wanted) reject(error)
      }
      // The callers now find out who owns their connections; that time counts, too.
      await nextTurn()
      if (this.#isProvoked) await sleep(restFactor * (performance.now() - begun))
    }
    this.#isLooking = false
  }

  async #look(wanted: ReadonlySet<string>): Promise<ReadonlyMap<string, SocketRow>> {
    const found = new Map<string, SocketRow>()
    let sliceBegan = performance.now()
    for (const line of linesOf(this.#path)) {
      const row = parseSocketRow(line)
      if (row !== undefined && wanted.has(row.ends) && found.set(row.ends, row).size === wanted.size) break
      if (performance.now() - sliceBegan < sliceMs) continue
      await nextTurn()
      sliceBegan = performance.now()
    }
    return found
  }
}
