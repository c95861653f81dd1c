// test:rest: more cases of what program.test.ts shows
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from '../../cases.ts'
import { skip } from './machine.ts'
import { project } from './project.ts'
import { suite } from '../needs.ts'

/** Talks to the engine without the checks of the SDK, which the program has, too. */
const words = `
const messages = require('@pulumi/pulumi/proto/resource_pb')
const callbacks = require('@pulumi/pulumi/proto/callback_pb')
const { Struct } = require('google-protobuf/google/protobuf/struct_pb')
const monitor = require('@pulumi/pulumi/runtime/settings').getMonitor()
const ask = (method, request) => new Promise((resolve) => monitor[method](request, (error, answer) =>
  resolve(error ? error.details : answer.toObject())))
const tell = async (what, asked) => { const said = await asked; console.log(what + ': ' + (typeof said === 'string' ? said : 'done')) }
const register = ({ type = 'ledger:index/entry:Entry', name, parent = '', custom = true, object = {}, before = [], migrations = [], more = () => {} }) => {
  const request = new messages.RegisterResourceRequest()
  request.setType(type); request.setName(name); request.setParent(parent); request.setCustom(custom)
  request.setObject(Struct.fromJavaScript(object))
  const hooks = new messages.RegisterResourceRequest.ResourceHooksBinding()
  hooks.setBeforeCreateList(before)
  request.setHooks(hooks)
  request.setStateMigrationsList(migrations)
  more(request)
  return ask('registerResource', request)
}
const complete = (urn, outputs) => {
  const request = new messages.RegisterResourceOutputsRequest()
  request.setUrn(urn); request.setOutputs(Struct.fromJavaScript(outputs))
  return ask('registerResourceOutputs', request)
}
const asset = (path) => ({ '4dabf18193072939515e22adb298388d': 'c44067f5952c0a294b673a41bacd8c17', path })
`

const entry = 'ledger:index/entry:Entry'
const urn = (type: string, name: string): string => `urn:pulumi:dev::books::${type}::${name}`

suite('a hostile Pulumi program', { skip }, () => {
  test('gets errors for wrong requests, and nothing hangs', (t) => {
    const { program, run, at, book } = project(t)
    execFileSync('mkfifo', [at('pipe')])
    const stack = 'urn:pulumi:dev::books::pulumi:pulumi:Stack::evil'
    program(`${words}
module.exports = (async () => {
  await tell('ring', register({ type: 'pulumi:pulumi:Stack', name: 'evil', parent: '${stack}', custom: false }))
  await tell('nobody', register({ name: 'child', parent: '${stack}' }))
  await tell('nameless', register({ name: '' }))
  await tell('typeless', register({ name: 'what', type: '' }))
  await tell('long', register({ name: 'x'.repeat(1 << 20) }))
  await tell('pipe', register({ name: 'pipe', object: { account: asset(${JSON.stringify(at('pipe'))}) } }))
  await tell('device', register({ name: 'device', object: { account: asset('/dev/zero') } }))
  await tell('good', register({ name: 'good', object: { account: 'good' } }))
})()`)
    const { code, err, out } = run('up', '--yes')
    assert.equal(code, 0, err)
    const said = out + err
    assert.match(said, /^ring: the stack is above all others, and has no parent$/m)
    assert.match(said, /^nobody: the program has no resource "[^"]*::evil" that could be a parent$/m)
    assert.match(said, /^nameless: the program asks for a resource without a name$/m)
    assert.match(said, /^typeless: the program asks for a resource without a type: what$/m)
    assert.match(said, /^long: the program asks for a resource with a name of more than 1000 characters: x{60}…$/m)
    assert.match(said, /^pipe: the file of an asset cannot be read: .*: it is neither a file nor a folder$/m)
    assert.match(said, /^device: the file of an asset cannot be read: \/dev\/zero: it is neither a file nor a folder$/m)
    assert.match(said, /^good: done$/m)
    assert.deepEqual(book(), ['good-1: good, none'])
    program(`${words}
module.exports = (async () => {
  const elsewhere = new callbacks.Callback()
  elsewhere.setTarget('10.0.0.1:80')
  await tell('migrated', register({ name: 'good', object: { account: 'good' }, migrations: [elsewhere] }))
})()`)
    const again = run('up', '--yes')
    assert.match(
      again.out + again.err,
      /^migrated: the state migration of \S+::good failed: "10\.0\.0\.1:80" is not an address of this machine$/m,
    )
  })

  test('cannot set foreign outputs, or more than can be recorded', (t) => {
    const { program, run, book, up } = project(t)
    program(`${words}
const field = (number, content) => {
  const bytes = Buffer.from(content)
  const size = []
  for (let rest = bytes.length; size.length === 0 || rest > 0; rest >>>= 7) size.push((rest & 127) | (rest > 127 ? 128 : 0))
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...size]), bytes])
}
const raw = (method, ...fields) => new Promise((resolve) => monitor.makeUnaryRequest('/pulumirpc.ResourceMonitor/' + method,
  (bytes) => bytes, (bytes) => bytes, Buffer.concat(fields.map((part) => Buffer.from(part))), (error, answer) => resolve(error ? error.details : answer)))
const much = field(1, Buffer.concat([field(1, 'account'), field(2, field(3, Buffer.alloc(33 << 20, 'x')))]))
const late = new messages.RegisterResourceRequest.CustomTimeouts()
late.setCreate('soon')
module.exports = (async () => {
  await tell('good', register({ name: 'good', object: { account: 'good' }, more: (it) => it.setIgnorechangesList(['["\\\\u"]']) }))
  await tell('lies', complete('${urn(entry, 'good')}', { account: 'lies', id: 'other' }))
  await tell('provider', complete('${urn('pulumi:providers:ledger', 'default')}', { region: 'other' }))
  await tell('stranger', complete('urn:pulumi:prod::books::${entry}::good', {}))
  await tell('second', register({ type: 'pulumi:pulumi:Stack', name: 'second', custom: false }))
  await tell('much', raw('RegisterResource', field(1, '${entry}'), field(2, 'much'), [0x20, 1], field(5, much)))
  await tell('shelf', register({ type: 'books:index:Shelf', name: 'shelf', custom: false }))
  await tell('more', raw('RegisterResourceOutputs', field(1, '${urn('books:index:Shelf', 'shelf')}'), field(2, much)))
  await tell('enough', complete('${urn('books:index:Shelf', 'shelf')}', { little: 1 }))
  await tell('late', register({ name: 'late', object: { account: 'late' }, more: (it) => it.setCustomtimeouts(late) }))
})()`)
    const { code, err, out } = run('up', '--yes')
    assert.equal(code, 0, err)
    const said = out + err
    assert.match(said, /^lies: the outputs of "[^"]*::good" come from its plugin: a program cannot register them$/m)
    assert.match(said, /^provider: the outputs of "[^"]*::default" come from its plugin/m)
    assert.match(
      said,
      /^stranger: the program has no resource "urn:pulumi:prod::[^"]*" whose outputs it could register$/m,
    )
    assert.match(said, /^second: the program is the stack \S*::books-dev, but asks for another stack, \S*::second$/m)
    assert.match(said, /^much: the inputs of \S*::much have 33 MB, but at most 32 MB are recorded$/m)
    assert.match(said, /^more: the outputs of \S*::shelf have 33 MB, but at most 32 MB are recorded$/m)
    assert.match(said, /^enough: done$/m)
    assert.match(said, /^late: the timeout of create is "soon", which is not a duration such as 1h30m$/m)
    assert.deepEqual(book(), ['good-1: good, none'])
    assert.match(up(), /Nothing to do/)
  })

  test('cannot make its engine send secrets to a foreign port', async (t) => {
    const { program, options } = project(t)
    let heard = 0
    const stranger = createServer((socket) => socket.on('data', (chunk) => (heard += chunk.length))).listen(
      0,
      '127.0.0.1',
    )
    t.after(() => stranger.close())
    await once(stranger, 'listening')
    const { port } = stranger.address() as AddressInfo
    program(`${words}
module.exports = (async () => {
  const callback = new callbacks.Callback()
  callback.setTarget('127.0.0.1:${port}'); callback.setToken('token')
  const hook = new messages.RegisterResourceHookRequest()
  hook.setName('spy'); hook.setCallback(callback)
  await ask('registerResourceHook', hook)
  await register({ name: 'told', object: { account: 'hush' }, before: ['spy'] })
})()`)
    // Started asynchronously, because this process must answer meanwhile.
    const up = spawn(options.slipway, ['up', '--yes'], { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    let err = ''
    up.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    assert.deepEqual(await once(up, 'close'), [1, null])
    assert.match(err, /Slipway does not call the address that the program named: a process that was not launched/)
    assert.equal(heard, 0)
  })
})
