import { containsUnknown, isMap, Unknown, type Value, type ValueMap, valueMap, withoutPassedOn } from '@slipway/model'
import { type ResourceRecord, isWholeLink } from '@slipway/stores'
import type { CheckedBlueprint, CheckedDataSource, CheckedResource } from '../../check/checked.ts'
import { dataQuestion } from '../../evaluate/data-question.ts'
import type { Scope } from '../../evaluate/scope.ts'
import { isDrawn } from '../../evaluate/functions/table.ts'
import { configuringResource } from '../../language/configuring-resource.ts'
import type { Origin } from '../../language/expression.ts'
import { type Answers, type Asking, type DataQuestion, keyOf } from '../../providers/questions/answers.ts'
import { settingsSeen } from '../../providers/settings/configured-by.ts'
import type { Providers } from '../../providers/providers.ts'
import { withComputed, valueAt } from '../../spec/computed-paths.ts'
import { metadataValue } from '../../spec/metadata-value.ts'
import { type ScopeSources, scopeOf } from '../../check/values/blueprint-scope.ts'
import type { Gathered } from '../../reality/gathered/gathered.ts'
import { mayExist } from '../../reality/recorded/life-cycle.ts'
import type { Plan } from '../shape/plan.ts'

/** The resources as expressions see them at some moment: planned or real. */
export interface Views {
  /** A map with `spec` and `metadata`; `null` for a resource that is not wanted; `undefined` for one that does not exist yet. */
  get(name: string): Value | undefined
  /** The data of a link, by its name; `undefined` until it is made. */
  linkData?(name: string): Value | undefined
  /** True if the resource is about to change, so that a data source must not read it yet. */
  isPending(name: string): boolean
}

/**
 * The scope for the expressions of a blueprint at some moment. A value without an answer so far is unknown, and its question goes into
 * `questions`.
 */
export function scopeOfPlan(blueprint: CheckedBlueprint, views: Views, answers: Answers, questions: Asking): Scope {
  const scope: Scope = scopeOf(blueprint, new Sources(blueprint, views, answers, questions, () => scope))
  return scope
}

class Sources implements ScopeSources {
  readonly #blueprint: CheckedBlueprint
  readonly #views: Views
  readonly #answers: Answers
  readonly #questions: Asking
  readonly #scope: () => Scope
  readonly #data = new Map<string, ValueMap>()
  /** Offsets of calls, by subject and text of the call, in the order of evaluation. */
  readonly #callSites = new Map<string, readonly number[]>()

  constructor(blueprint: CheckedBlueprint, views: Views, answers: Answers, questions: Asking, scope: () => Scope) {
    this.#blueprint = blueprint
    this.#views = views
    this.#answers = answers
    this.#questions = questions
    this.#scope = scope
  }

  resource(name: string): Value {
    const view = this.#views.get(name)
    return view === undefined ? new Unknown(`resources.${name}`) : view
  }

  link(a: string, b: string): Value | undefined {
    if (this.#views.get(a) === null || this.#views.get(b) === null) return null
    return this.#views.linkData?.(`${a}::${b}`)
  }

  dataSource(name: string): Value {
    return this.#data.get(name) ?? this.#read(name) ?? new Unknown(`datasources.${name}`)
  }

  call(name: string, args: readonly Value[], origin: Origin): Value {
    if (isDrawn(name)) return this.#draw(name, args, origin)
    const answer = this.#answers.functions.answer(name, args)
    if (answer === undefined) this.#questions.ask({ kind: 'function', name, args, origin })
    // `null` is a valid answer.
    return answer === undefined ? new Unknown(`${name}(…)`) : answer
  }

  /** The drawn value of a call. A call is identified by its subject, its text and, among calls with the same text, its number. */
  #draw(name: string, args: readonly Value[], origin: Origin): Value {
    const { start } = origin
    const site = `${this.#scope().budget.subject} ${keyOf(name, args)}`
    const starts = this.#callSites.get(site) ?? []
    if (!starts.includes(start)) this.#callSites.set(site, [...starts, start])
    const key = `${site} ${starts.includes(start) ? starts.indexOf(start) : starts.length}`
    const drawn = this.#answers.drawn(key)
    if (drawn === undefined) this.#questions.ask({ kind: 'drawn', key, name, args, origin })
    else this.#questions.use(key, drawn)
    return drawn ?? new Unknown(`${name}(…)`)
  }

  #read(name: string): ValueMap | undefined {
    const source = this.#blueprint.dataSources.get(name)
    if (source === undefined || source.dependsOn.some((resource) => this.#views.isPending(resource))) return undefined
    const asked = dataQuestion(source, this.#scope())
    const configured = this.#configuredFor(source)
    if (asked instanceof Unknown || configured === undefined) return undefined
    const question: DataQuestion = { kind: 'data', name, ...asked, ...configured }
    const values = this.#answers.to(question)
    if (values === undefined) this.#questions.ask(question)
    else this.#data.set(name, values)
    return values
  }

  /** The settings that a resource gives to the provider of a data source, if one does; `undefined` while they are unknown. */
  #configuredFor({ options }: CheckedDataSource): Pick<DataQuestion, 'settings'> | undefined {
    const by = configuringResource(options?.provider)
    if (by === undefined) return {}
    const view = this.#views.get(by)
    if (view === null) return {}
    const settings = settingsSeen(view)
    return settings === undefined || containsUnknown(settings) ? undefined : { settings }
  }
}

/** A resource that exists, as expressions see it. Computed fields are unknown only if nobody knows them. */
export function viewOf(record: ResourceRecord, providers: Pick<Providers, 'type'>): ValueMap {
  const schema = record.untold === true ? providers.type(record.type)?.schema : undefined
  const root = `resources.${record.name}`
  const spec =
    schema === undefined
      ? record.spec
      : withComputed(schema, record.spec, 'spec', (path) => new Unknown(`${root}.${path}`))
  const view = valueMap()
  view['spec'] = spec
  view['metadata'] = metadataValue(record.metadata)
  return view
}

/** The recorded resources as expressions see them, for a plan with nothing to do. */
export function recordedViews({ state, providers }: Gathered, { absent = [] }: Pick<Plan, 'absent'>): Views {
  const views = new Map<string, Value>()
  for (const record of state?.resources ?? [])
    if (!record.replaced && mayExist(record)) views.set(record.name, viewOf(record, providers))
  for (const name of absent) views.set(name, null)
  return {
    get: (name) => views.get(name),
    linkData: (name) => state?.links?.find((link) => link.name === name && isWholeLink(link))?.data,
    isPending: () => false,
  }
}

/** A planned resource as others see it, without the values that are only passed on to its provider. */
export function plannedView(spec: Value, metadata: Value): Value {
  return valueMap(Object.entries({ spec: isMap(spec) ? withoutPassedOn(spec) : spec, metadata }))
}

/** An updated resource as others see it. After an update, everything that the provider computes may have changed, except the id of the resource. */
export function updatedView({ name, definition }: CheckedResource, spec: ValueMap, record: ResourceRecord): ValueMap {
  const { schema, idField } = definition
  const isMade = record.deployedAt !== undefined
  return withComputed(schema, spec, 'spec', (path) => {
    const identity =
      idField !== undefined && isMade && path === `spec.${idField}` ? valueAt(record.spec, path) : undefined
    return identity ?? new Unknown(`resources.${name}.${path}`)
  })
}
