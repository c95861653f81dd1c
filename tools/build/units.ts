import { basename, relative } from 'node:path'
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild'
import { findCycle, graphOf } from '../../packages/graph/src/index.ts'
import { constantsOf, unitText } from './unit-text.ts'

/**
 * A program in units, of which each command runs only its own. V8 reads nothing of a unit that has not run. Each module is in one unit:
 * code that several units share is a unit, too.
 */
interface Units {
  /** Texts of bundles, by name: `program` exports what the entry exports, and requires the others when it needs their units. */
  readonly bundles: Readonly<Record<string, string>>
  /** The files that went into the bundles, relative to the root. */
  readonly inputs: readonly string[]
}

/** Absolute paths of files, or names of packages. */
interface Parts {
  readonly entry: string
  /** Modules by name: imported like all others, and run at the first access to one of their exports. */
  readonly deferred: Readonly<Record<string, string>>
  /**
   * Dynamic and deferred imports that are needed together, by the name of their bundle. `program` comes first; modules without an entry
   * here are in `rest`.
   */
  readonly together: Readonly<Record<string, readonly string[]>>
}

const main = 'main'
const program = 'program'
/** The prefix of a module that is loaded at its first use. */
const scheme = 'deferred:'

/**
 * Node's own modules that take long to load and that many commands do not need. `node:tls`, which `node:https` loads, also parses the
 * certificates of the system, and no process ends before that is done.
 */
const builtinsAtFirstUse: ReadonlySet<string> = new Set([
  'node:child_process',
  'node:fs/promises',
  'node:http',
  'node:http2',
  'node:https',
  'node:tls',
  'node:zlib',
])

/** Bundles `entry` and its imports; dynamic imports become units. */
export async function inUnits(
  parts: Parts,
  { plugins = [], absWorkingDir = '', ...options }: BuildOptions,
): Promise<Units> {
  const { outputFiles, metafile } = await build({
    ...options,
    absWorkingDir,
    entryPoints: { [main]: parts.entry, ...parts.deferred },
    plugins: [deferring(parts.deferred), ...plugins],
    format: 'esm',
    splitting: true,
    outdir: 'units',
    chunkNames: 'unit-[hash]',
    write: false,
    metafile: true,
  })
  refuseCircles(metafile)
  const placed = new Map<string, string>()
  for (const [bundle, files] of Object.entries(parts.together)) {
    const named = (bundle === program ? [parts.entry, ...files] : files).map((file) => relative(absWorkingDir, file))
    for (const unit of closure(named, metafile)) if (!placed.has(unit)) placed.set(unit, bundle)
  }
  const constants = new Map(outputFiles.map(({ path, text }) => [`./${basename(path)}`, constantsOf(text)]))
  const foreign = packagesOfCommonJs(metafile)
  const texts = await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const isForeign = foreign.has(basename(path))
      const body = await unitText(text, { constants, isForeign })
      return {
        bundle: placed.get(basename(path)) ?? 'rest',
        text: `${unitName(path)}(exports,require,module){${body}}`,
      }
    }),
  )
  const bundles = [...new Set([program, ...Object.keys(parts.together), 'rest'])].map((bundle) => {
    const units = texts.filter((unit) => unit.bundle === bundle).map(({ text }) => text)
    const object = `{${units.sort().join(',\n')}}`
    return [bundle, asFunction(bundle === program ? registry(object, placed) : `module.exports=${object};`)]
  })
  return { bundles: Object.fromEntries(bundles), inputs: Object.keys(metafile.inputs) }
}

function unitName(path: string): string {
  return JSON.stringify(`./${basename(path)}`)
}

function deferring(files: Parts['deferred']): Plugin {
  const names = new Map(Object.entries(files).map(([name, file]) => [file, name]))
  return {
    name: 'at first use',
    setup(building) {
      building.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
        kind === 'import-statement' && builtinsAtFirstUse.has(path)
          ? { path: `${scheme}${path}`, external: true }
          : undefined,
      )
      building.onResolve(
        { filter: /^(?:@slipway\/|re2js$)/ },
        async ({ path, kind, importer, resolveDir, pluginData }) => {
          if (kind !== 'import-statement' || pluginData === scheme) return undefined
          const found = await building.resolve(path, { kind, importer, resolveDir, pluginData: scheme })
          const name = names.get(path) ?? names.get(found.path)
          return name === undefined ? found : { path: `${scheme}${name}`, external: true }
        },
      )
    },
  }
}

/** The exports of a unit are only there once all of it has run. */
function refuseCircles({ outputs }: Metafile): void {
  const needed = new Map(
    Object.entries(outputs).map(([output, { imports }]) => [
      output,
      imports.filter(({ path, kind }) => kind === 'import-statement' && path in outputs).map(({ path }) => path),
    ]),
  )
  const graph = graphOf(needed)
  const circle = findCycle(graph)
  if (circle !== undefined)
    throw new Error(`units need each other: ${circle.map((node) => graph.nodes[node]).join(', ')}`)
}

/** The names of the units of these files, and of all that they need from their start. */
function closure(files: readonly string[], { outputs }: Metafile): ReadonlySet<string> {
  const made = Object.entries(outputs)
  const missing = files.filter((file) => !made.some(([, { entryPoint }]) => entryPoint === file))
  if (missing.length > 0) throw new Error(`imported by nothing dynamically: ${missing.join(', ')}`)
  const found = new Set(made.filter(([, { entryPoint = '' }]) => files.includes(entryPoint)).map(([output]) => output))
  for (const output of found) {
    for (const { path, kind } of outputs[output]?.imports ?? [])
      if (kind === 'import-statement' && path in outputs) found.add(path)
  }
  return new Set([...found].map((output) => basename(output)))
}

/** The names of the units that are packages of CommonJS, which are imported dynamically themselves. */
function packagesOfCommonJs({ inputs, outputs }: Metafile): ReadonlySet<string> {
  const found = Object.entries(outputs).filter(([, { entryPoint = '' }]) => inputs[entryPoint]?.format === 'cjs')
  return new Set(found.map(([output]) => basename(output)))
}

/**
 * The text of the function that loads units. It also keeps what it requires: code asks for a module that is loaded at its first use at every use,
 * and Node would look its name up each time.
 */
function registry(units: string, placed: ReadonlyMap<string, string>): string {
  const beside = [...placed].filter(([, bundle]) => bundle !== program)
  const bundles = `{${beside.map(([unit, bundle]) => `${unitName(unit)}:"./${bundle}.cjs"`).join(',')}}`
  return `var loaded={},bundles=${bundles},units=${units};
function load(name){
var known=loaded[name];
if(known!==undefined)return known.exports;
if(!/^\\.\\/[-\\w]+\\.js$/.test(name))return(loaded[name]={exports:require(name)}).exports;
var unit=units[name]??require(bundles[name]??"./rest.cjs")[name];
if(unit===undefined)throw Object.assign(new Error("Slipway was replaced while this command ran"),{code:"SLIPWAY_REPLACED"});
unit((known=loaded[name]={exports:{}}).exports,load,known);
return known.exports}
load.resolve=require.resolve;
module.exports=load("./${main}.js");`
}

/** Wraps a body like Node's own wrapper of a CommonJS module. */
function asFunction(body: string): string {
  return `(function(exports,require,module,__filename,__dirname){\n${body}\n})\n`
}
