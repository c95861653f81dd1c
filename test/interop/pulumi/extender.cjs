/**
 * A provider written with Pulumi's own SDK that serves its own package, `desk`, and beside it as many others as it is told of:
 * sheets, in the ink that it is told. It knows no sheets of a package that it was not told of. What it makes lies in the JSON file
 * that LEDGER names.
 */
const pulumi = require('@pulumi/pulumi')
const { main } = require('@pulumi/pulumi/provider')
const { registerPackage } = require('@pulumi/pulumi/runtime/settings')
const { changeEntry, entriesOf } = require('./shared-book.cjs')

const { LEDGER: book = '' } = process.env
const text = { type: 'string' }
const base = { name: 'desk', version: '2.0.0' }
/** By the name of the package. */
const told = new Map()

const entries = () => entriesOf(book)
const change = (id, entry) => changeEntry(book, id, entry)

function extend(name, version, ink) {
  told.set(name, { version, ink })
  return { name: ink === 'red herring' ? 'fish' : name, version }
}

/** What makes the things of a package: the ink, or nothing for its own. */
function inkOf(token) {
  const [pkg] = token.split(':')
  if (pkg === base.name) return 'none'
  const { ink } = told.get(pkg) ?? {}
  if (ink === undefined) throw new Error(`the desk has no ${pkg}`)
  return ink
}
const typeIn = (urn) => urn.split('::')[2].split('$').at(-1)

const thing = { inputProperties: { text }, requiredInputs: ['text'], properties: { text, ink: text } }
const packageOf = ([name, { version, ink }]) => ({
  name,
  version,
  extensionParameterization: { baseProvider: base, parameter: Buffer.from(ink).toString('base64') },
  resources: {
    [`${name}:index:Sheet`]: thing,
    [`${name}:index:Pad`]: { ...thing, isComponent: true },
  },
  functions: {
    [`${name}:index:weigh`]: { inputs: { properties: { text } }, outputs: { properties: { weight: text } } },
  },
})

/** Two sheets, which it asks for as a program would. */
class Pad extends pulumi.ComponentResource {
  constructor(type, name, { text: written }, options) {
    super(type, name, {}, options)
    const [pkg] = type.split(':')
    const { version, ink } = told.get(pkg)
    const reference = registerPackage({
      baseProviderName: base.name,
      baseProviderVersion: base.version,
      baseProviderDownloadUrl: '',
      packageName: pkg,
      packageVersion: version,
      base64Parameter: Buffer.from(ink).toString('base64'),
      extension: true,
    })
    const sheet = (which) =>
      new pulumi.CustomResource(
        `${pkg}:index:Sheet`,
        `${name}-${which}`,
        { text: written, ink: undefined },
        { parent: this },
        false,
        reference,
      )
    this.ink = sheet('front').ink
    sheet('back')
    this.registerOutputs({ ink: this.ink })
  }
}

const provider = {
  version: base.version,
  async getSchema() {
    const own = { ...base, config: { variables: { drawer: text } }, resources: { 'desk:index:Drawer': thing } }
    return JSON.stringify(told.size === 0 ? own : packageOf([...told].at(-1)))
  },
  async parameterizeArgs([name = '', ink = '']) {
    return extend(name, '1.0.0', ink)
  },
  async parameterizeValue(name, version, value) {
    return extend(name, version, value)
  },
  async check(urn, _olds, news) {
    inkOf(typeIn(urn))
    return { inputs: news, failures: [] }
  },
  async diff(_id, _urn, olds, news) {
    return { changes: olds.text !== news.text }
  },
  async create(urn, inputs) {
    const type = typeIn(urn)
    const entry = { ...inputs, ink: inkOf(type) }
    const id = `${type.split(':')[0]}-${Object.keys(entries()).length + 1}`
    change(id, { ...entry, account: type, note: entry.ink, urn })
    return { id, outs: entry }
  },
  async update(id, urn, _olds, news) {
    const type = typeIn(urn)
    const entry = { ...news, ink: inkOf(type) }
    change(id, { ...entry, account: type, note: entry.ink })
    return { outs: entry }
  },
  async read(id, urn, props) {
    const ink = inkOf(typeIn(urn))
    return entries()[id] === undefined ? { id: '', props: {} } : { id, props: { ...props, ink } }
  },
  async delete(id, urn) {
    inkOf(typeIn(urn))
    change(id, undefined)
  },
  async invoke(token, { text: asked }) {
    return { outputs: { weight: `${asked} in ${inkOf(token)}` } }
  },
  async construct(name, type, inputs, options) {
    const pad = new Pad(type, name, inputs, options)
    return { urn: pad.urn, state: { ink: pad.ink } }
  },
}

void main(provider, process.argv.slice(2))
