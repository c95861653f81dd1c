/**
 * A provider written with Pulumi's own SDK that answers no more than it must, and keeps nothing. What a note is made from is all
 * that it tells of it after a change; `warning` is told of a new one alone. A note with the tag `listed` names what would need
 * a new resource although nothing has changed. Under the id `ext-1` there is a note of somebody else.
 */
const { appendFileSync } = require('node:fs')
const { main } = require('@pulumi/pulumi/provider')

const text = { type: 'string' }
const inputs = { name: text, tag: text, fixed: text, pin: { ...text, secret: true } }
const names = Object.keys(inputs)
const schema = {
  name: 'mini',
  version: '1.0.0',
  resources: {
    'mini:index:Note': {
      inputProperties: inputs,
      requiredInputs: ['name'],
      properties: { ...inputs, warning: text },
    },
  },
}
const outside = { name: 'theirs', tag: 'red', pin: '1234' }
const plain = (value) => value?.value ?? value

const provider = {
  version: '1.0.0',
  schema: JSON.stringify(schema),
  check: async (_urn, _olds, news) => ({ inputs: news }),
  async diff(_id, _urn, olds, news) {
    appendFileSync(process.env.MINI_OLDS, `${JSON.stringify(olds)}\n`)
    const changed = names.filter((name) => plain(olds[name]) !== plain(news[name]))
    const replaces = news.tag === 'listed' ? ['name'] : changed.filter((name) => name === 'fixed')
    return { changes: changed.length > 0, replaces }
  },
  create: async (_urn, news) => ({ id: 'n1', outs: { ...news, warning: 'new' } }),
  update: async (_id, _urn, _olds, news) => ({ outs: { ...news } }),
  read: async (id, _urn, props) =>
    id === 'ext-1' ? { id, props: outside, inputs: outside } : id === 'n1' ? { id, props } : {},
  async delete() {},
}

void main(provider, process.argv.slice(2))
