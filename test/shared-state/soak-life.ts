import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Relay } from '../../packages/infra/src/testing/relay.ts'
import type { TestServer } from '../../packages/infra/src/testing/servers.ts'
import { type Fault, randomFault } from '../soak/fault.ts'
import { type Deed, oneRun, type Verdict } from '../soak/one-run.ts'
import type { Random } from '../soak/random.ts'

type Server = Pick<TestServer, 'port' | 'kill' | 'start'>

/**
 * A life of `npm run soak` with its state in a database. In addition to the faults of a state in a folder, connections are cut in the middle of a
 * statement, answers are lost, and the server is killed and restarted.
 */
export async function lifeOnPostgres(server: Server, seed: number, planned?: readonly Deed[]): Promise<Verdict> {
  const relay = await Relay.to(server.port)
  const home = mkdtempSync(join(tmpdir(), 'slipway-soak-'))
  const state = `postgres://test@127.0.0.1:${relay.port}/postgres?schema=soak_${seed}`
  const env = { SLIPWAY_STATE: state, XDG_STATE_HOME: home }
  const faultOf = (random: Random): Fault =>
    random.chance(0.5) ? randomFault(random) : databaseFault(random, server, relay)
  try {
    return await oneRun(seed, planned, { env, faultOf })
  } finally {
    await relay.close()
    rmSync(home, { recursive: true, force: true })
  }
}

function databaseFault(random: Random, server: Server, relay: Relay): Fault {
  const afterMs = random.between(20, 700)
  switch (random.between(0, 3)) {
    case 0:
      return { kind: 'around', what: 'restart', afterMs, happen: () => restarted(server) }
    case 1:
      return { kind: 'around', what: 'lost answer', afterMs, happen: () => loseAnswer(relay) }
    default: {
      const bytes = random.between(1, 4_000)
      return { kind: 'around', what: `cut after ${bytes} bytes`, afterMs, happen: () => cut(relay, bytes) }
    }
  }
}

async function restarted(server: Server): Promise<void> {
  await server.kill()
  await server.start()
}

/** Milliseconds for which the network may be gone without a run giving up. */
const goneMs = 500

async function loseAnswer(relay: Relay): Promise<void> {
  relay.loseAnswersTo('SET commits')
  await sleep(goneMs)
  relay.clearUp()
}

async function cut(relay: Relay, bytes: number): Promise<void> {
  // The command may have ended before it has sent this many bytes.
  await Promise.race([relay.cutAfter(bytes), sleep(goneMs)])
  relay.clearUp()
}
