import type { ProviderDefinition } from '@slipway/model'

/** A provider of a few small types, for tests. */
export const testProvider: ProviderDefinition = {
  pluginId: 'acme/shop',
  pluginVersion: '1.0.0',
  namespace: 'shop',
  config: { fields: {}, allowAdditionalFields: false },
  resourceTypeNames: ['shop/thing', 'shop/empty'],
  dataSourceTypeNames: ['shop/stock'],
  functionNames: ['price'],
  variableTypeNames: ['shop/size', 'shop/floor'],
  resourceTypes: {
    'shop/thing': {
      type: 'shop/thing',
      label: 'Thing',
      description: 'A thing on a shelf.',
      destroyBeforeCreate: false,
      settlement: 'find',
      stabilisedDependencies: [],
      schema: {
        type: 'object',
        required: ['name'],
        attributes: {
          name: { type: 'string', description: 'What it is called.', minLength: 1 },
          size: { type: 'integer', minimum: 1, maximum: 10n, default: 3 },
          kind: { type: 'string', allowedValues: ['big', 'small'] },
          fragile: { type: 'boolean' },
          tags: { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' } },
          env: { type: 'map', mapValues: { type: 'string' } },
          where: { type: 'object', attributes: { shelf: { type: 'integer', description: 'Counted from the floor.' } } },
          id: { type: 'string', computed: true, description: 'Drawn by the shop.' },
        },
      },
    },
    'shop/empty': {
      type: 'shop/empty',
      label: 'Empty shelf',
      destroyBeforeCreate: false,
      settlement: 'repeatable',
      stabilisedDependencies: [],
      schema: { type: 'object', attributes: {} },
    },
  },
  dataSourceTypes: {
    'shop/stock': {
      type: 'shop/stock',
      label: 'Stock',
      description: 'What is left in the shop.',
      fields: { count: { type: 'integer', description: 'How many are left.' }, name: { type: 'string' } },
      filterFields: { name: { type: 'string', supportedOperators: ['=', 'in'] } },
    },
  },
  variableTypes: {
    'shop/size': {
      type: 'shop/size',
      label: 'Size of a box',
      description: 'Boxes that the shop sells.',
      options: {
        small: { value: 's.1', label: 'Small', description: 'For one thing.' },
        large: { value: 'l.9', label: 'Large' },
      },
    },
    'shop/floor': {
      type: 'shop/floor',
      label: 'Floor',
      options: { ground: { value: 0, label: 'Ground' }, first: { value: 1, label: 'First' } },
    },
  },
  functions: {
    price: {
      name: 'price',
      summary: 'The price of a thing.',
      parameters: [{ name: 'of', type: 'string' }],
      returns: 'integer',
    },
  },
}
