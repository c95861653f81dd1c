import assert from 'node:assert/strict'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
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

suite('what a program makes up itself', { skip }, () => {
  test('in JavaScript is made, changed and destroyed by what the program says', (t) => {
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

  test('is one thing only where all that is known of it is equal: ids are of each class its own', (t) => {
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
    // It has another name, and is what it was.
    up(`new Sheet('other', { path: __dirname + '/c.txt' })`)
    assert.deepEqual(left(), ['c.txt'])
    up(`new Note('a', { path: __dirname + '/a.txt' }); new Sheet('other', { path: __dirname + '/c.txt' })`)
    const { code, err } = run('destroy', '--yes')
    assert.equal(code, 0, err)
    assert.deepEqual(left(), [])
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
