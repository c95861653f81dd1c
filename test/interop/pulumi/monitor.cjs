// Stands for an engine: answers a program at once, and prints each thing that it says as a line of JSON after its port.
const grpc = require('@grpc/grpc-js')
const { EngineService } = require('@pulumi/pulumi/proto/engine_grpc_pb.js')
const engine = require('@pulumi/pulumi/proto/engine_pb.js')
const { ResourceMonitorService } = require('@pulumi/pulumi/proto/resource_grpc_pb.js')
const resource = require('@pulumi/pulumi/proto/resource_pb.js')
const { Empty } = require('google-protobuf/google/protobuf/empty_pb.js')

const say = (line) => console.log(JSON.stringify(line))
let root = ''

/** Those that are not here are unknown, as an old engine has it. */
const monitor = {
  supportsFeature: () => new resource.SupportsFeatureResponse().setHassupport(true),
  registerResource: (request) => {
    const [type, name] = [request.getType(), request.getName()]
    say({ registered: name, type, inputs: request.getObject()?.toJavaScript() })
    const answer = new resource.RegisterResourceResponse().setUrn(`urn:pulumi:s::p::${type}::${name}`)
    return answer.setId('id').setObject(request.getObject())
  },
  registerResourceOutputs: (request) => {
    say({ outputs: request.getOutputs()?.toJavaScript() })
    return new Empty()
  },
  signalAndWaitForShutdown: () => new Empty(),
}

const ofEngine = {
  log: (request) => {
    if (request.getSeverity() > 0) say({ logged: request.getMessage() })
    return new Empty()
  },
  getRootResource: () => new engine.GetRootResourceResponse().setUrn(root),
  setRootResource: (request) => {
    root = request.getUrn()
    return new engine.SetRootResourceResponse()
  },
}

function handlers(methods) {
  const answer = (name) => (call, callback) =>
    methods[name] === undefined ? callback({ code: 12, message: name }) : callback(null, methods[name](call.request))
  return new Proxy({}, { get: (_, name) => answer(name), has: () => true })
}

const server = new grpc.Server()
server.addService(ResourceMonitorService, handlers(monitor))
server.addService(EngineService, handlers(ofEngine))
server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (_, port) => console.log(port))
process.stdin.on('end', () => process.exit()).resume()
