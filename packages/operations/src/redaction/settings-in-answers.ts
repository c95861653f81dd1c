import {
  type ComputedValues,
  type FieldChange,
  type IntermediaryResource,
  isList,
  isMap,
  type LinkContext,
  type LinkProvider,
  mapEntries,
  PartialFunction,
  type Provider,
  type ProviderContext,
  secret,
  SecretTraces,
  type Value,
  type ValueMap,
} from '@slipway/model'

type Config = ProviderContext['config']

/** Secret settings of a provider: of the wrapped one, or of another one that a link has to do with. */
type SecretsIn = (config: Config, namespace?: string) => readonly Value[]

/** What a provider tells of a secret setting of its own is a secret, too, in whatever spelling: a connection string, for one. */
export function settingsKeptSecret(inner: Provider, secretsIn: SecretsIn): Provider {
  const known = new WeakMap<Config, Mark>()
  const markFor = ({ context: { config } }: { readonly context: ProviderContext }): Mark => {
    let mark = known.get(config)
    if (mark === undefined) known.set(config, (mark = markOf(secretsIn(config))))
    return mark
  }
  const own: Partial<Provider> = {
    deploy: async (request, control) => computedMarked(await inner.deploy(request, control), markFor(request)),
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
  const links = inner.links && answering(inner.links, linksKeptSecret(inner.links, secretsIn))
  return answering(inner, links === undefined ? own : { ...own, links })
}

/** The same for links, which are given the settings of all providers that they have to do with. */
function linksKeptSecret(inner: LinkProvider, secretsIn: SecretsIn): Partial<LinkProvider> {
  const known = new WeakMap<LinkContext['config'], Mark>()
  const markFor = ({ context: { config } }: { readonly context: LinkContext }): Mark => {
    let mark = known.get(config)
    const secrets = (): Value[] => Object.entries(config).flatMap(([namespace, own]) => secretsIn(own, namespace))
    if (mark === undefined) known.set(config, (mark = markOf(secrets())))
    return mark
  }
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

/** @param own members that answer in its place */
function answering<T extends object>(inner: T, own: Partial<T>): T {
  return new Proxy(inner, {
    get(_, name) {
      const from = Object.hasOwn(own, name) ? own : inner
      const member: unknown = Reflect.get(from, name)
      return typeof member === 'function' ? member.bind(from) : member
    },
  })
}

type Mark = (value: Value) => Value

/** Most providers have no secrets. */
const asItIs: Mark = (value) => value

function markOf(secrets: readonly Value[]): Mark {
  if (secrets.length === 0) return asItIs
  const traces = new SecretTraces(secrets)
  return (value) => marked(value, traces)
}

function mapMarked(map: ValueMap, mark: Mark): ValueMap {
  return mark === asItIs ? map : mapEntries(map, mark)
}

function computedMarked(computed: ComputedValues, mark: Mark): ComputedValues {
  if (mark === asItIs) return computed
  const pairs = Object.entries(computed).map(([path, value]) => [path, value === undefined ? value : mark(value)])
  return Object.fromEntries(pairs) as ComputedValues
}

/** Only what tells it: around it everything stays as public as it is. */
function marked(value: Value, traces: SecretTraces): Value {
  if (!traces.areIn(value)) return value
  if (isList(value)) return value.map((item) => marked(item, traces))
  const isInKeys = isMap(value) && Object.keys(value).some((name) => traces.areIn(name))
  return isMap(value) && !isInKeys ? mapEntries(value, (item) => marked(item, traces)) : secret(value)
}
