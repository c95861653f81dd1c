import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { machine, skip } from './machine.ts'
import { testWith } from '../needs.ts'

/** A language whose programs are lines for a shell: `pulumi-language-lines`, as another publisher would provide it. */
const lines = `#!/usr/bin/env node
const grpc = require('@grpc/grpc-js')
const { LanguageRuntimeService } = require('@pulumi/pulumi/proto/language_grpc_pb.js')
const language = require('@pulumi/pulumi/proto/language_pb.js')
const { ResourceMonitorClient } = require('@pulumi/pulumi/proto/resource_grpc_pb.js')
const resource = require('@pulumi/pulumi/proto/resource_pb.js')
const { Struct } = require('google-protobuf/google/protobuf/struct_pb.js')
const { readFileSync } = require('node:fs')
const { execFileSync } = require('node:child_process')

async function run({ request }) {
  const monitor = new ResourceMonitorClient(request.getMonitorAddress(), grpc.credentials.createInsecure())
  const call = (method, message) => new Promise((resolve, reject) =>
    monitor[method](message, (error, answer) => (error ? reject(error) : resolve(answer))))
  const stack = new resource.RegisterResourceRequest()
  stack.setType('pulumi:pulumi:Stack')
  stack.setName(request.getProject() + '-' + request.getStack())
  const { urn } = (await call('registerResource', stack)).toObject()
  const program = readFileSync(request.getInfo().getProgramDirectory() + '/program.sh', 'utf8')
  const said = execFileSync('/bin/sh', ['-c', program], { encoding: 'utf8' }).trim()
  console.log('said ' + said + ' to ' + request.getConfigMap().get('books:who'))
  const outputs = new resource.RegisterResourceOutputsRequest()
  outputs.setUrn(urn)
  outputs.setOutputs(Struct.fromJavaScript({ said }))
  await call('registerResourceOutputs', outputs)
  return new language.RunResponse()
}

const server = new grpc.Server()
server.addService(LanguageRuntimeService, new Proxy({}, {
  has: () => true,
  get: (_, name) => (call, callback) => name === 'run'
    ? run(call).then((answer) => callback(null, answer), (error) => callback({ code: 13, message: error.message }))
    : callback({ code: 12, message: 'only run' }),
}))
server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (_, port) => console.log(port))
`

function variables(at: (name: string) => string) {
  return {
    PATH: [at('bin'), process.env['PATH']].join(delimiter),
    NODE_PATH: join(import.meta.dirname, 'node_modules'),
  }
}

testWith('a program in a language that somebody else brings is run by its plugin, from the PATH', { skip }, (t) => {
  const { run, at } = machine(t, { variables })
  mkdirSync(at('bin'))
  writeFileSync(at('bin/pulumi-language-lines'), lines)
  chmodSync(at('bin/pulumi-language-lines'), 0o755)
  writeFileSync(at('Pulumi.yaml'), 'name: books\nruntime: line\n')
  writeFileSync(at('program.sh'), 'echo hello\n')
  writeFileSync(at('Pulumi.dev.yaml'), 'config:\n  books:who: you\n')
  const unknown = run('up', '--yes')
  assert.equal(unknown.code, 1)
  assert.match(unknown.err, /no plugin runs programs in line;[^]*did you mean "lines"\?/)
  writeFileSync(at('Pulumi.yaml'), 'name: books\nruntime: lines\n')
  const up = run('up', '--yes')
  assert.equal(up.code, 0, up.err)
  assert.match(up.err + up.out, /said hello to you/)
  assert.deepEqual(JSON.parse(run('exports', '--json').out), { said: 'hello' })
})
