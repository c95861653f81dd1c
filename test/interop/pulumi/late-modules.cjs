/**
 * Stands in the NODE_OPTIONS of a machine, so that providers, too, load late what the SDK hardly uses, as programs do. The compiler and the
 * inspector also come late, because only the packing of functions needs them. Maps to the sources of the SDK itself are never loaded: they
 * would be read for every stack.
 */
const Module = require('node:module')
const { readdirSync } = require('node:fs')
const { loadPackedSdk } = require('./packed-sdk.cjs')

const languages = `${__dirname}/../../../packages/operations/dist/languages`
// `globSync` would load more than all of this: each process of a test pays for that.
for (const name of readdirSync(languages))
  if (name.startsWith('language-nodejs-')) require(`${languages}/${name}/preload.cjs`)

const { _load: load } = Module

/** Stands in for the SDK's module `v8Hooks`, which starts the inspector before every program. */
function lateInspector() {
  const urls = new Map()
  let session
  const start = async () => {
    const { Session } = require('node:inspector')
    const started = new Session()
    started.connect()
    // It also reports the scripts that were there before.
    started.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => urls.set(scriptId, url))
    await new Promise((resolve, reject) => {
      started.post('Debugger.enable', (error) => (error ? reject(error) : resolve()))
    })
    return started
  }
  return {
    isInitializedAsync: async () => {},
    getSessionAsync: () => (session ??= start()),
    getScriptUrl: (id) => urls.get(id),
  }
}

const inspectors = /^\.{1,2}\/(?:\.\.\/runtime\/closure\/)?v8Hooks$/
let inspector

function loadOf(name, parent, ...more) {
  const loaded = () => load(name, parent, ...more)
  if (name === 'source-map-support/register') return {}
  if (inspectors.test(name)) return (inspector ??= lateInspector())
  // What runs TypeScript loads it by itself.
  if (name === 'typescript' && parent.filename.endsWith('typescript-shim.js'))
    return new Proxy({}, { get: (_, key) => loaded()[key] })
  return loaded()
}
Object.assign(Module, { _load: loadOf })
loadPackedSdk()
