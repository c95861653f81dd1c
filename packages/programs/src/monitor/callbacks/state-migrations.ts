import { jsonProblem } from '@slipway/model'
import { monitor } from '@slipway/protocol/pulumi'
import type { ResourceRecord } from '@slipway/stores'
import { changesOf } from '../../migrations/record-changes.ts'
import { MigratedState } from '../../migrations/migrated-state.ts'
import type { Callback, Callbacks } from './callbacks.ts'
import type { Deployment } from '../deployment.ts'
import type { Goals } from '../goals/goals.ts'

const { StateMigrationRequest, StateMigrationResponse } = monitor

/** Matches statuses with an open call or an unknown result. */
const unsettled = /(?:-interrupted|ing|create-failed)$/

/** Functions of a program that rewrite the records of a resource and of all resources below it, before comparison. */
export class StateMigrations {
  readonly #deployment: Deployment
  readonly #goals: Goals
  readonly #callbacks: Callbacks

  constructor(deployment: Deployment, goals: Goals, callbacks: Callbacks) {
    this.#deployment = deployment
    this.#goals = goals
    this.#callbacks = callbacks
  }

  /**
   * @param urns the resource's own URN, and those of its aliases
   * @throws Failure for a failed function; TypeError for a state that would lose or invent a thing
   */
  async run(migrations: readonly Callback[], urns: readonly string[]): Promise<void> {
    const [urn = ''] = urns
    const before = this.#goals.recordedBelow(urns)
    const [root] = before.values()
    if (migrations.length === 0 || root === undefined) return
    const form = await this.#deployment.stateForm?.()
    if (form === undefined) throw new TypeError('state migrations belong to programs: a part of a component has none')
    const state = new MigratedState(Array.from(before.values(), (record) => form.write(record)))
    for (const migration of migrations) await this.#take(migration, urn, state)
    if (!state.isChanged) return
    assertSettled(before.values())
    await this.#goals.rewrite((records, newId, newName) => changesOf(state, before, { form, records, newId, newName }))
  }

  async #take(migration: Callback, urn: string, state: MigratedState): Promise<void> {
    const what = `the state migration of ${urn} failed`
    const oldState = Buffer.from(JSON.stringify(state.resources))
    const asked = [StateMigrationRequest, { urn, oldState }] as const
    const { newState, successors } = await this.#callbacks.call(migration, asked, StateMigrationResponse, what)
    if (newState.length === 0) return
    try {
      state.take(parsed(newState), successors)
    } catch (error) {
      throw error instanceof TypeError ? new TypeError(`the state migration of ${urn}: ${error.message}`) : error
    }
  }
}

function parsed(json: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(json).toString('utf8'))
  } catch (error) {
    throw new TypeError(`the new state: ${jsonProblem(error)}`, { cause: error })
  }
}

function assertSettled(records: Iterable<ResourceRecord>): void {
  for (const { name, status } of records)
    if (unsettled.test(status))
      throw new TypeError(`${name} is ${status}: first run the unchanged program again, then migrate the state`)
}
