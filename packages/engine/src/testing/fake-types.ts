import { fakeLinks } from './fake-links.ts'
import type { PropertySchema, ProviderDefinition, ResourceTypeDefinition, Settlement } from '@slipway/model'

/** The schema of every fake type. It has a little of everything that matters to planning. */
export const fakeSchema: PropertySchema = {
  type: 'object',
  required: [],
  attributes: {
    value: { type: 'string' },
    pinned: { type: 'string', mustRecreate: true },
    password: { type: 'string', sensitive: true },
    inputs: { type: 'array', items: { type: 'string' } },
    rules: {
      type: 'array',
      sortArrayByField: 'name',
      items: {
        type: 'object',
        attributes: { name: { type: 'string' }, port: { type: 'integer' } },
      },
    },
    network: {
      type: 'object',
      attributes: { port: { type: 'integer' }, address: { type: 'string', computed: true } },
    },
    zone: { type: 'string', computedWhenOmitted: true },
    tags: { type: 'map', mapValues: { type: 'string' } },
    id: { type: 'string', computed: true },
    echo: { type: 'string', computed: true },
    seen: { type: 'string', computed: true, trackDrift: true },
    noise: { type: 'string', ignoreDrift: true },
    foreign: { type: 'boolean' },
  },
}

function fakeType(name: string, settlement: Settlement, more: Partial<ResourceTypeDefinition> = {}) {
  const type = `fake/${name}`
  return {
    type,
    label: name,
    schema: fakeSchema,
    idField: 'id',
    destroyBeforeCreate: false,
    settlement,
    stabilisedDependencies: [],
    ...more,
  }
}

const types: readonly ResourceTypeDefinition[] = [
  fakeType('find', 'find'),
  fakeType('slow', 'find', { settlesWithinMs: 60_000 }),
  fakeType('repeatable', 'repeatable'),
  fakeType('ask', 'ask'),
  fakeType('by-value', 'ask', { idField: 'value' }),
  fakeType('by-id', 'ask', { findsByIdAlone: true }),
  fakeType('keyed', 'ask', { identity: { fields: ['zone'] } }),
  fakeType('read', 'ask', { onlyReadField: 'foreign' }),
  fakeType('shared', 'ask', { toldApartBy: ({ tags = null, value = null }) => [tags, value] }),
  fakeType('exclusive', 'find', { destroyBeforeCreate: true }),
  fakeType('folder', 'find', { destroyBeforeCreate: true, identity: { fields: ['pinned'], scope: 'disk' } }),
  fakeType('link', 'find', { destroyBeforeCreate: true, identity: { fields: ['pinned'], scope: 'disk' } }),
  fakeType('paper', 'find', { identity: { fields: ['zone'], scope: 'disk' } }),
  fakeType('decided', 'find', { replacementBy: 'provider' }),
  fakeType('decided-too', 'find', { replacementBy: 'schema-and-provider' }),
  fakeType('compared', 'find', { replacementBy: 'provider', comparedBy: 'provider' }),
  fakeType('whole', 'repeatable', { replacementBy: 'provider', comparedBy: 'provider', isComposed: true }),
  fakeType('handed', 'ask', {
    schema: { ...fakeSchema, attributes: { ...fakeSchema.attributes, token: { type: 'string', writeOnly: true } } },
  }),
  fakeType('noting', 'find', {
    schema: {
      ...fakeSchema,
      attributes: { ...fakeSchema.attributes, note: { type: 'string', computed: true, isNote: true } },
    },
  }),
  fakeType('picky', 'find', { stabilisedDependencies: ['fake/find'] }),
]

export const fakeDefinition: ProviderDefinition = {
  pluginId: 'test/fake',
  pluginVersion: '1.0.0',
  namespace: 'fake',
  config: { fields: {}, allowAdditionalFields: false },
  resourceTypeNames: types.map(({ type }) => type),
  dataSourceTypeNames: ['fake/data'],
  functionNames: ['shout'],
  linkTypeNames: fakeLinks.map(({ type }) => type),
  linkTypes: Object.fromEntries(fakeLinks.map((definition) => [definition.type, definition])),
  resourceTypes: Object.fromEntries(types.map((definition) => [definition.type, definition])),
  dataSourceTypes: {
    'fake/data': {
      type: 'fake/data',
      label: 'data',
      fields: { answer: { type: 'string' }, token: { type: 'string', sensitive: true } },
      filterFields: { name: { type: 'string', supportedOperators: ['='] } },
    },
  },
  functions: {
    shout: { name: 'shout', parameters: [{ name: 'text', type: 'string' }], returns: 'string' },
  },
}

export function fakeTypeDefinition(type: string): ResourceTypeDefinition {
  const definition = fakeDefinition.resourceTypes[type]
  if (definition === undefined) throw new Error(`there is no fake type ${type}`)
  return definition
}
