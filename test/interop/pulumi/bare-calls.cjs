/**
 * What bench/pulumi/bare-calls.ts does, as others would write it: with the client of grpc-js and the messages of Pulumi's SDK.
 *
 *     node bare-calls.cjs PLUGIN up|nothing|destroy COUNT
 */
const { spawn } = require('node:child_process')
const events = require('node:events')
const { createInterface } = require('node:readline')
const { credentials } = require('@grpc/grpc-js')
const { Struct } = require('google-protobuf/google/protobuf/struct_pb.js')
const { ResourceProviderClient } = require('@pulumi/pulumi/proto/provider_grpc_pb.js')
const messages = require('@pulumi/pulumi/proto/provider_pb.js')

const inFlight = 32
const deadlineMs = 60_000
const type = 'bare:index:Page'

const callsOf = {
  up: async (call, index) => {
    const news = Struct.fromJavaScript({ text: `page number ${index}` })
    const checked = await call('check', about(new messages.CheckRequest(), index).setNews(news))
    await call('create', about(new messages.CreateRequest(), index).setProperties(checked.getInputs()))
  },
  nothing: async (call, index) => {
    const news = Struct.fromJavaScript({ text: `page number ${index}` })
    const olds = Struct.fromJavaScript({ text: `page number ${index}`, letters: '14' })
    const seed = Buffer.from(`0190c4c8-7b1d-7000-8000-${index}`)
    await call('check', about(new messages.CheckRequest(), index).setOlds(olds).setNews(news).setRandomseed(seed))
    const compared = about(new messages.DiffRequest(), index).setId(`page-${index}`)
    await call('diff', compared.setOlds(olds).setOldInputs(news).setNews(news))
  },
  destroy: async (call, index) => {
    await call('delete', about(new messages.DeleteRequest(), index).setId(`page-${index}`))
  },
}

function about(request, index) {
  return request.setUrn(`urn:pulumi:x::x::${type}::page${index}`).setName(`page${index}`).setType(type)
}

async function main() {
  const [plugin, step, count] = process.argv.slice(2)
  const calls = callsOf[step]
  if (calls === undefined) throw new Error(`there is no step ${step}`)
  const child = spawn(process.execPath, [plugin], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [port] = await events.once(createInterface(child.stdout), 'line')
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure())
  const call = (method, request) =>
    new Promise((resolve, reject) =>
      client[method](request, { deadline: Date.now() + deadlineMs }, (error, answer) =>
        error === null ? resolve(answer) : reject(error),
      ),
    )
  await call('checkConfig', new messages.CheckRequest())
  await call('configure', new messages.ConfigureRequest())
  let next = 0
  const worker = async () => {
    while (next < Number(count)) await calls(call, next++)
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  client.close()
  child.kill()
  await events.once(child, 'exit')
}

void main()
