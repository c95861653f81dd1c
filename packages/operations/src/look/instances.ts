import type { InstanceState, StateStore } from '@slipway/stores'
import { mayRun } from '../state/open-calls.ts'
import type { ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { withState } from '../state/open-state.ts'

export interface ListedInstance {
  readonly name: string
  /** The recorded status; `running` during a run, `damaged` if its own record is unreadable. */
  readonly status: string
  /** The number of recorded resources. */
  readonly resources: number
  /** Present if none of the instance's resources can be destroyed or replaced. */
  readonly protected?: true
  /** The blueprint file of the instance's last deployment. */
  readonly blueprintFile?: string
  /** The time of the last change, in Unix milliseconds. */
  readonly updatedAt?: number
  /** The reason why the instance's record is unreadable. */
  readonly damage?: string
}

/** Lists the instances deployed from this folder in the order of their names, each followed by its children: `app`, `app/network`. */
export function listInstances(slipway: Slipway, request: ProjectRequest = {}): Promise<readonly ListedInstance[]> {
  return withState(slipway, request, 'look', async ({ store }) => {
    const known = await store.instances()
    return (await Promise.all(known.map(({ name, damage }) => listed(store, name, damage)))).flat()
  })
}

async function listed(store: StateStore, name: string, damage: string | undefined): Promise<readonly ListedInstance[]> {
  if (damage !== undefined) return [{ name, status: 'damaged', resources: 0, damage }]
  const state = await store.load(name, { skipDamaged: true })
  if (state === undefined) return [{ name, status: 'destroyed', resources: 0 }]
  return [rowOf(state, (await mayRun(store, name)) === true), ...childRows(state)]
}

function rowOf({ instance, resources }: InstanceState, running: boolean): ListedInstance {
  const { name, status, blueprintFile, updatedAt, protect = false } = instance
  return {
    name,
    status: running ? 'running' : status,
    resources: resources.filter(({ replaced }) => !replaced).length,
    updatedAt,
    ...(protect && { protected: true }),
    ...(blueprintFile !== undefined && { blueprintFile }),
  }
}

function childRows({ instance, resources, children = [] }: InstanceState): readonly ListedInstance[] {
  return children.map(({ name, status, blueprintFile, updatedAt }) => {
    const own = resources.filter((record) => !record.replaced && record.name.startsWith(`${name}/`))
    return { name: `${instance.name}/${name}`, status, resources: own.length, blueprintFile, updatedAt }
  })
}
