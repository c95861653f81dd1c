import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { skip } from './machine.ts'
import { project } from './project.ts'
import { suite } from '../needs.ts'

/** Speaks to the engine without the care of the SDK, which the program has, too. */
const words = `
const messages = require('@pulumi/pulumi/proto/resource_pb')
const callbacks = require('@pulumi/pulumi/proto/callback_pb')
const { Struct } = require('google-protobuf/google/protobuf/struct_pb')
const monitor = require('@pulumi/pulumi/runtime/settings').getMonitor()
const ask = (method, request) => new Promise((resolve) => monitor[method](request, (error, answer) =>
  resolve(error ? error.details : answer.toObject())))
const tell = async (what, asked) => { const said = await asked; console.log(what + ': ' + (typeof said === 'string' ? said : 'done')) }
const register = ({ type = 'ledger:index/entry:Entry', name, parent = '', custom = true, object = {}, before = [], migrations = [] }) => {
  const request = new messages.RegisterResourceRequest()
  request.setType(type); request.setName(name); request.setParent(parent); request.setCustom(custom)
  request.setObject(Struct.fromJavaScript(object))
  const hooks = new messages.RegisterResourceRequest.ResourceHooksBinding()
  hooks.setBeforeCreateList(before)
  request.setHooks(hooks)
  request.setStateMigrationsList(migrations)
  return ask('registerResource', request)
}
const asset = (path) => ({ '4dabf18193072939515e22adb298388d': 'c44067f5952c0a294b673a41bacd8c17', path })
`

suite('a program of Pulumi that means harm', { skip }, () => {
  test('is told what is wrong with what it asks for, and nothing hangs', (t) => {
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
  await tell('migrated', register({ name: 'new', migrations: [new callbacks.Callback()] }))
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
    assert.match(said, /^migrated: state migrations are not supported by this deployment$/m)
    assert.match(said, /^pipe: the file of an asset cannot be read: .*: it is neither a file nor a folder$/m)
    assert.match(said, /^device: the file of an asset cannot be read: \/dev\/zero: it is neither a file nor a folder$/m)
    assert.match(said, /^good: done$/m)
    assert.deepEqual(book(), ['good-1: good, none'])
  })

  test('cannot have its engine tell secrets to a port that is not its own', async (t) => {
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
    // This process answers meanwhile, or nobody would be heard.
    const up = spawn(options.slipway, ['up', '--yes'], { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    let err = ''
    up.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    assert.deepEqual(await once(up, 'close'), [1, null])
    assert.match(
      err,
      /nothing is said to what a program has named: at 127\.0\.0\.1:\d+ listens a process that was not launched/,
    )
    assert.equal(heard, 0)
  })
})
