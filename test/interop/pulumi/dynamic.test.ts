import assert from 'node:assert/strict'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '../../cases.ts'
import { suite, testWith } from '../needs.ts'
import { machine, skip, skipPython } from './machine.ts'

const inJavaScript = `
const fs = require('fs')
const provider = {
  async create({ path, text }) {
    fs.writeFileSync(path, text)
    return { id: path, outs: { path, text, length: text.length } }
  },
  async update(id, _, { path, text }) {
    fs.writeFileSync(path, text)
    return { outs: { path, text, length: text.length } }
  },
  async delete(id) { fs.rmSync(id) },
}
class Note extends pulumi.dynamic.Resource {
  constructor(name, inputs) { super(provider, name, { length: undefined, ...inputs }) }
}
exports.length = new Note('note', { path: __dirname + '/note.txt', text: TEXT }).length
`

const classes = `
const fs = require('fs')
const provider = (kind) => ({
  async diff(_, olds, news) { return { changes: olds.path !== news.path, replaces: olds.path !== news.path ? ['path'] : [] } },
  async create({ path }) {
    fs.writeFileSync(path, kind)
    return { id: 'main', outs: { path } }
  },
  async delete(_, { path }) { fs.rmSync(path) },
})
class Note extends pulumi.dynamic.Resource {
  constructor(name, inputs) { super(provider('note'), name, inputs) }
}
class Sheet extends pulumi.dynamic.Resource {
  constructor(name, inputs) { super(provider('sheet'), name, inputs) }
}
`

const inPython = `
import os
import pulumi
from pulumi.dynamic import CreateResult, Resource, ResourceProvider

class Notes(ResourceProvider):
    def create(self, props):
        with open(props["path"], "w") as file:
            file.write(props["text"])
        return CreateResult(props["path"], {**props, "length": len(props["text"])})

    def delete(self, id, props):
        os.remove(id)

class Note(Resource):
    length: pulumi.Output[int]

    def __init__(self, name, path, text):
        super().__init__(Notes(), name, {"path": path, "text": text, "length": None})

pulumi.export("length", Note("note", os.path.abspath("note.txt"), "three").length)
`

const configuredInJavaScript = `
class Told {
  async configure({ config }) { this.told = [config.require('name'), config.get('aws:region'), config.get('token')].join(' ') }
  async create() { return { id: 'made', outs: { told: this.told } } }
  async update() { return { outs: { told: this.told } } }
  async diff(_, olds) { return { changes: olds.told !== this.told } }
}
exports.told = new pulumi.dynamic.Resource(new Told(), 'told', { told: undefined }).told
`

const configuredInPython = `
import pulumi
from pulumi.dynamic import CreateResult, DiffResult, Resource, ResourceProvider, UpdateResult

class Told(ResourceProvider):
    def configure(self, req):
        self.told = " ".join([req.config.require("name"), req.config.get("aws:region"), req.config.get("token")])

    def create(self, props):
        return CreateResult("made", {**props, "told": self.told})

    def update(self, id, olds, news):
        return UpdateResult({**news, "told": self.told})

    def diff(self, id, olds, news):
        return DiffResult(changes=olds["told"] != self.told)

class Thing(Resource):
    told: pulumi.Output[str]

    def __init__(self, name):
        super().__init__(Told(), name, {"told": None})

pulumi.export("told", Thing("told").told)
`

/** The provider gets the whole configuration, even when it has changed; its resources stay as they are. */
function assertConfigured({ run }: Pick<ReturnType<typeof machine>, 'run'>): void {
  const done = (...args: string[]): string => {
    const { code, err, out } = run(...args)
    assert.equal(code, 0, err)
    return out
  }
  const told = (): string => done('exports', '--only', 'told', '--raw', '--show-secrets')
  done('config', 'set', 'name', 'ann')
  done('config', 'set', 'aws:region', 'north')
  done('config', 'set', '--secret', 'token', 'hush-hush')
  done('up', '--yes')
  assert.equal(told(), 'ann north hush-hush')
  assert.match(done('plan'), /Nothing to do/)
  done('config', 'set', 'aws:region', 'south')
  assert.doesNotMatch(done('plan'), /told [^\n]*(?:replaced|created|destroyed)/)
  done('up', '--yes')
  assert.equal(told(), 'ann south hush-hush')
  assert.doesNotMatch(done('state', 'list', '--json'), /hush-hush/)
  done('destroy', '--yes')
}

suite('a dynamic resource of a program', { skip }, () => {
  test('in JavaScript is created, changed and destroyed by the program’s code', (t) => {
    const { run, program, at } = machine(t)
    const up = (text: string): void => {
      program(inJavaScript.replace('TEXT', JSON.stringify(text)))
      const { code, err } = run('up', '--yes')
      assert.equal(code, 0, err)
      assert.equal(readFileSync(at('note.txt'), 'utf8'), text)
      assert.deepEqual(JSON.parse(run('exports', '--json').out), { length: text.length })
    }
    up('one')
    up('three')
    const { code, err } = run('destroy', '--yes')
    assert.equal(code, 0, err)
    assert.equal(existsSync(at('note.txt')), false)
  })

  test('is the same as another only if all known facts are equal, since each class has its own ids', (t) => {
    const { run, program, at } = machine(t)
    const up = (text: string): void => {
      program(`${classes}${text}`)
      const { code, err } = run('up', '--yes')
      assert.equal(code, 0, err)
    }
    const left = () => ['a.txt', 'b.txt', 'c.txt'].filter((name) => existsSync(at(name)))
    up(`new Note('a', { path: __dirname + '/a.txt' }); new Sheet('b', { path: __dirname + '/b.txt' })`)
    up(`new Sheet('b', { path: __dirname + '/b.txt' })`)
    assert.deepEqual(left(), ['b.txt'])
    up(`new Sheet('b', { path: __dirname + '/c.txt' })`)
    assert.deepEqual(left(), ['c.txt'])
    // The resource has another name, and is otherwise unchanged.
    up(`new Sheet('other', { path: __dirname + '/c.txt' })`)
    assert.deepEqual(left(), ['c.txt'])
    up(`new Note('a', { path: __dirname + '/a.txt' }); new Sheet('other', { path: __dirname + '/c.txt' })`)
    const { code, err } = run('destroy', '--yes')
    assert.equal(code, 0, err)
    assert.deepEqual(left(), [])
  })

  test('is configured with all values of its stack', (t) => {
    const box = machine(t)
    box.program(configuredInJavaScript)
    assertConfigured(box)
  })

  testWith('in Python is configured so, too', { skip: skipPython }, (t) => {
    const box = machine(t)
    writeFileSync(box.at('Pulumi.yaml'), 'name: books\nruntime: {name: python, options: {virtualenv: env}}\n')
    writeFileSync(box.at('__main__.py'), configuredInPython)
    symlinkSync(join(import.meta.dirname, '.venv'), box.at('env'))
    assertConfigured(box)
  })

  testWith('in Python, too', { skip: skipPython }, (t) => {
    const { run, at } = machine(t)
    writeFileSync(at('Pulumi.yaml'), 'name: books\nruntime: {name: python, options: {virtualenv: env}}\n')
    writeFileSync(at('__main__.py'), inPython)
    symlinkSync(join(import.meta.dirname, '.venv'), at('env'))
    const up = run('up', '--yes')
    assert.equal(up.code, 0, up.err)
    assert.equal(readFileSync(at('note.txt'), 'utf8'), 'three')
    assert.equal(run('destroy', '--yes').code, 0)
    assert.equal(existsSync(at('note.txt')), false)
  })
})
