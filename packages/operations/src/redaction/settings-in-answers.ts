import {
  type ComputedValues,
  isList,
  isMap,
  mapEntries,
  PartialFunction,
  type Provider,
  type ProviderContext,
  secret,
  SecretTraces,
  type Value,
} from '@slipway/model'

type Config = ProviderContext['config']

/** What a provider tells of a secret setting of its own is a secret, too, in whatever spelling: a connection string, for one. */
export function settingsKeptSecret(inner: Provider, secretsIn: (config: Config) => readonly Value[]): Provider {
  const known = new WeakMap<Config, SecretTraces>()
  const marks = ({ config }: ProviderContext): Mark => {
    let traces = known.get(config)
    if (traces === undefined) known.set(config, (traces = new SecretTraces(secretsIn(config))))
    return (value) => marked(value, traces)
  }
  const own: Partial<Provider> = {
    async deploy(request, control) {
      return computedMarked(await inner.deploy(request, control), marks(request.context))
    },
    async hasStabilised(request, control) {
      const { stabilised, computed } = await inner.hasStabilised(request, control)
      return { stabilised, computed: computedMarked(computed, marks(request.context)) }
    },
    async externalState(request, control) {
      const real = await inner.externalState(request, control)
      return real && mapEntries(real, marks(request.context))
    },
    async fetch(request, control) {
      return mapEntries(await inner.fetch(request, control), marks(request.context))
    },
    async callFunction(request, control) {
      const answer = await inner.callFunction(request, control)
      return answer instanceof PartialFunction ? answer : marks(request.context)(answer)
    },
  }
  return new Proxy(inner, {
    get(_, name) {
      const from = Object.hasOwn(own, name) ? own : inner
      const member: unknown = Reflect.get(from, name)
      return typeof member === 'function' ? member.bind(from) : member
    },
  })
}

type Mark = (value: Value) => Value

function computedMarked(computed: ComputedValues, mark: Mark): ComputedValues {
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
