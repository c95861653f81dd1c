import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { after, test } from 'node:test'
import { join } from 'node:path'
import { missing, startServer, type TestServer } from '../../packages/infra/src/testing/servers.ts'
import { parseAddress, type PostgresAddress } from '../../packages/stores/src/postgres/address.ts'
import { Link, type SqlRow } from '../../packages/stores/src/postgres/link.ts'
import { machineFolderFor } from '../../packages/stores/src/postgres/open-state.ts'
import { postgresStore, type PostgresStoreOptions } from '../../packages/stores/src/postgres/store.ts'
import type { StateStore } from '../../packages/stores/src/port.ts'
import { LosableSealer } from '../../packages/stores/src/testing.ts'

const skip = missing('postgres')

/** A new state that a machine has opened. */
export interface Place {
  readonly machine: Machine
  readonly address: PostgresAddress
  readonly store: StateStore
}

type OnServer = (name: string, body: (place: Place) => Promise<void>) => void

async function nothing(): Promise<void> {
  // There is no server to remove.
}

/** One server for all tests of a file; each test has a state of its own. */
export async function postgresServer(): Promise<{
  readonly server: Pick<TestServer, 'port' | 'kill' | 'start'>
  readonly onServer: OnServer
}> {
  const none = { port: 0, kill: nothing, start: nothing, remove: nothing }
  const server = skip === false ? await startServer('postgres') : none
  after(() => server.remove())
  const onServer: OnServer = (name, body) => {
    test(name, { skip }, async () => {
      const machine = new Machine()
      const address = freshAddress(server)
      const store = await machine.store(address)
      try {
        await body({ machine, address, store })
      } finally {
        await store.close().catch(() => undefined)
        machine.remove()
      }
    })
  }
  return { server, onServer }
}

let schemas = 0

/** The address of a schema that is still empty. */
export function freshAddress(server: Pick<TestServer, 'port'>): PostgresAddress {
  return parseAddress(`postgres://test@127.0.0.1:${server.port}/postgres?schema=s${++schemas}`)
}

/** A folder in place of `$XDG_STATE_HOME/slipway`: a machine and a user of their own. */
export class Machine {
  readonly top = mkdtempSync(join(tmpdir(), 'slipway-machine-'))

  /** Opens a store on this machine. */
  async store(address: PostgresAddress, options: Partial<PostgresStoreOptions> = {}): Promise<StateStore> {
    const { places = { env: {}, home: this.top } } = options
    const { top } = this
    const machine = await machineFolderFor(top, address, places)
    const store = postgresStore({ address, sealer: new LosableSealer(), machine, top, ...options, places })
    await store.open()
    return store
  }

  remove(): void {
    rmSync(this.top, { recursive: true, force: true })
  }
}

/** Runs a statement as another client than Slipway. */
export async function sql(server: Pick<TestServer, 'port'>, text: string): Promise<readonly SqlRow[]> {
  const patience = { connectMs: 60_000, statementMs: 60_000 }
  const link = new Link(freshAddress(server), { env: {}, home: '' }, patience)
  try {
    return await link.query(text)
  } finally {
    await link.close()
  }
}
