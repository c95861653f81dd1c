import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import {
  isStableAtOnce,
  type PluginErrorCode,
  type CurrentResource,
  type ResourceTypeDefinition,
  type ValueMap,
} from '@slipway/model'
import { withDefaults } from '@slipway/sdk/testing'
import type { ProviderSubject } from './provider.ts'
import { expect, type Check } from '../report.ts'
import { mayCompute, withComputed } from './computed-values.ts'

/** A resource that is really made, perhaps changed, and destroyed again. */
export interface Exercise {
  readonly type: string
  readonly spec: ValueMap
  /** The spec for an update in place. */
  readonly update?: ValueMap
  /** The code with which a create must fail; then nothing is made. */
  readonly fails?: PluginErrorCode
  /** How long it may take to stabilise, in milliseconds. */
  readonly stabiliseMs?: number
}

/** The life of one resource during its checks. */
export class Life {
  readonly subject: ProviderSubject
  readonly exercise: Exercise
  readonly definition: ResourceTypeDefinition
  /** The resource id with which it is made. */
  readonly id: string
  /** Spec and computed values after the last deploy. */
  state: ValueMap | undefined

  constructor(subject: ProviderSubject, exercise: Exercise, definition: ResourceTypeDefinition, id: string) {
    this.subject = subject
    this.exercise = exercise
    this.definition = definition
    this.id = id
  }

  /** Another life of the same resource, with another resource id. */
  under(id: string): Life {
    return new Life(this.subject, this.exercise, this.definition, id)
  }

  /** Creates the resource, or updates it if it exists. Returns a description of the result. */
  async deploy(spec: ValueMap): Promise<string> {
    this.state = await this.deployed(spec, this.state)
    const names = Object.keys(this.state).filter((name) => !(name in spec) && !name.startsWith('__'))
    return names.length === 0 ? 'it computes nothing' : `it computed ${names.join(', ')}`
  }

  /** The result of a deploy, with the defaults that the engine sends: a create when there is no `current`. */
  async deployed(given: ValueMap, current?: ValueMap): Promise<ValueMap> {
    const spec = withDefaults(this.definition.schema, given)
    const changes = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] }
    const { provider, context } = this.subject
    const request = { ...this.#identity(), spec, changes, context, ...(current && { current: recorded(current) }) }
    const computed = await this.#noted(provider.deploy(request))
    const state = withComputed(spec, computed)
    // The state counts for the removal, even if a check rejects it.
    this.#note(state)
    const stray = Object.keys(computed).find((path) => !mayCompute(this.definition.schema, path))
    expect(stray === undefined, `"${stray}" is not one of its computed properties`)
    return state
  }

  /** A deploy that fails may have made something. Only a type that finds by id can find it. */
  async #noted<T>(deploy: Promise<T>): Promise<T> {
    try {
      return await deploy
    } catch (error) {
      const { type, spec } = this.exercise
      if (this.definition.settlement === 'find')
        this.subject.remains.made(this.#key(), `${type} ${this.id}`, async () => {
          const found = await this.read(spec)
          if (found !== undefined) await this.destroy(found)
          return found !== undefined
        })
      throw error
    }
  }

  #note(state: ValueMap): void {
    this.subject.remains.made(this.#key(state), `${this.exercise.type} ${this.id}`, async () => {
      await this.destroy(state)
      return true
    })
  }

  #key(state?: ValueMap): string {
    const { idField } = this.definition
    const own = state === undefined ? '?' : idField === undefined ? '' : inspect(state[idField])
    return `${this.exercise.type} ${this.id} ${own}`
  }

  async stabilise(): Promise<string> {
    const { provider, context } = this.subject
    const spec = this.made()
    const deadline = performance.now() + (this.exercise.stabiliseMs ?? 60_000)
    for (let questions = 1, pause = 10; ; questions++, pause = Math.min(pause * 2, 1000)) {
      const { stabilised } = await provider.hasStabilised({ ...this.#identity(), spec, context })
      if (stabilised) return questions === 1 ? 'at once' : `after ${questions} questions`
      expect(!isStableAtOnce(this.definition, spec), 'it is not stable at once, though its type says so (unstableWith)')
      expect(performance.now() < deadline, `not stable after ${questions} questions`)
      await sleep(pause)
    }
  }

  read(spec: ValueMap): Promise<ValueMap | undefined> {
    return this.subject.provider.externalState({ ...this.#identity(), spec, context: this.subject.context })
  }

  async destroy(state = this.made()): Promise<void> {
    const { provider, context } = this.subject
    await provider.destroy({ ...this.#identity(), current: recorded(state), context })
    for (const key of [this.#key(state), this.#key()]) this.subject.remains.gone(key)
  }

  made(): ValueMap {
    expect(this.state !== undefined, 'it was not made')
    return this.state
  }

  /** The files beside the blueprint, without those that the host keeps there. */
  async filesAround(): Promise<readonly string[]> {
    const names = await readdir(this.subject.folder, { recursive: true })
    return names.filter((name) => !/^(log|run)(\/|$)/.test(name)).sort()
  }

  #identity() {
    const { id, exercise } = this
    // the name follows from the exercise, whatever the id, so that a plugin that goes by names is noticed
    const resourceName = exercise.type.replace('/', '-')
    const instanceId = `testkit-${this.subject.run}`
    return { type: exercise.type, resourceId: id, resourceName, instanceId, instanceName: 'testkit' }
  }
}

function recorded(spec: ValueMap): CurrentResource {
  return { spec, status: 'created', dependsOn: [], lastDeployed: 0 }
}

/** Makes checks with names that begin with the type. */
export function named(type: string): (name: string, run: (life: Life) => Promise<string>) => Check<Life> {
  return (name, run) => ({ name: `${type}: ${name}`, run })
}
