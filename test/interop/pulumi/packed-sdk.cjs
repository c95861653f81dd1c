/**
 * Keeps the SDK's modules in one file, with their compiled code: each program and each provider of a test loads 250 of them, and looking
 * them up and compiling them takes half the processor time of a small program. The modules stay what they are, each with its own file
 * name. A process that loads others than the kept ones keeps them, too, at its end.
 */
const { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs')
const Module = require('node:module')
const path = require('node:path')
const { Script } = require('node:vm')

const sdk = path.join(__dirname, 'node_modules/')
/** What nearly every program loads. Others, such as the package manager, would only make the file long. */
const kept =
  /^(?:@pulumi\/pulumi\/(?!automation\/)|@grpc\/|google-protobuf\/|semver\/|@opentelemetry\/api\/|js-yaml\/|upath\/|minimist\/|ini\/|@js-sdsl\/)/

const folder = path.join(__dirname, '../../../node_modules/.cache/sdk-of-tests')

/** For another SDK, at another place, and for another Node, there is another file. */
function fileOf(ending) {
  // npm writes it at the end of each installation.
  const { mtimeMs, ino } = statSync(path.join(sdk, '.package-lock.json'))
  return path.join(folder, `${process.version}-${ino}-${Math.round(mtimeMs)}${ending}`)
}

function read(file, encoding) {
  try {
    return readFileSync(file, encoding)
  } catch {
    return undefined
  }
}

function place(file, content, encoding) {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, content, encoding)
    renameSync(`${file}.${process.pid}`, file)
  } catch {
    // A process of another user keeps nothing.
  }
}

function open() {
  const text = read(fileOf('.cjs'), 'latin1')
  if (text === undefined) return { modules: {}, paths: {} }
  const code = read(fileOf('.code'))
  // In a stack trace its functions are functions of the SDK.
  const script = new Script(text, { filename: path.join(sdk, '@pulumi/pulumi/packed.js'), cachedData: code })
  return { ...script.runInThisContext(), script: code === undefined || script.cachedDataRejected ? script : undefined }
}

const functionOf = (file) => {
  const text = readFileSync(file, 'utf8').replace(/^#!.*|^\/\/# sourceMappingURL=.*/gm, '')
  const ascii = text.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `${JSON.stringify(file)}:function(exports,require,module,__filename,__dirname){${ascii}\n}`
}

exports.loadPackedSdk = () => {
  const { _cache: cache, _extensions: extensions, _resolveFilename: resolve } = Module
  const { '.js': compile } = extensions
  const newModules = []
  const newPaths = {}
  let opened
  const pack = () => {
    if (opened === undefined) {
      opened = open()
      process.once('exit', keep)
    }
    return opened
  }
  const keep = () => {
    const { modules, paths, script } = opened
    if (newModules.length > 0) {
      const all = [...Object.keys(modules), ...newModules].map(functionOf)
      place(
        fileOf('.cjs'),
        `({modules:{${all.join(',')}},paths:${JSON.stringify({ ...paths, ...newPaths })}})`,
        'latin1',
      )
      place(fileOf('.code'), '')
    } else if (script !== undefined) place(fileOf('.code'), script.createCachedData())
  }
  const load = (module, file) => {
    if (!file.startsWith(sdk) || !kept.test(file.slice(sdk.length))) return compile(module, file)
    const packed = pack().modules[file]
    if (packed === undefined) {
      newModules.push(file)
      return compile(module, file)
    }
    const require = Object.assign((id) => module.require(id), {
      resolve: (id) => resolveInSdk(id, module),
      main: process.mainModule,
      cache,
      extensions,
    })
    packed.call(module.exports, module.exports, require, module, file, path.dirname(file))
  }
  const resolveInSdk = (name, parent, isMain, options) => {
    const from = parent?.filename
    if (typeof from !== 'string' || !from.startsWith(sdk) || options !== undefined)
      return resolve(name, parent, isMain, options)
    const key = `${name} ${path.dirname(from).slice(sdk.length)}`
    const known = pack().paths[key]
    if (known !== undefined) return known
    const found = resolve(name, parent, isMain)
    if (path.isAbsolute(found)) newPaths[key] = found
    return found
  }
  Object.assign(extensions, { '.js': load })
  Object.assign(Module, { _resolveFilename: resolveInSdk })
}
