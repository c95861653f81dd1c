/** Every call that a host may make to the plugins of whole.ts, and plugins that fail on every call. */
import {
  type CurrentLink,
  type DocumentMap,
  type LinkedResource,
  PluginFailure,
  type Provider,
  type ResourceChanges,
  type Transformer,
  valueMap,
} from '@slipway/model'

export type Asked = readonly [what: string, ask: () => Promise<unknown>]

const thing = 'whole/thing'
const tie = `${thing}::${thing}`
const pair = 'whole/pair'
const married = `${pair}::${pair}`
const spec = valueMap([['name', 'rope']])
const context = { config: {}, variables: {} }
const identity = { type: thing, resourceId: 'r-1', resourceName: 'one', instanceId: 'i-1', instanceName: 'main' }
const changes: ResourceChanges = {
  mustRecreate: false,
  modified: [],
  added: [],
  removed: [],
  unchanged: [],
  computed: [],
}
const current = { spec, status: 'created' as const, dependsOn: [], lastDeployed: 1 }

export function askProvider(provider: Provider): readonly Asked[] {
  const data = { type: 'whole/fact', dataSourceName: 'fact', context }
  const fetch = {
    ...data,
    filters: [{ field: 'about', operator: '=', search: ['ropes'] }],
    exports: { text: { type: 'string' } },
  }
  return [
    [
      'define',
      () =>
        provider.define({
          resourceTypes: [thing],
          dataSourceTypes: ['whole/fact'],
          functions: ['twice'],
          linkTypes: [tie],
          variableTypes: ['whole/size'],
        }),
    ],
    ['validateResource', () => provider.validateResource({ ...identity, spec, isPartial: false, context })],
    ['deploy', () => provider.deploy({ ...identity, spec, changes, context })],
    ['hasStabilised', () => provider.hasStabilised({ ...identity, spec, context })],
    ['externalState', () => provider.externalState({ ...identity, spec, context })],
    ['destroy', () => provider.destroy({ ...identity, current, context })],
    ['validateDataSource', async () => await provider.validateDataSource?.(fetch)],
    ['fetch', () => provider.fetch(fetch)],
    ['callFunction', () => provider.callFunction({ name: 'twice', args: ['a'], context })],
    ...askLinks(provider),
  ]
}

function end(resourceName: string): LinkedResource {
  return { ...identity, resourceName, resourceId: resourceName, spec, current }
}

function askLinks({ links }: Provider): readonly Asked[] {
  if (links === undefined) return []
  const [a, b] = [end('one'), end('two')]
  const rope = { resourceId: 'l-1-rope', type: 'whole/rope', status: 'created' as const, spec: valueMap() }
  const link: CurrentLink = { status: 'created', data: valueMap(), intermediaries: [rope], lastDeployed: 1 }
  const about = { type: tie, linkId: 'l-1', linkName: 'one::two', instanceId: 'i-1', instanceName: 'main', context }
  const phase = {
    ...about,
    action: 'create' as const,
    changes: { modified: [], added: [], removed: [], unchanged: [], knownOnDeploy: [] },
    current: link,
  }
  return [
    ['links.validate', () => links.validate({ type: tie, a, b, annotations: {}, context })],
    ['links.stage', () => links.stage({ ...about, a, b, changes: { a: changes, b: changes } })],
    ['links.updateResource a', () => links.updateResource({ ...phase, end: 'a', resource: a, other: b })],
    ['links.updateResource b', () => links.updateResource({ ...phase, end: 'b', resource: b, other: a })],
    ['links.updateIntermediaries', () => links.updateIntermediaries({ ...phase, a, b })],
    ['links.intermediaryStates', () => links.intermediaryStates({ ...about, a, b, current: link })],
  ]
}

export function askTransformer(transformer: Transformer): readonly Asked[] {
  const written = (name: string): DocumentMap => mapOf({ type: pair, spec: mapOf({ name }) })
  const resources = mapOf({ one: written('one'), two: written('two') })
  const link = { from: 'one', to: 'two', fromType: pair, toType: pair, labels: ['a=b'] }
  const request = {
    blueprint: mapOf({ version: '2025-11-02', resources }),
    graph: { links: [link], resources: { one: 'abstract' as const, two: 'abstract' as const } },
    context,
  }
  return [
    ['define', () => transformer.define({ abstractResourceTypes: [pair], abstractLinkTypes: [married] })],
    [
      'validateResource',
      () => transformer.validateResource({ type: pair, resourceName: 'one', resource: written('one'), context }),
    ],
    ['validateLinks', () => transformer.validateLinks(request)],
    ['transform', () => transformer.transform(request)],
  ]
}

function mapOf(members: Readonly<Record<string, string | DocumentMap>>): DocumentMap {
  const entries = Object.entries(members).map(([key, member]) => ({
    key,
    value: typeof member === 'string' ? ({ kind: 'scalar', value: member } as const) : member,
  }))
  return { kind: 'map', entries }
}

/** Fails on every call, and so do its parts, at any depth. */
function failing(method: string): never {
  throw new PluginFailure('sdk/bad-input', 'out of order', {
    pluginId: 'acme/whole',
    method,
    pluginErrorCode: 'BAD_INPUT',
    reasons: ['one', 'two'],
  })
}

function allFailing<T extends object>(parts: Partial<T> = {}): T {
  return new Proxy(parts as T, {
    get: (own, name) => Reflect.get(own, name) ?? (async () => failing(String(name))),
  })
}

export const failingProvider: Provider = allFailing<Provider>({ links: allFailing() })
export const failingTransformer: Transformer = allFailing<Transformer>()

const wireFilter = { field: { stringValue: 'about' }, operator: '=' }
const wireSpec = { fields: { name: { scalar: { stringValue: 'rope' } } } }

const text = Buffer.from('["a"]')

/** A request for any method, without the id of the host: each method reads the fields that it knows. */
export const about = {
  // JSON in a BytesValue
  args: { args: { value: Buffer.from([10, text.length, ...text]) } },
  resourceType: { type: thing },
  dataSourceType: { type: 'whole/fact' },
  customVariableType: { type: 'whole/size' },
  functionName: 'twice',
  schemaResource: { type: thing, spec: wireSpec },
  changes: { appliedResourceInfo: { resourceWithResolvedSubs: { type: { type: thing }, spec: wireSpec } } },
  resourceSpec: wireSpec,
  currentResourceSpec: wireSpec,
  resourceState: { specData: wireSpec },
  schemaDataSource: {
    type: 'whole/fact',
    filter: [{ ...wireFilter, search: { values: [{ values: [{ stringValue: 'ropes' }] }] } }],
  },
  dataSourceWithResolvedSubs: {
    type: { type: 'whole/fact' },
    filter: [{ ...wireFilter, search: { values: [{ scalar: { stringValue: 'ropes' } }] } }],
  },
  resourceAInfo: { resourceWithResolvedSubs: { spec: wireSpec } },
  resourceBInfo: { resourceWithResolvedSubs: { spec: wireSpec } },
  resourceInfo: { resourceWithResolvedSubs: { spec: wireSpec } },
  otherResourceInfo: { resourceWithResolvedSubs: { spec: wireSpec } },
  resourceAChanges: { appliedResourceInfo: { resourceWithResolvedSubs: { spec: wireSpec } } },
  resourceBChanges: { appliedResourceInfo: { resourceWithResolvedSubs: { spec: wireSpec } } },
  resourceASpec: wireSpec,
  resourceBSpec: wireSpec,
  resourceAType: { type: thing },
  resourceBType: { type: thing },
  currentLinkState: { intermediaryResourceStates: [] },
}

/** The same request where a transformer is called. */
export const aboutAbstract = {
  abstractResourceType: { type: pair },
  schemaResource: { type: pair, spec: wireSpec },
  linkType: married,
  blueprint: { resources: {} },
  inputBlueprint: { resources: {} },
}
