/**
 * A provider written with Pulumi's own SDK that serves whatever package it is told to: by words, the name and the ink of its
 * sheets, or by bytes that say the ink. Sheets lie in the JSON file that LEDGER names.
 */
const { main } = require('@pulumi/pulumi/provider')
const { changeEntry, entriesOf } = require('./shared-book.cjs')

const { LEDGER: book = '' } = process.env
const text = { type: 'string' }
let served = { name: 'binder', version: '2.0.0', ink: 'black' }

const entries = () => entriesOf(book)
const change = (id, entry) => changeEntry(book, id, entry)

function serve(name, version, ink) {
  served = { name, version, ink }
  return { name, version }
}

const provider = {
  version: '2.0.0',
  async getSchema() {
    const { name, version, ink } = served
    const sheet = { inputProperties: { text }, requiredInputs: ['text'], properties: { text, ink: text } }
    const baseProvider = { name: 'binder', version: '2.0.0' }
    const made = { parameterization: { baseProvider, parameter: Buffer.from(ink).toString('base64') } }
    return JSON.stringify({
      name,
      version,
      ...(name !== 'binder' && made),
      resources: { [`${name}:index:Sheet`]: sheet },
    })
  },
  async parameterizeArgs([name = '', ink = '']) {
    return serve(name, '1.0.0', ink)
  },
  async parameterizeValue(name, version, value) {
    return serve(name, version, value)
  },
  async check(_urn, _olds, news) {
    return { inputs: news, failures: [] }
  },
  async diff(_id, _urn, olds, news) {
    return { changes: olds.text !== news.text }
  },
  async create(urn, inputs) {
    const id = `${served.name}-${Object.keys(entries()).length + 1}`
    const entry = { ...inputs, ink: served.ink }
    change(id, { ...entry, account: served.name, note: served.ink, urn })
    return { id, outs: entry }
  },
  async update(id, _urn, _olds, news) {
    const entry = { ...news, ink: served.ink }
    change(id, { ...entry, account: served.name, note: served.ink })
    return { outs: entry }
  },
  async read(id, _urn, props) {
    return entries()[id] === undefined ? { id: '', props: {} } : { id, props }
  },
  async delete(id) {
    if (!id.startsWith(served.name)) throw new Error(`${id} is no sheet of ${served.name}`)
    change(id, undefined)
  },
}

void main(provider, process.argv.slice(2))
