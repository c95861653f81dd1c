/**
 * A converter with the SDK's own protocol code. It asks the three services of its engine at the addresses that each request has, and writes
 * what they answer into the result.
 */
const { writeFileSync } = require('node:fs')
const path = require('node:path')
const grpc = require('@grpc/grpc-js')
const { Struct } = require('google-protobuf/google/protobuf/struct_pb.js')
const messages = require('@pulumi/pulumi/proto/converter_pb.js')
const { ConverterService: service } = require('@pulumi/pulumi/proto/converter_grpc_pb.js')
const hcl = require('@pulumi/pulumi/proto/codegen/hcl_pb.js')
const loader = require('@pulumi/pulumi/proto/codegen/loader_pb.js')
const { LoaderClient } = require('@pulumi/pulumi/proto/codegen/loader_grpc_pb.js')
const mapper = require('@pulumi/pulumi/proto/codegen/mapper_pb.js')
const { MapperClient } = require('@pulumi/pulumi/proto/codegen/mapper_grpc_pb.js')
const plugin = require('@pulumi/pulumi/proto/plugin_pb.js')
const { PackageResolverClient } = require('@pulumi/pulumi/proto/plugin_grpc_pb.js')

function asked(Client, target, method, request) {
  const client = new Client(target, grpc.credentials.createInsecure(), { 'grpc.max_receive_message_length': -1 })
  return new Promise((resolve, reject) =>
    client[method](request, (error, answer) => (error === null ? resolve(answer) : reject(error))),
  ).finally(() => client.close())
}

async function schema(target, name) {
  const request = new loader.GetSchemaRequest()
  request.setPackage(name)
  const answer = await asked(LoaderClient, target, 'getSchema', request)
  return JSON.parse(Buffer.from(answer.getSchema_asU8())).name
}

async function mapping(target) {
  const request = new mapper.GetMappingRequest()
  request.setProvider('questions')
  request.setEcosystem('terraform')
  return Buffer.from((await asked(MapperClient, target, 'getMapping', request)).getData_asU8()).toString()
}

async function resolved(target) {
  const request = new plugin.PackageSpec()
  request.setSource('asker')
  return (await asked(PackageResolverClient, target, 'resolvePackage', request)).toObject().version
}

function warning(summary, filename, line) {
  const start = new hcl.Pos()
  start.setLine(line)
  start.setColumn(1)
  const subject = new hcl.Range()
  subject.setFilename(filename)
  subject.setStart(start)
  subject.setEnd(start)
  const said = new hcl.Diagnostic()
  said.setSeverity(hcl.DiagnosticSeverity.DIAG_WARNING)
  said.setSummary(summary)
  said.setSubject(subject)
  return said
}

/** An entry of the ledger, of which only the inputs are said. */
function entries() {
  const entry = new messages.ResourceImport()
  entry.setType('ledger:index/entry:Entry')
  entry.setName('rent')
  entry.setId('house-1')
  entry.setInputs(Struct.fromJavaScript({ account: 'house' }))
  const made = new messages.ConvertStateResponse()
  made.setResourcesList([entry])
  return made
}

const methods = {
  async convertProgram({ request }) {
    const told = [
      await mapping(request.getMapperTarget()),
      await schema(request.getLoaderTarget(), 'bare'),
      request.getArgsList().join(' '),
    ]
    writeFileSync(path.join(request.getTargetDirectory(), 'main.pp'), `${told.join('\n')}\n`)
    const made = new messages.ConvertProgramResponse()
    made.setDiagnosticsList([warning('left out', 'main.tf', 1)])
    return made
  },
  async convertState({ request }) {
    if (request.getArgsList().includes('entry')) return entries()
    const page = new messages.ResourceImport()
    page.setType('bare:index:Page')
    page.setName('page')
    page.setId('page-1')
    page.setInputs(Struct.fromJavaScript({ text: await mapping(request.getMapperTarget()) }))
    const outputs = { text: await schema(request.getLoaderTarget(), 'bare'), letters: 3 }
    page.setOutputs(Struct.fromJavaScript({ ...outputs, note: await resolved(request.getResolverTarget()) }))
    const made = new messages.ConvertStateResponse()
    made.setResourcesList([page])
    return made
  },
  async convertSnippet({ request }) {
    const made = new messages.ConvertSnippetResponse()
    made.setFilename('page.pp')
    const source = `${await schema(request.getTargetLoader(), request.getPackage().getPackage())} ${request.getToken()}\n`
    made.setSource(Buffer.from(source))
    made.getResourceNamesMap().set('a_page', 'page')
    return made
  },
}

function answering(handle) {
  return (call, done) => {
    const answer = async () => {
      try {
        done(null, await handle(call))
      } catch (error) {
        done(error)
      }
    }
    void answer()
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
