/**
 * A provider that asks its engine about packages, and tells what it has heard: its function `asker:index:ask` calls the method
 * `service` with the arguments `given` where the engine has said, when it was greeted, that this service is.
 * With parameters it serves the package that the first of them names.
 */
const grpc = require('@grpc/grpc-js')
const { Empty } = require('google-protobuf/google/protobuf/empty_pb.js')
const { Struct } = require('google-protobuf/google/protobuf/struct_pb.js')
const { ResourceProviderService: service } = require('@pulumi/pulumi/proto/provider_grpc_pb.js')
const messages = require('@pulumi/pulumi/proto/provider_pb.js')
const plugin = require('@pulumi/pulumi/proto/plugin_pb.js')
const { PackageResolverClient } = require('@pulumi/pulumi/proto/plugin_grpc_pb.js')
const loader = require('@pulumi/pulumi/proto/codegen/loader_pb.js')
const { LoaderClient } = require('@pulumi/pulumi/proto/codegen/loader_grpc_pb.js')
const mapper = require('@pulumi/pulumi/proto/codegen/mapper_pb.js')
const { MapperClient } = require('@pulumi/pulumi/proto/codegen/mapper_grpc_pb.js')

const version = process.env['ASKER_VERSION'] ?? '2.0.0'
/** The package that it serves, once it has parameters. */
let served
/** What its schema calls that. */
let how
let targets = {}

const bytes = (text) => Buffer.from(text).toString('base64')

function schema() {
  const own = { name: 'asker', version, pluginDownloadURL: 'https://plugins.example' }
  if (served === undefined) return own
  return { ...own, ...served, [how]: { baseProvider: { name: 'asker', version }, parameter: bytes(served.name) } }
}

const questions = {
  schema({ package: name, version: wanted = '', parameter }) {
    const request = new loader.GetSchemaRequest()
    request.setPackage(name)
    request.setVersion(wanted)
    if (parameter !== undefined) {
      const made = new loader.Parameterization()
      made.setName(parameter)
      made.setVersion('0.1.0')
      made.setValue(bytes(parameter))
      request.setParameterization(made)
    }
    return [
      LoaderClient,
      targets.loader,
      'getSchema',
      request,
      (answer) => JSON.parse(Buffer.from(answer.getSchema_asU8())),
    ]
  },
  mapping({ provider, pulumiProvider = '', ecosystem = '' }) {
    const request = new mapper.GetMappingRequest()
    request.setProvider(provider)
    request.setPulumiProvider(pulumiProvider)
    request.setEcosystem(ecosystem)
    return [
      MapperClient,
      targets.mapper,
      'getMapping',
      request,
      (answer) => ({ data: Buffer.from(answer.getData_asU8()).toString() }),
    ]
  },
  resolve({ source, version: wanted = '', parameters = [] }) {
    const request = new plugin.PackageSpec()
    request.setSource(source)
    request.setVersion(wanted)
    request.setParametersList(parameters)
    return [PackageResolverClient, targets.resolver, 'resolvePackage', request, (answer) => answer.toObject()]
  },
}

const methods = {
  handshake({ request }) {
    targets = {
      loader: request.getLoaderTarget(),
      mapper: request.getMapperTarget(),
      resolver: request.getResolverTarget(),
    }
    return new messages.ProviderHandshakeResponse()
  },
  getPluginInfo() {
    const made = new plugin.PluginInfo()
    made.setVersion(version)
    return made
  },
  parameterize({ request }) {
    const [words, value] = [request.getArgs()?.getArgsList(), request.getValue()]
    const [name, its, as = 'parameterization'] = words ?? [value.getName(), value.getVersion()]
    served = { name, version: its }
    how = as
    const made = new messages.ParameterizeResponse()
    made.setName(served.name)
    made.setVersion(served.version)
    return made
  },
  getSchema({ request }) {
    const made = new messages.GetSchemaResponse()
    made.setSchema(
      JSON.stringify({ ...schema(), asked: [request.getSubpackageName(), request.getSubpackageVersion()] }),
    )
    return made
  },
  getMappings({ request }) {
    const made = new messages.GetMappingsResponse()
    if (request.getKey() === 'terraform') made.setProvidersList(['questions'])
    return made
  },
  getMapping({ request }) {
    const made = new messages.GetMappingResponse()
    if (request.getProvider() !== 'questions' || request.getKey() !== 'terraform') return made
    made.setProvider('questions')
    made.setData(bytes('asker maps questions'))
    return made
  },
  checkConfig({ request }) {
    const made = new messages.CheckResponse()
    made.setInputs(request.getNews())
    return made
  },
  configure() {
    const made = new messages.ConfigureResponse()
    made.setAcceptsecrets(true)
    return made
  },
  invoke({ request }, done) {
    const { service: name, given } = request.getArgs().toJavaScript()
    const [client, target, method, question, told] = questions[name](JSON.parse(given))
    new client(target, grpc.credentials.createInsecure())[method](question, (error, answer) => {
      const made = new messages.InvokeResponse()
      const heard = error === null ? { answer: told(answer) } : { refusal: error.details }
      made.setReturn(Struct.fromJavaScript({ heard: JSON.stringify(heard) }))
      done(null, made)
    })
    return undefined
  },
  cancel: () => new Empty(),
}

function answering(handle) {
  return (call, done) => {
    try {
      const made = handle(call, done)
      if (made !== undefined) done(null, made)
    } catch (error) {
      done(error)
    }
  }
}

const server = new grpc.Server()
server.addService(
  service,
  Object.fromEntries(Object.entries(methods).map(([name, handle]) => [name, answering(handle)])),
)
server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error
  console.log(port)
})
