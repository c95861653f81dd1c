// test:rest: more cases of what program.test.ts shows
import assert from 'node:assert/strict'
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '../../cases.ts'
import { suite, testWith } from '../needs.ts'
import { machine, skip, skipPython } from './machine.ts'

const inJavaScript = `const pulumi = require('@pulumi/pulumi')
class Entry extends pulumi.CustomResource {
  constructor(name, inputs) { super('ledger:index/entry:Entry', name, { page: undefined, ...inputs }) }
}
new Entry('note', { account: 'file', tags: { text: new pulumi.asset.FileAsset('./note.txt') } })
const made = new pulumi.dynamic.Resource({
  async create() { return { id: 'made', outs: { folder: process.cwd() } } },
}, 'made', { folder: undefined })
exports.folder = made.folder`

const inPython = `import os
import pulumi
from pulumi.dynamic import CreateResult, Resource, ResourceProvider

class Places(ResourceProvider):
    def create(self, props):
        return CreateResult("made", {**props, "folder": os.getcwd()})

class Place(Resource):
    folder: pulumi.Output[str]

    def __init__(self, name):
        super().__init__(Places(), name, {"folder": None})

pulumi.export("folder", Place("made").folder)
`

suite('the folder of a program that lies below its project', { skip }, () => {
  for (const main of ['app/src', 'app/src/main.js'])
    test(`is the base of relative paths and its plugins’ working folder: ${main}`, (t) => {
      const { run, at } = machine(t)
      mkdirSync(at('app/src'), { recursive: true })
      const runtime = '{name: nodejs, options: {typescript: false}}'
      writeFileSync(at('Pulumi.yaml'), `name: books\nruntime: ${runtime}\nmain: ${main}\n`)
      // The SDK is installed only in that folder.
      symlinkSync(join(import.meta.dirname, 'node_modules'), at('app/src/node_modules'))
      writeFileSync(at('app/src/package.json'), '{"name": "books", "main": "main.js"}')
      writeFileSync(at('app/src/main.js'), inJavaScript)
      writeFileSync(at('app/src/note.txt'), 'hello')
      const { code, err } = run('up', '--yes')
      assert.equal(code, 0, err)
      assert.equal(run('exports', '--only', 'folder', '--raw').out, realpathSync(at('app/src')))
      assert.equal(run('destroy', '--yes').code, 0)
    })

  testWith(
    'is where those of a program in Python run, whose environment lies in the project',
    { skip: skipPython },
    (t) => {
      const { run, at } = machine(t)
      mkdirSync(at('app'))
      symlinkSync(join(import.meta.dirname, '.venv'), at('modules'))
      writeFileSync(
        at('Pulumi.yaml'),
        'name: books\nruntime: {name: python, options: {virtualenv: modules}}\nmain: app\n',
      )
      writeFileSync(at('app/__main__.py'), inPython)
      const { code, err } = run('up', '--yes')
      assert.equal(code, 0, err)
      assert.equal(run('exports', '--only', 'folder', '--raw').out, realpathSync(at('app')))
    },
  )
})
