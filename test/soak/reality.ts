import { run } from '../ledger/command.ts'
import { processesLeft, type LedgerEntry, type World } from '../ledger/world.ts'
import type { LateService } from './late-service.ts'
import type { Shape } from './shape.ts'

/** A row of `slipway state list --json`. */
export interface Row {
  readonly name: string
  readonly status: string
  readonly id: string
  readonly replaced: boolean
}

/** A world with its service. */
export interface Trial {
  readonly world: World
  readonly service: LateService
}

/** All that exists outside, in the ledger and in the service. */
export function reality({ world, service }: Trial): readonly LedgerEntry[] {
  return [...world.entries(), ...service.things()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

export async function listed(world: World): Promise<readonly Row[]> {
  const list = await run(world, ['state', 'list', '--json'])
  if (list.code !== 0) throw new Error(`the state cannot be read: ${list.stderr}`)
  return JSON.parse(list.stdout) as Row[]
}

/** True of a create of which nobody knows what became of it. */
export function isInDoubt({ status }: Row): boolean {
  return status === 'create-interrupted' || status === 'create-failed'
}

/** State against reality: nothing lost, nothing twice, everything as wanted; what nobody knows about has its name. */
export async function compare(trial: Trial, shape: Shape): Promise<readonly string[]> {
  const wrong: string[] = []
  const wanted = shape.entries.map(({ name }) => name).sort()
  const rows = await listed(trial.world)
  const recorded = rows.filter((row) => !isInDoubt(row)).map(({ name }) => name)
  const real = reality(trial)
  const names = real.map(({ name }) => name)
  if (recorded.toSorted().join() !== wanted.join()) wrong.push(`state has ${recorded.join()}; wanted ${wanted.join()}`)
  if (names.join() !== wanted.join()) wrong.push(`there exist ${names.join()}; wanted ${wanted.join()}`)
  const ids = new Map(real.map(({ name, id }) => [name, id]))
  for (const { name, label: given, needs } of shape.entries) {
    const label = [given, ...needs.map((need) => ids.get(need))].join(' ')
    const entry = real.find((one) => one.name === name)
    if (entry !== undefined && entry.label !== label) wrong.push(`${name} is "${entry.label}", wanted "${label}"`)
  }
  const left = await processesLeft(trial.world, 10_000)
  if (left.length > 0) wrong.push(`processes left at the end: ${left.join('; ')}`)
  return wrong
}

/** Things that have gone or changed: none that is wanted again as it was may be among them. */
export function lostSince(before: readonly LedgerEntry[], trial: Trial): readonly string[] {
  const ids = new Set(reality(trial).map(({ id }) => id))
  return before.filter(({ id }) => !ids.has(id)).map(({ name, id }) => `${name} (${id}) was as wanted, and is gone`)
}
