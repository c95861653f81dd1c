/**
 * A provider written with Pulumi's own SDK whose service refuses to remove what is in use: things that stand `on` others, by id, in the
 * JSON file YARD. `on` and `place` cannot change, `near` and `note` can. With `tight` a thing makes room before its successor comes.
 * Each call that changes something is a line in the file YARD_CALLS. While the file YARD_FAILS holds the text of a call it fails; with `dies`
 * behind the text, the provider dies before it does anything. While YARD_HOLD holds it, it does what it is asked to, and never answers.
 */
const { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const { main } = require('@pulumi/pulumi/provider')

const { YARD: yard = '', YARD_CALLS: calls = '', YARD_FAILS: fails = '', YARD_HOLD: hold = '' } = process.env
const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const things = () => JSON.parse(textOf(yard) || '{}')
/** Under its name the yard is always whole: tests look into it at any time. */
function change(id, thing) {
  writeFileSync(`${yard}.draft`, JSON.stringify({ ...things(), [id]: thing }))
  renameSync(`${yard}.draft`, yard)
}

const nameOf = (urn) => urn.slice(urn.lastIndexOf(':') + 1)

function called(method, urn) {
  const call = `${method} ${nameOf(urn)}`
  appendFileSync(calls, `${call}\n`)
  if (textOf(fails) === call) throw new Error('the gate is shut')
  if (textOf(fails) === `${call} dies`) process.kill(process.pid, 'SIGKILL')
  return call
}

const answered = (call, answer) => (textOf(hold) === call ? new Promise(() => {}) : answer)

const provider = {
  version: '1.0.0',
  schema: JSON.stringify({ name: 'yard', version: '1.0.0', resources: { 'yard:index:Thing': {} } }),
  check: async (_urn, _olds, inputs) => ({ inputs }),
  async diff(_id, _urn, olds, news) {
    const changed = ['on', 'place', 'near', 'note'].filter((name) => olds[name] !== news[name])
    const replaces = changed.filter((name) => name === 'on' || name === 'place')
    return { changes: changed.length > 0, replaces, deleteBeforeReplace: news.tight === true }
  },
  async create(urn, inputs) {
    const call = called('create', urn)
    const id = `${nameOf(urn)}-${textOf(calls).split('\n').length - 1}`
    change(id, inputs)
    return answered(call, { id, outs: { ...inputs, configured: process.env.PULUMI_CONFIG } })
  },
  async read(id, _urn, props) {
    const thing = things()[id]
    return thing === undefined ? { id: '', props: {} } : { id, props: { ...props, ...thing } }
  },
  async update(id, urn, _olds, news) {
    const call = called('update', urn)
    change(id, news)
    return answered(call, { outs: news })
  },
  async delete(id, urn) {
    const call = called('delete', urn)
    const [user] = Object.entries(things()).find(([, { on }]) => on === id) ?? []
    if (user !== undefined) throw new Error(`${id} is in use by ${user}`)
    change(id, undefined)
    return answered(call)
  },
}

void main(provider, process.argv.slice(2))
