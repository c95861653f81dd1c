/**
 * A provider written with Pulumi's own SDK whose schema has what SDKs of programs look after: constants, defaults, choices, and
 * what is deprecated. It writes down what it is asked to make, and makes up nothing.
 */
const { appendFileSync } = require('node:fs')
const { main } = require('@pulumi/pulumi/provider')

const text = { type: 'string' }
const inputs = {
  apiVersion: { ...text, const: 'v1' },
  kind: { ...text, const: 'Space' },
  size: { type: 'integer', default: 3 },
  tidy: { type: 'boolean', default: 'sometimes' },
  color: { $ref: '#/types/choosy:index:Color', default: 'red' },
  label: { ...text, deprecationMessage: 'Use `labels`,\nwhich are more.' },
  labels: { type: 'array', items: { $ref: '#/types/choosy:index:Label' } },
}
const schema = {
  name: 'choosy',
  version: '1.0.0',
  resources: {
    'choosy:index:Space': { inputProperties: inputs, requiredInputs: ['apiVersion', 'color'], properties: inputs },
    'choosy:index:Room': { deprecationMessage: 'Use Space.', inputProperties: { label: text } },
  },
  functions: {
    'choosy:index:getRoom': {
      deprecationMessage: 'There are none.',
      inputs: { properties: { n: text } },
      outputs: { properties: { n: text } },
    },
  },
  types: {
    'choosy:index:Color': { type: 'string', enum: [{ value: 'red' }, { value: 'green', name: 'Green' }] },
    'choosy:index:Label': {
      type: 'object',
      properties: { key: text, word: { ...text, deprecationMessage: 'Use `key`.' } },
    },
  },
}

const provider = {
  version: '1.0.0',
  schema: JSON.stringify(schema),
  check: async (_urn, _olds, news) => ({ inputs: news }),
  diff: async (_id, _urn, olds, news) => ({ changes: JSON.stringify(olds) !== JSON.stringify(news), replaces: [] }),
  async create(_urn, news) {
    appendFileSync(process.env.CHOOSY, `${JSON.stringify(news)}\n`)
    return { id: 's1', outs: news }
  },
  invoke: async () => ({ outputs: { n: 'none' } }),
  async delete() {},
}

void main(provider, process.argv.slice(2))
