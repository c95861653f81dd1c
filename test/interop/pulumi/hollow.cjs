/**
 * A language plugin that runs nothing. HOLLOW says how it fails:
 *
 * - `silent`, `late`, `alien`: prints no port, prints it after the deadline, prints that of somebody else (HOLLOW_ALIEN)
 * - `done`: says at once that the program has ended well; `fails`: answers with an error; `dies`: in the middle of the program
 */
const grpc = require('@grpc/grpc-js')
const { LanguageRuntimeService: service } = require('@pulumi/pulumi/proto/language_grpc_pb.js')
const messages = require('@pulumi/pulumi/proto/language_pb.js')
const { PluginInfo } = require('@pulumi/pulumi/proto/plugin_pb.js')

const { HOLLOW: how = '', HOLLOW_ALIEN: alien } = process.env
const methods = {
  getPluginInfo: (_, done) => done(null, new PluginInfo()),
  run: (_, done) => {
    if (how === 'dies') process.kill(process.pid, 'SIGKILL')
    else if (how === 'fails') done({ code: grpc.status.UNKNOWN, message: '\u001B[2Jno \u001B]0;title\u0007idea' })
    else done(null, new messages.RunResponse())
  },
}
const unknown = (_, done) => done({ code: grpc.status.UNIMPLEMENTED, message: 'unknown' })

if (how === 'alien') console.log(alien)
const server = new grpc.Server()
server.addService(service, new Proxy({}, { get: (_, name) => methods[name] ?? unknown, has: () => true }))
server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (_, port) => {
  if (how === 'late') setTimeout(() => console.log(port), 5_000)
  else if (how !== 'silent' && how !== 'alien') console.log(port)
})
