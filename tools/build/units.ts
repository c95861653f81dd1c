import { basename } from 'node:path'
import { build, transform, type BuildOptions, type Plugin } from 'esbuild'

/**
 * A program in units: one text, of which each command runs its own part. What several commands share is a unit as well, so that there
 * is one of everything. V8 reads nothing of a unit that has not run.
 */
interface Units {
  readonly text: string
  /** The files that went into it, relative to the root. */
  readonly inputs: readonly string[]
}

const main = 'main'
const outdir = '/units'
/** Before the name of what is loaded at its first use. */
const deferred = 'deferred:'

/**
 * Bundles `entry` and what it imports. What is imported dynamically becomes units; so do the files of `atFirstUse` (by a name; absolute),
 * although they are imported as everything else: they run when something of theirs is first asked for.
 */
export async function inUnits(
  entry: string,
  atFirstUse: Readonly<Record<string, string>>,
  { plugins = [], ...options }: BuildOptions,
): Promise<Units> {
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: { [main]: entry, ...atFirstUse },
    plugins: [deferring(atFirstUse), ...plugins],
    format: 'esm',
    splitting: true,
    outdir,
    chunkNames: 'unit-[hash]',
    write: false,
    metafile: true,
  })
  const units = await Promise.all(
    outputFiles.map(async ({ path, text }) => `${JSON.stringify(`./${basename(path)}`)}(exports,require,module){${await asUnit(text)}}`),
  )
  return { text: `${registry(units.join(',\n'))}\n`, inputs: Object.keys(metafile.inputs) }
}

function deferring(atFirstUse: Readonly<Record<string, string>>): Plugin {
  const names = new Map(Object.entries(atFirstUse).map(([name, file]) => [file, name]))
  return {
    name: 'at first use',
    setup(building) {
      building.onResolve({ filter: /^(?:@slipway\/|re2js$)/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (kind !== 'import-statement' || pluginData === deferred) return undefined
        const found = await building.resolve(path, { kind, importer, resolveDir, pluginData: deferred })
        const name = names.get(found.path)
        return name === undefined ? found : { path: `${deferred}${name}`, external: true }
      })
    },
  }
}

/** The units that a unit needs from its start come first in it, and what it takes of them are its own variables, which are the fastest. */
async function asUnit(esm: string): Promise<string> {
  const { code } = await transform(withImportsTaken(esm), {
    format: 'cjs',
    target: 'node24',
    minifyWhitespace: true,
    minifySyntax: true,
    supported: { 'dynamic-import': false },
  })
  return withDeferred(code)
}

function withImportsTaken(esm: string): string {
  const statement = /\s*import(?:\{([^}]*)\}from)?"(\.\/[^"]+)";/y
  let taken = ''
  let end = 0
  for (let match = statement.exec(esm); match !== null; match = statement.exec(esm)) {
    const [, names, unit] = match
    taken += names === undefined ? `require("${unit}");` : `var{${names.replaceAll(/\s+as\s+/g, ':')}}=require("${unit}");`
    end = statement.lastIndex
  }
  return taken + esm.slice(end)
}

/** `var import_x=require("deferred:x")` and `import_x.a`: asked for where it is used. In brackets for `new`, which would take the call for its own. */
function withDeferred(cjs: string): string {
  const variables: string[] = []
  const declared = cjs.replaceAll(/\b(import_\w+)=require\("deferred:([^"]+)"\)/g, (_, variable: string, name: string) => {
    variables.push(variable)
    return `${variable}=()=>require("./${name}.js")`
  })
  if (variables.length === 0) return declared
  return declared.replaceAll(new RegExp(`\\b(${variables.join('|')})\\.`, 'g'), '($1()).')
}

function registry(units: string): string {
  return `(function(exports,require,module,__filename,__dirname){
var loaded={},units={${units}};
function load(name){
var unit=units[name];
if(unit===undefined)return require(name);
var known=loaded[name];
if(known===undefined)unit((known=loaded[name]={exports:{}}).exports,load,known);
return known.exports}
load.resolve=require.resolve;
module.exports=load("./${main}.js")})`
}
