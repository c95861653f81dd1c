import { type ListedResource, listState } from '@slipway/operations'
import { processesLeft, type LedgerEntry, type World } from '../ledger/world.ts'
import type { LateService } from './late-service.ts'
import type { Shape } from './shape.ts'

/** A world with its service. */
export interface Trial {
  readonly world: World
  readonly service: LateService
}

/** Everything that exists outside, in the ledger and in the service. */
export function reality({ world, service }: Trial): readonly LedgerEntry[] {
  return [...world.entries(), ...service.things()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The output of `slipway state list`, computed in this process, since a life needs it often. */
export async function listed({ folder: cwd, env }: World): Promise<readonly ListedResource[]> {
  const { resources, damaged } = await listState({ env, cwd })
  if (damaged.length > 0) throw new Error(`${damaged.length} records of the state cannot be read`)
  return resources
}

/** True for a create with an unknown outcome. */
export function isInDoubt({ status }: ListedResource): boolean {
  return status === 'create-interrupted' || status === 'create-failed'
}

/**
 * Compares the state with reality: nothing lost, nothing twice, everything as wanted; a thing in doubt has its name.
 * @param rows of the state, as they are now
 */
export async function compare(trial: Trial, shape: Shape, rows: readonly ListedResource[]): Promise<readonly string[]> {
  const wrong: string[] = []
  const wanted = shape.entries.map(({ name }) => name).sort()
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
  const left = await processesLeft(trial.world, 30_000)
  if (left.length > 0) wrong.push(`processes left at the end: ${left.join('; ')}`)
  return wrong
}

/** Things that are gone or have changed. None of them may be wanted again as it was. */
export function lostSince(before: readonly LedgerEntry[], trial: Trial): readonly string[] {
  const ids = new Set(reality(trial).map(({ id }) => id))
  return before.filter(({ id }) => !ids.has(id)).map(({ name, id }) => `${name} (${id}) was as wanted, and is gone`)
}
