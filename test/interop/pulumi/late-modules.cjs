/**
 * In the NODE_OPTIONS of a machine: also what no language plugin starts loads late what the SDK hardly uses, as programs do. Beside that the
 * compiler, which only reads functions that are packed, and no maps to the sources of the SDK itself, which are read for every stack.
 */
const Module = require('node:module')
const { readdirSync } = require('node:fs')

const languages = `${__dirname}/../../../packages/operations/dist/languages`
// `globSync` would load more than all of this: each process of a test pays for that.
for (const name of readdirSync(languages))
  if (name.startsWith('language-nodejs-')) require(`${languages}/${name}/preload.cjs`)

const { _load: load } = Module

function loadOf(name, parent, ...more) {
  const loaded = () => load(name, parent, ...more)
  if (name === 'source-map-support/register') return {}
  // What runs TypeScript loads it by itself.
  if (name === 'typescript' && parent.filename.endsWith('typescript-shim.js'))
    return new Proxy({}, { get: (_, key) => loaded()[key] })
  return loaded()
}
Object.assign(Module, { _load: loadOf })
