import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '../../cases.ts'
import { suite, testWith } from '../needs.ts'
import { machine, skip, skipPython } from './machine.ts'

const inJavaScript = `
const config = new pulumi.Config()
console.log('told', config.require('greeting'), config.require('token'), config.requireNumber('size') + 1)
exports.greeting = config.require('greeting')
exports.token = config.requireSecret('token')
exports.stack = pulumi.getStack()
`

const inPython = `
import pulumi
config = pulumi.Config()
print("told", config.require("greeting"), config.require("token"))
pulumi.export("greeting", config.require("greeting"))
pulumi.export("stack", pulumi.get_stack())
`

suite('the stacks of a program', { skip }, () => {
  test('get their files’ configuration, and have their own states and outputs', (t) => {
    const { run, program, at } = machine(t)
    program(inJavaScript)
    const project = at('Pulumi.yaml')
    writeFileSync(
      project,
      `${readFileSync(project, 'utf8')}config:\n  size: {type: integer, default: 3}\n  greeting: {type: string}\n`,
    )
    const missing = run('up', '--yes')
    assert.equal(missing.code, 1)
    assert.match(
      missing.err,
      /the stack dev has no value for books:greeting[^]*slipway config set books:greeting VALUE --stack dev/,
    )
    assert.equal(run('config', 'set', 'greeting', 'hello').code, 0)
    assert.equal(run('config', 'set', '--secret', 'token', 'hush-hush').code, 0)
    const up = run('up', '--yes')
    assert.equal(up.code, 0, up.err)
    assert.match(up.err + up.out, /told hello \(secret\) 4/)
    assert.doesNotMatch(up.err + up.out, /hush-hush/)
    assert.deepEqual(JSON.parse(run('stack', 'output', '--json').out), {
      greeting: 'hello',
      stack: 'dev',
      token: '(secret)',
    })
    assert.equal(run('stack', 'output', 'token', '--show-secrets').out, 'hush-hush\n')
    assert.match(run('stack', 'output', 'greting').err, /did you mean "greeting"/)

    assert.match(run('up', '--yes', '--stack', 'deev').err, /books has no stack deev[^]*did you mean "dev"/)
    assert.equal(run('stack', 'init', 'prod').code, 0)
    assert.equal(run('config', 'set', 'greeting', 'good day').code, 0)
    assert.equal(run('config', 'set', 'token', 'x').code, 0)
    assert.equal(run('up', '--yes').code, 0)
    assert.equal(run('stack', 'output', 'greeting').out, 'good day\n')
    assert.equal(run('exports', '--stack', 'dev', '--only', 'greeting', '--raw').out, 'hello')
    const listed = JSON.parse(run('stack', 'ls', '--json').out)
    assert.deepEqual(
      listed.map(({ name, current, instance }: Record<string, unknown>) => [name, current, instance]),
      [
        ['dev', false, 'books/dev'],
        ['prod', true, 'books/prod'],
      ],
    )
    assert.equal(run('destroy', '--yes', '--stack', 'dev').code, 0)
    assert.equal(run('stack', 'output', 'stack').out, 'prod\n')
  })

  test('are found from folders below the program, unless a blueprint is in between', (t) => {
    const { run, program, at, options } = machine(t)
    program(inJavaScript.replace(/console.*/, '').replaceAll(/require(Secret)?\('(greeting|token)'\)/g, "get('$2')"))
    mkdirSync(at('src/deep'), { recursive: true })
    const below = (folder: string, ...args: string[]) =>
      spawnSync(options.slipway, args, { ...options, cwd: at(folder), encoding: 'utf8' })
    assert.equal(below('src/deep', 'config', 'set', 'greeting', 'hello').status, 0)
    const up = below('src', 'up', '--yes')
    assert.equal(up.status, 0, up.stderr)
    assert.equal(below('src/deep', 'stack', 'output', 'greeting').stdout, 'hello\n')
    assert.match(run('plan').out, /Nothing to do/)
    writeFileSync(at('src/site.blueprint.yaml'), 'version: 2025-11-02\nresources: {}\n')
    assert.match(below('src/deep', 'plan').stderr, /cli\/no-blueprint/)
    assert.match(below('src/deep', 'stack', 'ls').stderr, /stack\/no-project/)
  })

  test('can be renamed without a change of their resources', (t) => {
    const { run, program, at, book } = machine(t)
    program(`class Shelf extends pulumi.ComponentResource {
  constructor(name) { super('my:index:Shelf', name); this.registerOutputs() }
}
const rent = new Entry('rent', { account: 'house' }, { parent: new Shelf('shelf') })
new Entry('heat', { account: rent.page.apply((page) => 'heat of ' + page) }, { dependsOn: [rent], deletedWith: rent })
exports.stack = pulumi.getStack()
exports.page = rent.page`)
    assert.equal(run('stack', 'init', 'dev').code, 0)
    assert.equal(run('config', 'set', 'size', '3').code, 0)
    assert.equal(run('up', '--yes').code, 0)
    const entries = book()
    assert.match(run('stack', 'rename', 'dev', 'dev').err, /already has a stack dev/)
    assert.match(run('stack', 'rename', 'dev', 'a b').err, /not a valid stack name/)
    assert.equal(run('stack', 'rename', 'dev', 'dev2').code, 0)
    assert.match(run('stack', 'ls').out, /\ndev2 +\* +books\/dev2\n$/)
    assert.equal(run('config', 'get', 'size').out, '3\n')
    assert.match(run('history').out, /\n.* up +succeeded/)
    const planned = run('plan', '--detailed-exitcode')
    assert.match(planned.out, /Plan for books\/dev2: only the exports change\n/)
    assert.doesNotMatch(planned.out, /will be/)
    const up = run('up', '--yes')
    assert.equal(up.code, 0, up.err)
    assert.deepEqual(book(), entries)
    assert.doesNotMatch(
      run('state', 'export', '--show-secrets').out,
      /"(parent|provider|deletedWith)": "urn:pulumi:dev::|books-dev"/,
    )
    assert.match(run('plan').out, /Nothing to do/)
    writeFileSync(at('index.js'), '')
    assert.equal(run('destroy', '--yes').code, 0)
    // A resource that is destroyed together with another one needs no call.
    assert.deepEqual(book(), ['heat of 1-2: heat of 1, none'])
  })

  test('can be removed once they are empty, or if their resources may be forgotten', (t) => {
    const { run, program, book } = machine(t)
    program(`new Entry('rent', { account: 'house' })`)
    for (const stack of ['dev', 'prod']) assert.equal(run('up', '--yes', '--stack', stack).code, 0)
    const refused = run('stack', 'rm', 'dev', '--yes')
    assert.equal(refused.code, 1)
    assert.match(refused.err, /books\/dev still has resources: rent {2}[^]*slipway destroy --stack dev/)
    assert.equal(run('destroy', '--yes', '--stack', 'dev').code, 0)
    assert.match(run('stack', 'rm', 'dev', '--yes').err, /^dev is removed\.\n$/)
    assert.match(run('stack', 'rm', 'prod', '--yes', '--force').err, /^prod is removed\. 1 resource may still exist/)
    assert.equal(book().length, 1)
    assert.match(run('stack', 'ls').err, /There is no stack yet/)
    assert.equal(run('instances').out.includes('books'), false)
  })

  test('never export a secret of their configuration in plain text', (t) => {
    const { run, program, at } = machine(t)
    program(`const config = new pulumi.Config()
exports.plain = config.require('token')
exports.url = Promise.resolve(['https://me:' + config.require('token') + '@there', 'beside'])
exports.size = config.requireNumber('size')`)
    assert.equal(run('stack', 'init', 'dev').code, 0)
    assert.equal(run('config', 'set', 'size', '3').code, 0)
    assert.equal(run('config', 'set', '--secret', 'token', 'hush-hush').code, 0)
    const up = run('up', '--yes')
    assert.equal(up.code, 0, up.err)
    assert.doesNotMatch(up.err + up.out, /hush-hush/)
    const told = { plain: '(secret)', url: ['(secret)', 'beside'], size: 3 }
    assert.deepEqual(JSON.parse(run('stack', 'output', '--json').out), told)
    assert.equal(run('stack', 'output', 'plain', '--show-secrets').out, 'hush-hush\n')
    for (const file of globSync(at('.slipway/**'))) {
      if (statSync(file).isFile()) assert.equal(readFileSync(file).includes('hush-hush'), false, file)
    }
    assert.match(run('plan').out, /Nothing to do/)
  })

  testWith('of a program in Python, too', { skip: skipPython }, (t) => {
    const { run, at } = machine(t)
    writeFileSync(at('Pulumi.yaml'), 'name: books\nruntime: {name: python, options: {virtualenv: env}}\n')
    writeFileSync(at('__main__.py'), inPython)
    symlinkSync(join(import.meta.dirname, '.venv'), at('env'))
    writeFileSync(at('Pulumi.dev.yaml'), 'config:\n  books:greeting: hello\n  books:token: x\n')
    const up = run('up', '--yes')
    assert.equal(up.code, 0, up.err)
    assert.match(up.err + up.out, /told hello x/)
    assert.deepEqual(JSON.parse(run('exports', '--json').out), { greeting: 'hello', stack: 'dev' })
  })
})
