/**
 * At each start the SDK loads hundreds of modules that only packing functions and writing traces need: more than half of the time until a
 * program runs. In the NODE_OPTIONS of a machine this has them loaded when something in them is called.
 */
const Module = require('node:module')

const late =
  /^(@npmcli\/arborist|@opentelemetry\/(resources|sdk-trace-base|sdk-trace-node|exporter-zipkin|instrumentation(-grpc)?))$/
const load = Module._load

Module._load = (name, ...from) => (late.test(name) ? loadedLate(() => load(name, ...from)) : load(name, ...from))

/** Whatever is taken of it is a function or a class. */
function loadedLate(loaded) {
  const taken = (key) =>
    new Proxy(function () {}, {
      apply: (_, self, args) => loaded()[key].apply(self, args),
      construct: (_, args) => new (loaded()[key])(...args),
    })
  return new Proxy({}, { get: (_, key) => key === '__esModule' || taken(key) })
}
