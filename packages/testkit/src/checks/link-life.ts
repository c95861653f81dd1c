import { type CurrentLink, endsOfLinkType, type LinkAction, type LinkedResource, type ValueMap } from '@slipway/model'
import { expect, type Check } from '../report.ts'
import { says } from './found.ts'
import type { Life } from './life.ts'
import { identityOf, linkContextOf, noChanges, noLinkChanges } from './links.ts'

/** A link to be made between two resources and removed again, for real. */
export interface LinkExercise {
  /** `acme/function::acme/table` */
  readonly type: string
  /** Specs of the two resources. */
  readonly a: ValueMap
  readonly b: ValueMap
  /** What they say of the link. */
  readonly annotations?: ValueMap
  /** Data of the link that is known beforehand. */
  readonly expect?: ValueMap
}

/** The life of a link, as its checks go along. */
export class LinkLife {
  readonly exercise: LinkExercise
  readonly a: Life
  readonly b: Life
  current: CurrentLink | undefined

  constructor(exercise: LinkExercise, a: Life, b: Life) {
    this.exercise = exercise
    this.a = a
    this.b = b
  }

  /** All its phases, each with what the ones before have answered. Gives the data. */
  async run(action: LinkAction): Promise<ValueMap> {
    const { links } = this.a.subject.provider
    expect(links !== undefined, 'the plugin has no links')
    const [a, b] = [this.#linked(this.a), this.#linked(this.b)]
    const about = { ...identityOf(this.exercise.type), action, changes: noLinkChanges, ...this.#around() }
    const first = await links.updateResource({ ...about, end: 'a', resource: a, other: b })
    const second = await links.updateResource({ ...about, end: 'b', resource: b, other: a })
    const between = await links.updateIntermediaries({ ...about, a, b })
    const data = { ...first.data, ...second.data, ...between.data }
    this.current = { data, intermediaries: between.intermediaries, status: 'created', lastDeployed: 0 }
    return data
  }

  async stage(): Promise<void> {
    const { links } = this.a.subject.provider
    const [a, b] = [this.#linked(this.a), this.#linked(this.b)]
    const changes = { a: noChanges, b: noChanges }
    await links?.stage({ ...identityOf(this.exercise.type), a, b, changes, ...this.#around() })
  }

  #around() {
    return {
      context: linkContextOf(this.a.subject),
      ...(this.current !== undefined && { current: this.current }),
    }
  }

  #linked(life: Life): LinkedResource {
    const spec = life.made()
    const { exercise } = life
    const { annotations } = this.exercise
    return {
      type: exercise.type,
      resourceId: life.id,
      resourceName: exercise.type.replace('/', '-'),
      instanceId: 'testkit',
      spec,
      current: { spec, status: 'created', dependsOn: [], lastDeployed: 0 },
      ...(annotations !== undefined && { metadata: { annotations } }),
    }
  }
}

/** In this order. What was made is destroyed, whatever became of the checks before. */
export function linkLifeChecks({ type, expect: wanted = {} }: LinkExercise): readonly Check<LinkLife>[] {
  const [typeA = '', typeB = ''] = endsOfLinkType(type) ?? []
  const named = (name: string, run: (link: LinkLife) => Promise<string>): Check<LinkLife> => ({
    name: `${type}: ${name}`,
    run,
  })
  return [
    named('has two resources to link', async ({ a, b, exercise }) => {
      await a.deploy(exercise.a)
      await b.deploy(exercise.b)
      return `a ${typeA} and a ${typeB}`
    }),
    named('is staged', async (link) => {
      await link.stage()
      return 'it says what it will do'
    }),
    named('is made', async (link) => expectData(await link.run('create'), wanted)),
    named('may be made again', async (link) => expectData(await link.run('create'), wanted)),
    named('is updated without a change', async (link) => expectData(await link.run('update'), wanted)),
    named('is removed', async (link) => {
      await link.run('destroy')
      return 'it is gone'
    }),
    named('may be removed twice', async (link) => {
      await link.run('destroy')
      return 'it was gone already'
    }),
    named('leaves its resources to be destroyed', async ({ a, b }) => {
      const ends = await Promise.allSettled([a, b].map((life) => life.destroy()))
      const failed = ends.find((end) => end.status === 'rejected')
      if (failed !== undefined) throw failed.reason
      return 'they are gone'
    }),
  ]
}

function expectData(data: ValueMap, wanted: ValueMap): string {
  for (const [name, value] of Object.entries(wanted))
    expect(says(data[name], value), `"${name}" of its data is not what it should be`)
  const names = Object.keys(data)
  return names.length === 0 ? 'it has no data' : `its data: ${names.join(', ')}`
}
