import {
  type ComputedValues,
  type FieldChange,
  type IntermediaryResource,
  type LinkContext,
  type LinkProvider,
  mapEntries,
  PartialFunction,
  PluginFailure,
  type Provider,
  type ProviderContext,
  SecretTraces,
  type Value,
  type ValueMap,
} from '@slipway/model'
import { answeringFor } from '../answering-for.ts'

type Config = ProviderContext['config']

/** Returns the secret settings of a provider: the wrapped provider, or another provider that a link involves. */
type SecretsIn = (config: Config, namespace?: string) => readonly Value[]

/** Marks secret settings in a provider's answers as secret, in any spelling, for example inside a connection string. */
export function settingsKeptSecret(inner: Provider, secretsIn: SecretsIn): Provider {
  const markFor = markOfCall<Config>(secretsIn)
  const own: Partial<Provider> = {
    async deploy(request, control) {
      const mark = markFor(request)
      try {
        return computedMarked(await inner.deploy(request, control), mark)
      } catch (thrown) {
        const made = thrown instanceof PluginFailure ? thrown.made : undefined
        throw made === undefined ? thrown : (thrown as PluginFailure).reworded({}, { made: computedMarked(made, mark) })
      }
    },
    async hasStabilised(request, control) {
      const { stabilised, computed } = await inner.hasStabilised(request, control)
      return { stabilised, computed: computedMarked(computed, markFor(request)) }
    },
    async externalState(request, control) {
      const real = await inner.externalState(request, control)
      return real && mapMarked(real, markFor(request))
    },
    fetch: async (request, control) => mapMarked(await inner.fetch(request, control), markFor(request)),
    async callFunction(request, control) {
      const answer = await inner.callFunction(request, control)
      return answer instanceof PartialFunction ? answer : markFor(request)(answer)
    },
  }
  const links = inner.links && answeringFor(inner.links, linksKeptSecret(inner.links, secretsIn))
  return answeringFor(inner, links === undefined ? own : { ...own, links })
}

/** Like `settingsKeptSecret`, for links, which get the settings of all involved providers. */
function linksKeptSecret(inner: LinkProvider, secretsIn: SecretsIn): Partial<LinkProvider> {
  const markFor = markOfCall<LinkContext['config']>((config) =>
    Object.entries(config).flatMap(([namespace, own]) => secretsIn(own, namespace)),
  )
  return {
    async stage(request, control) {
      const changes = await inner.stage(request, control)
      const mark = markFor(request)
      const kept = (change: FieldChange): FieldChange =>
        change.next === undefined ? change : { ...change, next: mark(change.next) }
      return { ...changes, added: changes.added.map(kept), modified: changes.modified.map(kept) }
    },
    async updateResource(request, control) {
      const result = await inner.updateResource(request, control)
      return { ...result, data: mapMarked(result.data, markFor(request)) }
    },
    async updateIntermediaries(request, control) {
      const { data, intermediaries, ...result } = await inner.updateIntermediaries(request, control)
      const mark = markFor(request)
      const kept = (thing: IntermediaryResource): IntermediaryResource => ({
        ...thing,
        spec: mapMarked(thing.spec, mark),
      })
      return { ...result, data: mapMarked(data, mark), intermediaries: intermediaries.map(kept) }
    },
    async intermediaryStates(request, control) {
      const states = Object.entries(await inner.intermediaryStates(request, control))
      return Object.fromEntries(states.map(([id, spec]) => [id, spec && mapMarked(spec, markFor(request))]))
    },
  }
}

/** Returns the mark for a call's settings, cached because most calls share the same settings object. */
function markOfCall<Given extends object>(
  secretsIn: (config: Given) => readonly Value[],
): (request: { readonly context: { readonly config: Given } }) => Mark {
  const known = new WeakMap<Given, Mark>()
  return ({ context: { config } }) => {
    let mark = known.get(config)
    if (mark === undefined) known.set(config, (mark = markOf(secretsIn(config))))
    return mark
  }
}

type Mark = (value: Value) => Value

/** The mark for providers without secrets, which changes nothing. Most providers have none. */
const asItIs: Mark = (value) => value

function markOf(secrets: readonly Value[]): Mark {
  if (secrets.length === 0) return asItIs
  const traces = new SecretTraces(secrets)
  return (value) => traces.marked(value)
}

function mapMarked(map: ValueMap, mark: Mark): ValueMap {
  return mark === asItIs ? map : mapEntries(map, mark)
}

function computedMarked(computed: ComputedValues, mark: Mark): ComputedValues {
  if (mark === asItIs) return computed
  const pairs = Object.entries(computed).map(([path, value]) => [path, value === undefined ? value : mark(value)])
  return Object.fromEntries(pairs) as ComputedValues
}
