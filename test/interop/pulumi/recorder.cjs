/**
 * Stands between the engine and the provider in the file that is its first argument: passes on every call as it is, and
 * writes its name, its request and its own process as a line of the file that RECORD names.
 */
const { spawn } = require('node:child_process')
const { appendFileSync } = require('node:fs')
const grpc = require('@grpc/grpc-js')
const { ResourceProviderService: service } = require('@pulumi/pulumi/proto/provider_grpc_pb.js')

const { RECORD = '' } = process.env
const [provider = '', ...args] = process.argv.slice(2)
const limits = { 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 }
const same = (bytes) => bytes

function passing(target) {
  return Object.fromEntries(
    Object.entries(service).map(([name, { path, requestDeserialize }]) => [
      name,
      (call, done) => {
        const request = requestDeserialize(call.request).toObject()
        appendFileSync(RECORD, `${JSON.stringify({ pid: process.pid, method: path.split('/').at(-1), request })}\n`)
        target.makeUnaryRequest(path, same, same, call.request, call.metadata, done)
      },
    ]),
  )
}

/** The same service, of bytes. */
const bytes = Object.fromEntries(
  Object.entries(service)
    .filter(([, { responseStream }]) => !responseStream)
    .map(([name, method]) => [
      name,
      {
        ...method,
        requestSerialize: same,
        requestDeserialize: same,
        responseSerialize: same,
        responseDeserialize: same,
      },
    ]),
)

const child = spawn(process.execPath, [provider, ...args], { stdio: ['inherit', 'pipe', 'inherit'] })
child.stdout.once('data', (line) => {
  const target = new grpc.Client(`127.0.0.1:${String(line).trim()}`, grpc.credentials.createInsecure(), limits)
  const server = new grpc.Server(limits)
  server.addService(bytes, passing(target))
  server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
    if (error !== null) throw error
    console.log(port)
  })
})
