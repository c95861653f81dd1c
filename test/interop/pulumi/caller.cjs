/**
 * A provider without any help of an SDK whose resources, and it itself, have a method `value`: it asks its engine for the resource and
 * for the provider that this belongs to, and answers the values of both.
 */
const { callbackify } = require('node:util')
const grpc = require('@grpc/grpc-js')
const { Empty } = require('google-protobuf/google/protobuf/empty_pb.js')
const { Struct } = require('google-protobuf/google/protobuf/struct_pb.js')
const { ResourceProviderService: service } = require('@pulumi/pulumi/proto/provider_grpc_pb.js')
const { ResourceMonitorClient } = require('@pulumi/pulumi/proto/resource_grpc_pb.js')
const { ResourceInvokeRequest } = require('@pulumi/pulumi/proto/resource_pb.js')
const messages = require('@pulumi/pulumi/proto/provider_pb.js')

const struct = (value) => Struct.fromJavaScript(value)
const plain = (value) => value?.toJavaScript() ?? {}

function made(message, fields) {
  const answer = new message()
  for (const [name, value] of Object.entries(fields)) answer[`set${name}`](value)
  return answer
}

function found(monitor, urn) {
  const request = made(ResourceInvokeRequest, { Tok: 'pulumi:pulumi:getResource', Args: struct({ urn }) })
  return new Promise((resolve, reject) =>
    monitor.invoke(request, (error, answer) => (error === null ? resolve(plain(answer.getReturn())) : reject(error))),
  )
}

async function valueAsked(call) {
  const monitor = new ResourceMonitorClient(call.getMonitorendpoint(), grpc.credentials.createInsecure())
  const { urn } = plain(call.getArgs())['__self__']
  const itself = await found(monitor, urn)
  if (call.getTok() === 'pulumi:providers:caller/value') return { result: `${itself.state.value} itself` }
  const [, provider] = /^(.*)::[^:]+$/.exec(itself.provider) ?? []
  const { state } = await found(monitor, provider)
  return { result: `${itself.state.value} of ${state.value ?? 'nobody'}` }
}

const methods = {
  getSchema: async () =>
    made(messages.GetSchemaResponse, { Schema: JSON.stringify({ name: 'caller', version: '1.0.0' }) }),
  checkConfig: async (request) => made(messages.CheckResponse, { Inputs: request.getNews() }),
  configure: async () => made(messages.ConfigureResponse, { Acceptresources: true }),
  check: async (request) => made(messages.CheckResponse, { Inputs: request.getNews() }),
  diff: async () => made(messages.DiffResponse, { Changes: messages.DiffResponse.DiffChanges.DIFF_NONE }),
  create: async (request) => made(messages.CreateResponse, { Id: 'c1', Properties: request.getProperties() }),
  pb_delete: async () => new Empty(),
  call: async (request) => made(messages.CallResponse, { Return: struct(await valueAsked(request)) }),
  cancel: async () => new Empty(),
}

const handlers = Object.fromEntries(
  Object.entries(methods).map(([name, handle]) => [
    name.replace('pb_', ''),
    callbackify((call) => handle(call.request)),
  ]),
)
const server = new grpc.Server()
server.addService(service, handlers)
server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error
  console.log(port)
})
