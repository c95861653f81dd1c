import { setTimeout as sleep } from 'node:timers/promises'
import { valueMap, type CurrentResource, type ResourceTypeDefinition, type ValueMap } from '@slipway/model'
import { says } from './found.ts'
import type { ProviderSubject } from './provider.ts'
import { expect, type Check } from '../report.ts'

/** A resource to be made, perhaps changed, and destroyed again, for real. */
export interface Exercise {
  readonly type: string
  readonly spec: ValueMap
  /** The spec to change it to in place. */
  readonly update?: ValueMap
  /** How long it may take to stabilise, in milliseconds. */
  readonly stabiliseMs?: number
}

/** The life of one resource, as its checks go along. */
export class Life {
  readonly subject: ProviderSubject
  readonly exercise: Exercise
  readonly #definition: ResourceTypeDefinition
  readonly #identity
  /** Spec and computed values after the last deploy. */
  state: ValueMap | undefined

  constructor(subject: ProviderSubject, exercise: Exercise, definition: ResourceTypeDefinition, number: number) {
    this.subject = subject
    this.exercise = exercise
    this.#definition = definition
    const id = `testkit-${number}`
    this.#identity = {
      type: exercise.type,
      resourceId: id,
      resourceName: id,
      instanceId: 'testkit',
      instanceName: 'testkit',
    }
  }

  get findable(): boolean {
    return this.#definition.settlement === 'find'
  }

  async deploy(spec: ValueMap): Promise<string> {
    const { provider, context } = this.subject
    const current = this.state && recorded(this.state)
    const changes = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] }
    const computed = await provider.deploy({ ...this.#identity, spec, changes, context, ...(current && { current }) })
    const values = Object.entries(computed).map(([path, value]) => [this.#expectComputed(path), value] as const)
    this.state = valueMap([...Object.entries(spec), ...values])
    return values.length === 0 ? 'it computes nothing' : `it computed ${values.map(([name]) => name).join(', ')}`
  }

  #expectComputed(path: string): string {
    const name = path.replace(/^spec\./, '')
    const property = this.#definition.schema.attributes?.[name.split(/[.[]/)[0] ?? '']
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
      const { stabilised } = await provider.hasStabilised({ ...this.#identity, spec, context })
      if (stabilised) return questions === 1 ? 'at once' : `after ${questions} questions`
      expect(performance.now() < deadline, `not stable after ${questions} questions`)
      await sleep(pause)
    }
  }

  read(spec: ValueMap): Promise<ValueMap | undefined> {
    return this.subject.provider.externalState({ ...this.#identity, spec, context: this.subject.context })
  }

  async destroy(): Promise<void> {
    const current = recorded(this.made())
    await this.subject.provider.destroy({ ...this.#identity, current, context: this.subject.context })
  }

  made(): ValueMap {
    expect(this.state !== undefined, 'it was not made')
    return this.state
  }
}

/** In this order. The last of them destroys it, whatever became of the others. */
export function lifeChecks({ exercise, findable }: Life): readonly Check<Life>[] {
  const { type, spec, update } = exercise
  const named = (name: string, run: (life: Life) => Promise<string>): Check<Life> => ({ name: `${type}: ${name}`, run })
  return [
    named('is created', (life) => life.deploy(spec)),
    named('stabilises', (life) => life.stabilise()),
    named('is read as it is', async (life) => expectFound(await life.read(life.made()), spec)),
    ...(findable
      ? [named('is found when its creation is in doubt', async (life) => expectFound(await life.read(spec), spec))]
      : []),
    ...(update === undefined
      ? []
      : [
          named('is updated', async (life) => {
            life.made()
            return life.deploy(update)
          }),
          named('stabilises after the update', (life) => life.stabilise()),
          named('is read as updated', async (life) => expectFound(await life.read(life.made()), update)),
        ]),
    named('is destroyed', async (life) => {
      await life.destroy()
      return 'it is gone'
    }),
    named('may be destroyed twice', async (life) => {
      await life.destroy()
      return 'it was gone already'
    }),
    ...(findable
      ? [
          named('is not found when it is gone', async (life) => {
            expect((await life.read(life.made())) === undefined, 'it is still found')
            return 'nothing is found'
          }),
        ]
      : []),
  ]
}

function expectFound(actual: ValueMap | undefined, spec: ValueMap): string {
  expect(actual !== undefined, 'it is not found')
  for (const [name, value] of Object.entries(spec)) {
    expect(says(actual[name], value), `"${name}" is read as something else than was deployed`)
  }
  return `${Object.keys(actual).length} properties`
}

function recorded(spec: ValueMap): CurrentResource {
  return { spec, status: 'created', dependsOn: [], lastDeployed: 0 }
}
