import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, start, type Ended, type Running } from '../../ledger/command.ts'
import type { ProviderName } from './build.ts'
import { asBlueprint } from './reference/as-blueprint.ts'
import type { Configuration } from './reference/case.ts'
import { makeMachine, mirrored, placeProvider, type Machine } from './reference/machine.ts'

/** A machine on which Slipway drives providers that are installed there. */
export interface Yard extends Machine {
  /** `NAME=value`, which only the processes of this machine have in their environment. */
  readonly mark: string
  write(wanted: Configuration): void
  run(...args: string[]): Promise<Ended>
  start(...args: string[]): Running
  /** The calls of the providers so far: `create harbor_berth north-1`. */
  calls(owner: 'harbor' | 'mill'): readonly string[]
}

export async function makeYard(
  providers: readonly ProviderName[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Yard> {
  const machine = makeMachine(variables)
  const { at } = machine
  const home = at('home')
  for (const name of providers) {
    const place = join(home, 'terraform', mirrored(name, 'registry.opentofu.org'), '..')
    await placeProvider(name, place, `terraform-provider-${name}`)
  }
  mkdirSync(at('files'))
  const env = {
    ...machine.env,
    HOME: home,
    SLIPWAY_HOME: home,
    // The test itself has put the providers there.
    SLIPWAY_TRUST: '1',
    XDG_CACHE_HOME: join(import.meta.dirname, '../../../node_modules/.cache/terraform-of-tests'),
    XDG_CONFIG_HOME: at('config'),
    // If this folder exists, a provider records its requests and answers in it.
    TF_LOG_SDK_PROTO_DATA_DIR: at('data'),
  }
  const shell = { folder: machine.folder, env }
  return {
    ...machine,
    env,
    mark: `HARBOR_STORE=${at('store/harbor')}`,
    write: (wanted) => writeFileSync(at('site.blueprint.yaml'), asBlueprint(wanted, providers)),
    run: (...args) => run(shell, args),
    start: (...args) => start(shell, args),
    calls: (owner) => linesOf(at(`store/${owner}/calls.log`)),
  }
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n')
  } catch {
    return []
  }
}
