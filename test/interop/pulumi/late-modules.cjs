/**
 * At each start the SDK loads hundreds of modules that only packing functions, reading their text and writing traces need: more than
 * half of the time until a program runs. In the NODE_OPTIONS of a machine this has them loaded when something in them is used. It also
 * leaves out the maps to the sources of the SDK itself, which are read for every stack.
 */
const Module = require('node:module')

const late =
  /^(@npmcli\/arborist|@opentelemetry\/(resources|sdk-trace-base|sdk-trace-node|exporter-zipkin|instrumentation(-grpc)?))$/
const { _load: load } = Module

function loadOf(name, parent, ...more) {
  const loaded = () => load(name, parent, ...more)
  if (name === 'source-map-support/register') return {}
  // What runs TypeScript loads it by itself.
  if (name === 'typescript' && parent.filename.endsWith('typescript-shim.js'))
    return new Proxy({}, { get: (_, key) => loaded()[key] })
  return late.test(name) ? loadedLate(loaded) : loaded()
}
Object.assign(Module, { _load: loadOf })

/** Functions and classes are taken out of it at once, and used later. */
function loadedLate(loaded) {
  const taken = (key) =>
    new Proxy(function () {}, {
      apply: (_, self, args) => loaded()[key].apply(self, args),
      construct: (_, args) => new (loaded()[key])(...args),
    })
  return new Proxy({}, { get: (_, key) => key === '__esModule' || taken(key) })
}
