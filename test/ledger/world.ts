import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { oneFile } from '../one-file.ts'

export interface LedgerEntry {
  readonly id: string
  readonly tag: string
  readonly name: string
  readonly label: string
}

/** A folder of its own with a blueprint, a plugin root that holds the ledger provider, and the ledger's outside world. */
export interface World {
  readonly folder: string
  readonly ledger: string
  /** The environment of every command in this world. */
  readonly env: NodeJS.ProcessEnv
  writeBlueprint(text: string): void
  /** Installs `acme/faulty`, which has a behaviour of faulty/plugin.ts; its type is `faulty/thing`. */
  installFaulty(behaviour: string): void
  /** Installs `test/late` for a service (late-service.ts) at this address; its type is `late/thing`. */
  installLate(address: string, manners?: 'stubborn'): void
  /** Everything that exists outside, sorted by name. */
  entries(): readonly LedgerEntry[]
  orderAccident(fault: Accident): void
  cancelAccident(): void
  remove(): void
}

export interface Accident {
  readonly method: 'deploy' | 'read' | 'destroy'
  readonly when: 'before' | 'after'
  readonly at: number
  /** `wait`: this call and all later ones wait until the accident is cancelled. */
  readonly how: 'die' | 'hang' | 'wait'
}

/** @param service the address of the service for `ledger/remote` */
export function makeWorld(service = ''): World {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-world-'))
  const ledger = join(folder, 'ledger')
  const plugins = join(folder, 'plugins')
  mkdirSync(ledger)
  install(plugins, 'test/ledger', 'provider.ts')
  return {
    folder,
    ledger,
    env: {
      ...process.env,
      LEDGER_DIR: ledger,
      LEDGER_SERVICE: service,
      CELERITY_DEPLOY_ENGINE_PLUGIN_PATH: plugins,
      XDG_CONFIG_HOME: join(folder, 'config'),
      NO_COLOR: '1',
    },
    writeBlueprint: (text) => writeFileSync(join(folder, 'ledger.blueprint.yaml'), text),
    installFaulty: (behaviour) => install(plugins, 'acme/faulty', '../faulty/plugin.ts', `${behaviour} acme/faulty`),
    installLate: (address, manners) => install(plugins, 'test/late', 'late-provider.ts', `${address} ${manners ?? ''}`),
    entries: () => readEntries(ledger),
    orderAccident: (fault) => writeFileSync(join(ledger, 'fault.json'), JSON.stringify(fault)),
    cancelAccident: () => rmSync(join(ledger, 'fault.json'), { force: true }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Installs a provider where discovery looks for it: `providers/test/ledger/1.0.0/plugin`. */
function install(root: string, id: string, script: string, args = ''): void {
  const folder = join(root, 'providers', id, '1.0.0')
  mkdirSync(folder, { recursive: true })
  const plugin = join(folder, 'plugin')
  writeFileSync(plugin, `#!/bin/sh\nexec node '${oneFile(join(import.meta.dirname, script))}' ${args}\n`)
  chmodSync(plugin, 0o755)
}

function readEntries(ledger: string): readonly LedgerEntry[] {
  const folder = join(ledger, 'entries')
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as LedgerEntry)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

/** The world's engine and plugins that still run when patience is over. */
export function processesLeft(world: World, patienceMs: number): Promise<readonly string[]> {
  return processesWith(`LEDGER_DIR=${world.ledger}`, patienceMs)
}

/** Processes with this `NAME=value` in their environment. Waits for them to end, at most for the given time. */
export async function processesWith(variable: string, patienceMs: number): Promise<readonly string[]> {
  const end = performance.now() + patienceMs
  for (;;) {
    const left = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && hasVariable(pid, variable))
    if (left.length === 0 || performance.now() > end) return left.map(describe)
    await sleep(25)
  }
}

function hasVariable(pid: string, variable: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(variable)
  } catch {
    return false
  }
}

function describe(pid: string): string {
  try {
    return `${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`
  } catch {
    return pid
  }
}
