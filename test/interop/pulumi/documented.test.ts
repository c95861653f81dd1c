// test:rest: more cases of what program-options.test.ts shows
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { bareMachine } from './bare-machine.ts'
import { skip } from './machine.ts'

/** A program after the public documentation of Pulumi, in our own words, and its result. */
interface Documented {
  readonly text: string
  readonly exports?: Readonly<Record<string, unknown>>
  /** The pages at the end, in any order; absent: the program is not about pages. */
  readonly pages?: readonly unknown[]
}

const page = `class Page extends pulumi.CustomResource {
  constructor(name, inputs, options) { super('bare:index:Page', name, { letters: undefined, ...inputs }, options) }
}
`

const programs: Readonly<Record<string, Documented>> = {
  'outputs are inputs of others, are put together, and become text': {
    text: `
const first = new Page('first', { text: 'hello' })
const second = new Page('second', { text: pulumi.interpolate\`\${first.letters} of \${first.id}\` })
exports.all = pulumi.all([first.letters, second.letters]).apply(([one, two]) => one + two)
exports.named = pulumi.all({ one: first.letters, two: second.letters })
exports.text = pulumi.concat('has ', first.letters)
exports.json = pulumi.jsonStringify({ letters: first.letters, list: [second.id] })
exports.parsed = pulumi.jsonParse(pulumi.jsonStringify({ deep: { letters: first.letters } })).deep
exports.nested = { list: [{ id: first.id }], none: null }
exports.whole = second`,
    exports: {
      all: 16,
      named: { one: 5, two: 11 },
      text: 'has 5',
      json: '{"letters":5,"list":["page-2"]}',
      parsed: { letters: 5 },
      nested: { list: [{ id: 'page-1' }], none: null },
      whole: { id: 'page-2', letters: 11, text: '5 of page-1', urn: 'urn:pulumi:dev::books::bare:index:Page::second' },
    },
  },
  'secrets stay secrets through functions, and can be made plain': {
    text: `
const token = pulumi.secret('hush')
const kept = new Page('kept', { text: token })
exports.open = pulumi.unsecret(token)
exports.isSecret = pulumi.isSecret(kept.text ?? token.apply((each) => each + '!'))
exports.derived = token.apply((each) => each.length)
exports.whole = pulumi.all([token, 'plain']).apply(([one, two]) => one + two)`,
    exports: { open: 'hush', isSecret: true, derived: 4, whole: 'hushplain' },
  },
  'a component has parts, outputs and options that its parts have, too': {
    text: `
class Site extends pulumi.ComponentResource {
  constructor(name, { text }, options) {
    super('docs:index:Site', name, { text }, options)
    this.page = new Page(name + '-page', { text }, { parent: this })
    this.copy = new Page(name + '-copy', { text: this.page.letters.apply(String) }, { parent: this.page, dependsOn: [this.page] })
    this.letters = this.copy.letters
    this.registerOutputs({ letters: this.letters })
  }
}
const shelf = new pulumi.ProviderResource('bare', 'low', { shelf: 'low' })
const site = new Site('one', { text: 'abc' }, { providers: [shelf] })
const other = new Site('two', { text: pulumi.output('defg') }, { provider: shelf, dependsOn: site })
new Page('last', { text: 'z' }, { dependsOn: [other], provider: shelf })
exports.letters = [site.letters, other.letters]
exports.urn = site.copy.urn`,
    exports: {
      letters: [1, 1],
      urn: 'urn:pulumi:dev::books::docs:index:Site$bare:index:Page$bare:index:Page::one-copy',
    },
  },
  'transforms of the stack, of a component and of a resource are applied from the inside out': {
    text: `
const add = (what) => ({ type, props, opts }) =>
  type === 'bare:index:Page' ? { props: { ...props, text: pulumi.interpolate\`\${props.text}\${what}\` }, opts: pulumi.mergeOptions(opts, { protect: false }) } : undefined
pulumi.runtime.registerResourceTransform(add('-stack'))
class Group extends pulumi.ComponentResource {
  constructor(name, options) { super('docs:index:Group', name, {}, options); this.registerOutputs({}) }
}
const group = new Group('group', { transforms: [add('-group')] })
new Page('inner', { text: pulumi.secret('text') }, { parent: group, transforms: [add('-own')] })
new Page('outer', { text: 'text' })`,
    pages: [{ text: 'text-own-group-stack' }, { text: 'text-stack' }],
  },
  'assets and archives of every kind': {
    text: `
const { AssetArchive, FileArchive, FileAsset, StringAsset } = pulumi.asset
new Page('file', { text: new FileAsset('note.txt') })
new Page('made', { text: new AssetArchive({ 'note.txt': new FileAsset('./note.txt'), site: new FileArchive('./site'), said: new StringAsset('x') }) })
new Page('later', { text: pulumi.output(new StringAsset('later')) })
new Page('list', { text: [new StringAsset('one'), { deep: new FileArchive('site') }] })
exports.asset = new StringAsset('told')`,
    exports: { asset: { 'fn::stringAsset': 'told' } },
  },
  'what is there is read, by an id that is known later, too, and looked up by functions': {
    text: `
const made = new Page('made', { text: 'hello' })
const read = new Page('read', {}, { id: made.id })
const got = pulumi.runtime.invokeOutput('pulumi:pulumi:getResource', { urn: made.urn })
exports.letters = read.letters
exports.state = got.state.letters`,
    exports: { letters: 5, state: 5 },
  },
  'a program may be a function, and wait': {
    text: `
module.exports = async () => {
  const first = new Page('first', { text: 'one' })
  const letters = await new Promise((resolve) => first.letters.apply(resolve))
  const second = new Page('second', { text: 'x'.repeat(letters) })
  return { letters: second.letters, stack: pulumi.getStack(), project: pulumi.getProject(), organization: pulumi.getOrganization() }
}`,
    exports: { letters: 3, stack: 'dev', project: 'books', organization: 'organization' },
  },
  'failures of outputs can be caught, and configuration has types and defaults': {
    text: `
const config = new pulumi.Config()
exports.caught = pulumi.recover(pulumi.output(1).apply(() => { throw new Error('no') }), (error) => error.message)
exports.size = config.getNumber('size') ?? 3
exports.flag = config.getBoolean('flag') ?? false
exports.tags = config.getObject('tags') ?? ['none']
exports.other = new pulumi.Config('aws').get('region') ?? 'nowhere'`,
    exports: { caught: 'no', size: 3, flag: false, tags: ['none'], other: 'nowhere' },
  },
  'a resource of its own provider has all that the provider says': {
    text: `
const provider = {
  async check(_olds, news) { return { inputs: { colour: 'red', ...news } } },
  async diff(_id, olds, news) { return { changes: olds.size !== news.size, replaces: [], deleteBeforeReplace: true } },
  async create(inputs) { return { id: 'made', outs: { ...inputs, double: inputs.size * 2 } } },
  async read(id, outs) { return { id, props: { ...outs, double: 7 } } },
  async update(_id, _olds, news) { return { outs: { ...news, double: news.size * 2 } } },
  async delete() {},
}
class Thing extends pulumi.dynamic.Resource {
  constructor(name, inputs, options) { super(provider, name, { double: undefined, colour: undefined, size: undefined, ...inputs }, options) }
}
const thing = new Thing('thing', { size: 2 })
const read = new Thing('read', {}, { id: thing.id })
exports.thing = [thing.id, thing.double, thing.colour, read.double]`,
    exports: { thing: ['made', 4, 'red', 7] },
  },
}

suite('a program from the public documentation works:', { skip }, () => {
  for (const [what, { text, exports: expected = {}, pages: wanted }] of Object.entries(programs))
    test(what, (t) => {
      const { program, run, at, pages } = bareMachine(t, 'handshake,secrets,preview')
      mkdirSync(at('site'))
      writeFileSync(at('site/index.html'), '<h1>hi</h1>')
      writeFileSync(at('note.txt'), 'note')
      program(page + text)
      const up = run('up', '--yes')
      assert.equal(up.code, 0, up.err)
      assert.deepEqual(JSON.parse(run('exports', '--json', '--show-secrets').out), expected)
      if (wanted !== undefined) assert.deepEqual(textsOf(pages()).toSorted(byText), wanted)
      const planned = run('plan', '--detailed-exitcode')
      assert.equal(planned.code, 0, planned.out + planned.err)
      const destroyed = run('destroy', '--yes')
      assert.equal(destroyed.code, 0, destroyed.err)
      assert.deepEqual(pages(), {})
    })
})

interface Written {
  readonly text: unknown
}

/** The pages as text, without the marks of secrets. */
function textsOf(pages: Readonly<Record<string, unknown>>): readonly Written[] {
  return Object.values(pages).map((each) => {
    const { text } = each as Written
    return { text: (text as { readonly value?: unknown }).value ?? text }
  })
}

function byText(a: Written, b: Written): number {
  return String(a.text) < String(b.text) ? -1 : 1
}
