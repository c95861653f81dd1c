import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  isStableAtOnce,
  type PluginErrorCode,
  valueMap,
  type CurrentResource,
  type ResourceTypeDefinition,
  type ValueMap,
} from '@slipway/model'
import { withDefaults } from '@slipway/sdk/testing'
import type { ProviderSubject } from './provider.ts'
import { expect, type Check } from '../report.ts'

/** A resource to be made, perhaps changed, and destroyed again, for real. */
export interface Exercise {
  readonly type: string
  readonly spec: ValueMap
  /** The spec to change it to in place. */
  readonly update?: ValueMap
  /** A create of it must fail so; then nothing is made. */
  readonly fails?: PluginErrorCode
  /** How long it may take to stabilise, in milliseconds. */
  readonly stabiliseMs?: number
}

/** The life of one resource, as its checks go along. */
export class Life {
  readonly subject: ProviderSubject
  readonly exercise: Exercise
  readonly definition: ResourceTypeDefinition
  /** The resource id that it is made under. */
  readonly id: string
  /** Spec and computed values after the last deploy. */
  state: ValueMap | undefined

  constructor(subject: ProviderSubject, exercise: Exercise, definition: ResourceTypeDefinition, id: string) {
    this.subject = subject
    this.exercise = exercise
    this.definition = definition
    this.id = id
  }

  /** The same resource to be, under another resource id. */
  under(id: string): Life {
    return new Life(this.subject, this.exercise, this.definition, id)
  }

  /** Creates the resource, or updates it if it exists. Returns a description of the result. */
  async deploy(spec: ValueMap): Promise<string> {
    this.state = await this.deployed(spec, this.state)
    const names = Object.keys(this.state).filter((name) => !(name in spec))
    return names.length === 0 ? 'it computes nothing' : `it computed ${names.join(', ')}`
  }

  /** The result of a deploy, with the defaults that the engine sends: a create when there is no `current`. */
  async deployed(given: ValueMap, current?: ValueMap): Promise<ValueMap> {
    const spec = withDefaults(this.definition.schema, given)
    const changes = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] }
    const { provider, context } = this.subject
    const request = { ...this.#identity(), spec, changes, context, ...(current && { current: recorded(current) }) }
    const computed = Object.entries(await provider.deploy(request))
    return valueMap([
      ...Object.entries(spec),
      ...computed.map(([path, value]) => [this.#expectComputed(path), value] as const),
    ])
  }

  #expectComputed(path: string): string {
    const name = path.replace(/^spec\./, '')
    const property = this.definition.schema.attributes?.[name.split(/[.[]/)[0] ?? '']
    const declared =
      property?.computed === true || property?.computedWhenOmitted === true || property?.attributes !== undefined
    expect(declared, `"${path}" is not one of its computed properties`)
    return name
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
  }

  made(): ValueMap {
    expect(this.state !== undefined, 'it was not made')
    return this.state
  }

  /** The files beside the blueprint, but for those the host keeps there. */
  async filesAround(): Promise<readonly string[]> {
    const names = await readdir(this.subject.folder, { recursive: true })
    return names.filter((name) => !/^(log|run)(\/|$)/.test(name)).sort()
  }

  #identity() {
    const { id, exercise } = this
    // the name is that of the exercise, whatever the id, so that a plugin that goes by names is found out
    const resourceName = exercise.type.replace('/', '-')
    return { type: exercise.type, resourceId: id, resourceName, instanceId: 'testkit', instanceName: 'testkit' }
  }
}

function recorded(spec: ValueMap): CurrentResource {
  return { spec, status: 'created', dependsOn: [], lastDeployed: 0 }
}

/** Makes checks with names that begin with the type. */
export function named(type: string): (name: string, run: (life: Life) => Promise<string>) => Check<Life> {
  return (name, run) => ({ name: `${type}: ${name}`, run })
}
