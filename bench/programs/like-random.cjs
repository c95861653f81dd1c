/**
 * A provider that costs what the public one for random values costs its machine: some 3.4 ms of a processor for each resource, over
 * Check and Create, and two messages of the lowest level to the log of the engine for each. BUSY_MS=0: it answers at once, and
 * tells nothing.
 */
const { createRequire } = require('node:module')
const path = require('node:path')
const fromSdk = createRequire(path.join(__dirname, '../../test/interop/pulumi/package.json'))
const grpc = fromSdk('@grpc/grpc-js')
const { Empty } = fromSdk('google-protobuf/google/protobuf/empty_pb.js')
const { EngineClient } = fromSdk('@pulumi/pulumi/proto/engine_grpc_pb.js')
const { LogRequest, LogSeverity } = fromSdk('@pulumi/pulumi/proto/engine_pb.js')
const { PluginInfo } = fromSdk('@pulumi/pulumi/proto/plugin_pb.js')
const { ResourceProviderService: service } = fromSdk('@pulumi/pulumi/proto/provider_grpc_pb.js')
const messages = fromSdk('@pulumi/pulumi/proto/provider_pb.js')

const busyMs = Number(process.env.BUSY_MS ?? '3.4')
const engine = new EngineClient(process.argv.at(-1), grpc.credentials.createInsecure())

function work(share) {
  const until = performance.now() + busyMs * share
  while (performance.now() < until);
}

/** It waits for nobody to have heard it. */
function tell(message) {
  if (busyMs === 0) return
  const request = new LogRequest().setSeverity(LogSeverity.DEBUG).setMessage(message)
  engine.log(request, () => {})
}

let last = 0

const methods = {
  getPluginInfo: () => new PluginInfo().setVersion('3.1.4'),
  checkConfig: (request) => new messages.CheckResponse().setInputs(request.getNews()),
  diffConfig: () => new messages.DiffResponse(),
  configure: () => new messages.ConfigureResponse().setSupportspreview(true).setAcceptresources(true),
  check(request) {
    work(0.25)
    return new messages.CheckResponse().setInputs(request.getNews())
  },
  diff: () => new messages.DiffResponse().setChanges(messages.DiffResponse.DiffChanges.DIFF_NONE),
  create(request) {
    tell('planning a value')
    work(0.75)
    tell('made a value')
    return new messages.CreateResponse().setId(`page-${++last}`).setProperties(request.getProperties())
  },
  pb_delete: () => new Empty(),
  cancel: () => new Empty(),
}

const handlers = Object.entries(methods).map(([name, handle]) => [
  name.replace('pb_', ''),
  ({ request }, done) => done(null, handle(request)),
])
const server = new grpc.Server()
server.addService(service, Object.fromEntries(handlers))
server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error
  console.log(port)
})
