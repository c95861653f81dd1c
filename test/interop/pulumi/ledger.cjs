/**
 * A provider written with Pulumi's own SDK: entries of accounts in a book, which is the JSON file that LEDGER names. An
 * account cannot change. A create with the note `unlucky` is answered with an error; with `doomed` the provider dies. While the file that LEDGER_HOLD names holds the name of a method, that method does what it is
 * asked to, and never answers. The file that LEDGER_STARTS names gets a line for each process. Accounts, which are components, have a
 * file of their own: they need all of the SDK, which takes four times as long to load as what a provider needs.
 */
const { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const { main } = require('@pulumi/pulumi/provider')

const { LEDGER: book = '', LEDGER_HOLD: hold = '', LEDGER_STARTS: starts = '' } = process.env
if (starts !== '') appendFileSync(starts, `${process.pid}\n`)
const text = { type: 'string' }

const schema = JSON.stringify({
  name: 'ledger',
  version: '1.2.0',
  config: { variables: { shelf: text } },
  resources: {
    'ledger:index/entry:Entry': {
      inputProperties: {
        account: { ...text, willReplaceOnChanges: true },
        note: text,
        hidden: text,
        pin: { ...text, secret: true },
        tags: { type: 'object', additionalProperties: text },
        lines: { type: 'array', items: { $ref: '#/types/ledger:index:Line' } },
      },
      requiredInputs: ['account'],
      properties: { account: text, note: text, page: { type: 'integer' } },
    },
    'ledger:index:Account': {
      isComponent: true,
      inputProperties: { account: text, notes: { type: 'array', items: text }, pin: { ...text, secret: true } },
      requiredInputs: ['account'],
      properties: { opened: text, page: { type: 'integer' } },
      methods: { ask: 'ledger:index:Account/ask' },
    },
  },
  functions: {
    'ledger:index:Account/ask': {
      inputs: { properties: { __self__: { $ref: '#/resources/ledger:index:Account' }, question: text } },
      outputs: { properties: { answer: text } },
    },
    'ledger:index/findEntry:findEntry': {
      inputs: { properties: { account: text }, required: ['account'] },
      outputs: { properties: { entry: text, page: { type: 'integer' } } },
    },
  },
  types: {
    'ledger:index:Line': { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
  },
})

const entries = () => (existsSync(book) ? JSON.parse(readFileSync(book, 'utf8')) : {})

/** The SDK hands over secrets with their marks. */
const plain = (value) => (typeof value === 'object' && value !== null ? value.value : value)

/** Under its name the book is always whole: tests look into it at any time. */
function change(id, entry) {
  writeFileSync(`${book}.next`, JSON.stringify({ ...entries(), [id]: entry }))
  renameSync(`${book}.next`, book)
}

/** Answers, unless this method is to be held. */
function answered(method, answer) {
  const held = existsSync(hold) ? readFileSync(hold, 'utf8') : ''
  return held === method ? new Promise(() => {}) : answer
}

const provider = {
  version: '1.2.0',
  schema,
  async check(_urn, _olds, news) {
    const failures = news.account === '' ? [{ property: 'account', reason: 'every entry is of some account' }] : []
    return { inputs: { note: 'none', ...news }, failures }
  },
  async diff(_id, _urn, olds, news) {
    const changed = ['account', 'note', 'hidden', 'pin'].filter((name) => plain(olds[name]) !== plain(news[name]))
    // Of `hidden` the schema does not say that it replaces.
    return { changes: changed.length > 0, replaces: changed.filter((name) => name === 'account' || name === 'hidden') }
  },
  async create(urn, inputs) {
    if (inputs.note === 'unlucky') throw new Error('the pen is dry')
    if (inputs.note === 'doomed') process.kill(process.pid, 'SIGKILL')
    const id = `${inputs.account}-${Object.keys(entries()).length + 1}`
    const entry = { ...inputs, page: Object.keys(entries()).length + 1, urn }
    change(id, entry)
    if (inputs.note === 'blotted')
      throw Object.assign(new Error('not readable'), { id, properties: entry, reasons: ['the ink has run'] })
    return answered('create', { id, outs: entry })
  },
  async read(id, _urn, props) {
    const entry = entries()[id]
    return entry === undefined ? { id: '', props: {} } : { id, props: { ...props, ...entry } }
  },
  async update(id, _urn, olds, news) {
    if (news.note === 'unlucky') throw new Error('the pen is dry')
    const entry = { ...news, page: olds.page }
    change(id, entry)
    return answered('update', { outs: entry })
  },
  async invoke(_token, { account }) {
    const [entry, { page } = {}] = Object.entries(entries()).find(([, each]) => each.account === account) ?? []
    return entry === undefined
      ? { failures: [{ property: 'account', reason: `nobody has written of ${account}` }] }
      : { outputs: { entry, page } }
  },
  construct: (...asked) => require('./ledger-accounts.cjs').construct(...asked),
  call: (...asked) => require('./ledger-accounts.cjs').call(...asked),
  async delete(id) {
    change(id, undefined)
    return answered('delete')
  },
}

void main(provider, process.argv.slice(2))
