import {
  type CurrentLink,
  endsOfLinkType,
  type IntermediaryResource,
  type IntermediaryStates,
  type LinkAction,
  type LinkedResource,
  type PluginErrorCode,
  type ValueMap,
} from '@slipway/model'
import { expect, type Check } from '../report.ts'
import { failsWith } from './answers.ts'
import { says } from './found.ts'
import type { Life } from './life.ts'
import { identityOf, linkContextOf, noChanges, noLinkChanges } from './links.ts'

/** A link that is really made between two resources, and removed again. */
export interface LinkExercise {
  /** `acme/function::acme/table` */
  readonly type: string
  /** Specs of the two resources. */
  readonly a: ValueMap
  readonly b: ValueMap
  /** The annotations of both ends for the link. */
  readonly annotations?: ValueMap
  /** Known data of the link. */
  readonly expect?: ValueMap
  /** The code with which making it must fail; it is removed all the same. */
  readonly fails?: PluginErrorCode
}

/** The life of a link during its checks. */
export class LinkLife {
  readonly exercise: LinkExercise
  readonly a: Life
  readonly b: Life
  current: CurrentLink | undefined
  /** The things that the link had made between its ends when it was last complete. */
  made: readonly IntermediaryResource[] = []

  constructor(exercise: LinkExercise, a: Life, b: Life) {
    this.exercise = exercise
    this.a = a
    this.b = b
  }

  /** Runs all its phases, each with the answers of the phases before it. Returns the data. */
  async run(action: LinkAction): Promise<ValueMap> {
    const { links } = this.a.subject.provider
    expect(links !== undefined, 'the plugin has no links')
    const [a, b] = [this.#linked(this.a), this.#linked(this.b)]
    const about = { ...identityOf(this.exercise.type), action, changes: noLinkChanges, ...this.#around() }
    const { remains } = this.a.subject
    const key = `${this.exercise.type} ${this.a.id}`
    if (action !== 'destroy')
      remains.made(key, `${this.exercise.type} between ${this.a.id} and ${this.b.id}`, async () => {
        await this.run('destroy')
        return true
      })
    const first = await links.updateResource({ ...about, end: 'a', resource: a, other: b })
    const second = await links.updateResource({ ...about, end: 'b', resource: b, other: a })
    const between = await links.updateIntermediaries({ ...about, a, b })
    const data = { ...first.data, ...second.data, ...between.data }
    this.current = { data, intermediaries: between.intermediaries, status: 'created', lastDeployed: 0 }
    if (action === 'destroy') remains.gone(key)
    else this.made = between.intermediaries
    return data
  }

  /** The real states of its intermediaries, by id. */
  async states(): Promise<IntermediaryStates> {
    const { links } = this.a.subject.provider
    const [a, b] = [this.#linked(this.a), this.#linked(this.b)]
    const current = { data: {}, status: 'created', lastDeployed: 0, intermediaries: this.made } as const
    const around = { context: linkContextOf(this.a.subject), current: { ...this.current, ...current } }
    return (await links?.intermediaryStates({ ...identityOf(this.exercise.type), a, b, ...around })) ?? {}
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
      instanceId: `testkit-${life.subject.run}`,
      spec,
      current: { spec, status: 'created', dependsOn: [], lastDeployed: 0 },
      ...(annotations !== undefined && { metadata: { annotations } }),
    }
  }
}

type Named = (name: string, run: (link: LinkLife) => Promise<string>, level?: 'should') => Check<LinkLife>

/** The checks run in this order. Everything made is destroyed, even if earlier checks fail. */
export function linkLifeChecks({ type, expect: wanted = {}, fails }: LinkExercise): readonly Check<LinkLife>[] {
  const [typeA = '', typeB = ''] = endsOfLinkType(type) ?? []
  const named: Named = (name, run, level) => ({ name: `${type}: ${name}`, run, ...(level && { level }) })
  return [
    named('has two resources to link', async ({ a, b, exercise }) => {
      await a.deploy(exercise.a)
      await b.deploy(exercise.b)
      return `a ${typeA} and a ${typeB}`
    }),
    ...(fails === undefined
      ? makingChecks(named, wanted)
      : [named(`fails with ${fails}`, (link) => failsWith(fails, link.run('create')))]),
    named('is removed', async (link) => {
      await link.run('destroy')
      return 'it is gone'
    }),
    named('may be removed twice', async (link) => {
      await link.run('destroy')
      return 'it was gone already'
    }),
    ...(fails === undefined ? [named('leaves nothing between its ends', expectNothingBetween)] : []),
    named('leaves its resources to be destroyed', async ({ a, b }) => {
      const ends = await Promise.allSettled([a, b].map((life) => life.destroy()))
      const failed = ends.find((end) => end.status === 'rejected')
      if (failed !== undefined) throw failed.reason
      return 'they are gone'
    }),
  ]
}

function makingChecks(named: Named, wanted: ValueMap): readonly Check<LinkLife>[] {
  return [
    named('is staged', async (link) => {
      await link.stage()
      return 'it says what it will do'
    }),
    named('is made', async (link) => expectData(await link.run('create'), wanted)),
    named('may be made again', async (link) => expectData(await link.run('create'), wanted)),
    named('is updated without a change', async (link) => expectData(await link.run('update'), wanted)),
    named('finds what it has made between its ends', expectBetween),
    named('tells how that is', expectSomethingSaid, 'should'),
  ]
}

/** The engine takes a missing intermediary for one that was removed outside. */
async function expectBetween(link: LinkLife): Promise<string> {
  const states = await link.states()
  if (Object.keys(states).length === 0) return 'it says nothing of it'
  const missing = link.made.filter(({ resourceId }) => states[resourceId] === undefined)
  expect(missing.length === 0, `${missing.map(({ resourceId }) => resourceId).join(', ')} is not found`)
  return `${link.made.length} resources`
}

/** The engine takes an intermediary without an answer as unchanged. */
async function expectSomethingSaid(link: LinkLife): Promise<string> {
  const isSaid = link.made.length === 0 || Object.keys(await link.states()).length > 0
  expect(
    isSaid,
    'it does not report the resources that it made, so nobody notices their changes; give the link a "read"',
  )
  return `${link.made.length} resources`
}

async function expectNothingBetween(link: LinkLife): Promise<string> {
  const states = await link.states()
  const left = link.made.filter(({ resourceId }) => states[resourceId] !== undefined)
  expect(left.length === 0, `${left.map(({ resourceId }) => resourceId).join(', ')} is still found`)
  return `${link.made.length} resources are gone`
}

function expectData(data: ValueMap, wanted: ValueMap): string {
  for (const [name, value] of Object.entries(wanted))
    expect(says(data[name], value), `"${name}" of its data is not what it should be`)
  const names = Object.keys(data)
  return names.length === 0 ? 'it has no data' : `its data: ${names.join(', ')}`
}
