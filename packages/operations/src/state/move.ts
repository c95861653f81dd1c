import { resolve } from 'node:path'
import { Failure } from '@slipway/model'
import { countsOf, digestOf, isDatabaseUrl, movedState, type Found, type MovableState } from '@slipway/stores'
import { movableFolder } from '@slipway/stores/upkeep'
import { findProject, type ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { machineStates, sharedState } from '../store/shared-state.ts'
import { statePlaceText, type StatePlace } from '../store/state-driver.ts'
import { checkStatePlace } from '../store/state-place.ts'
import { agreed, type Agree } from './change-state.ts'
import { withWholeState } from './keys/whole-state.ts'

/** A question whether to move the state to another place. */
export interface MoveQuestion {
  /** The folder of the state, or the address of its database. */
  readonly from: string
  readonly to: string
}

export interface Moved extends MoveQuestion {
  /** The outcome. `finished`: this call completed an interrupted move. */
  readonly outcome: 'moved' | 'finished' | 'declined'
  readonly instances: number
  readonly records: number
}

export interface MoveRequest extends ProjectRequest {
  readonly agree?: Agree<MoveQuestion> | undefined
}

/**
 * Moves the whole state from a folder into a database, or back. Compares the copy with the original before the copy is used. The original
 * stays but becomes unusable.
 *
 * @param to a folder, or `postgres://…`
 */
export async function moveState(slipway: Slipway, to: string, { agree, ...request }: MoveRequest = {}): Promise<Moved> {
  const project = await findProject(slipway, request, 'looks')
  checkStatePlace(project, 'write')
  const target = await placeNamed(slipway, to)
  const places = { from: statePlaceText(project.folders), to: statePlaceText(target) }
  if (places.from === places.to)
    throw new Failure('state/same-place', `the state is already in ${places.to}`, { hint: 'name another place' })
  checkStatePlace({ ...project, folders: target }, 'write')
  const [source, copy] = [await movable(project.folders), await movable(target)]
  const there = await copy.look()
  const here = await source.look()
  if (here.is === 'gone') return await finished(copy, places, here, there)
  if (here.is === 'none' || here.is === 'empty')
    throw new Failure('state/no-state', `there is no state in ${places.from}`, { hint: 'slipway up makes one' })
  if (here.is === 'arriving') throw movedState(places.from, `<${here.from}`)
  if (there.is === 'live')
    throw new Failure('state/not-empty', `${places.to} already has a state`, {
      hint: 'name another folder, or another schema: ?schema=NAME at the end of the URL',
    })
  if (!(await agreed(agree, places))) return { ...places, outcome: 'declined', instances: 0, records: 0 }
  return await withWholeState(slipway, request, 'slipway state move', async ({ store, lockAll }) => {
    const { unbound } = await store.seals()
    if (unbound > 0)
      throw new Failure(
        'state/old-form',
        'the state has secrets in the form of Slipway 0.1.0, which are not bound to a state',
        {
          hint: 'seal them again first: slipway state key rotate',
        },
      )
    await lockAll()
    const content = await source.read()
    const digest = digestOf(content)
    await copy.receive(content, places.from)
    const copied = await copy.read()
    if (digestOf(copied) !== digest || !isSameCount(countsOf(copied), countsOf(content)))
      throw new Failure('state/corrupt', `the copy in ${places.to} differs from the original`, {
        hint: 'nothing was moved, and the copy cannot be used; run the command again',
      })
    await source.leave(places.to, digest)
    await copy.settle()
    return { ...places, outcome: 'moved', instances: countsOf(content).size, records: content.rows.length }
  })
}

function isSameCount(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return a.size === b.size && [...a].every(([instance, count]) => b.get(instance) === count)
}

/** Completes an interrupted move, whose original is already closed and whose copy is not yet open. */
async function finished(
  copy: MovableState,
  places: MoveQuestion,
  here: Extract<Found, { is: 'gone' }>,
  there: Found,
): Promise<Moved> {
  if (here.to !== places.to || there.is !== 'arriving' || there.from !== places.from)
    throw movedState(places.from, `>${here.to}`)
  await copy.settle()
  const content = await copy.read()
  return { ...places, outcome: 'finished', instances: countsOf(content).size, records: content.rows.length }
}

async function placeNamed({ cwd, env }: Slipway, to: string): Promise<StatePlace> {
  if (!isDatabaseUrl(to)) return { state: resolve(cwd, to) }
  const shared = await sharedState(to, env, machineStates(env))
  return { state: shared.machine.path, shared }
}

async function movable({ state, shared }: StatePlace): Promise<MovableState> {
  if (shared === undefined) return movableFolder(state)
  return (await import('@slipway/stores/postgres')).movableDatabase(shared)
}
