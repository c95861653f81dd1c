import { transform } from 'esbuild'

interface Around {
  /** Constant exports of units; see `constantsOf`. */
  readonly constants: ReadonlyMap<string, ReadonlySet<string>>
  /** True for a CommonJS package: the unit exports the package's exports, which esbuild treats as a default export. */
  readonly isForeign: boolean
}

/** The body of a unit as a CommonJS module, of an ES module of esbuild. */
export async function unitText(esm: string, { constants, isForeign }: Around): Promise<string> {
  const { code } = await transform(withExports(withConstantsTaken(esm, constants)), {
    format: 'cjs',
    target: 'node24',
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'silent',
    // A script cannot import modules dynamically: external modules are required.
    supported: { 'dynamic-import': false },
  })
  return withDeferred(code) + (isForeign ? 'module.exports=module.exports.default;' : '')
}

/** The exports that never change after the unit has been loaded. */
export function constantsOf(esm: string): ReadonlySet<string> {
  // Modules in such a unit are loaded only when another unit asks for them.
  if (esm.includes('__esm({')) return new Set()
  const pairs = exportsOf(esm)?.pairs ?? []
  const imported = importedBy(esm)
  const own = pairs.filter(([name]) => !imported.has(name) && isConstant(esm, name))
  return new Set(own.map(([, alias]) => alias))
}

/** Its names for its imports: only the unit that exports them knows whether they change. */
function importedBy(esm: string): ReadonlySet<string> {
  const statements = esm.matchAll(/(?<![\w$.])import([^"';(]+?)from\s*"/g)
  return new Set(
    Array.from(statements).flatMap(([, names = '']) =>
      names.split(/[{},]/).map((each) => each.trim().replace(/^.*\bas\s+/, '')),
    ),
  )
}

interface Exports {
  /** Start of the statement. */
  readonly at: number
  readonly pairs: readonly (readonly [name: string, alias: string])[]
}

/** The export statement at the end of a unit, if there is one. */
function exportsOf(esm: string): Exports | undefined {
  const found = /export\{([^}]*)\};?\s*$/.exec(esm)
  if (found === null) return undefined
  const pairs = (found[1] ?? '').split(',').map((each): [string, string] => {
    const [name = '', alias = name] = each.trim().split(/\s+as\s+/)
    return [name, alias]
  })
  return { at: found.index, pairs: pairs.filter(([name]) => name !== '') }
}

/**
 * Exports in one object, constants by value. esbuild makes two functions for each export, and a program that starts would make, and
 * call, a thousand of them. Units do not need each other in a circle, so nobody asks before the end.
 */
function withExports(esm: string): string {
  const found = exportsOf(esm)
  if (found === undefined) return esm
  const constants = constantsOf(esm)
  const properties = found.pairs.map(([name, alias]) =>
    constants.has(alias) ? `${alias}:${name}` : `get ${alias}(){return ${name}}`,
  )
  const object = `Object.defineProperty({${properties.join(',')}},"__esModule",{value:true})`
  return `${esm.slice(0, found.at)}module.exports=${object};`
}

/** True if the name is assigned only where it is declared. */
function isConstant(esm: string, name: string): boolean {
  const escaped = name.replaceAll('$', '\\$')
  const assigned = new RegExp(
    `(?<![\\w$.])${escaped}(?:=(?![=>])|[-+*|&?]{1,2}=|\\+\\+|--)|(?:\\+\\+|--)${escaped}(?![\\w$])`,
    'g',
  )
  const [first, ...more] = esm.matchAll(assigned)
  if (first === undefined) return true
  if (more.length > 0) return false
  const before = esm.slice(0, first.index).slice(-6)
  if (/\b(?:var|let|const)\s$/.test(before)) return true
  // After a comma, the name is either declared there, or it is assigned there and was declared without a value.
  return before.endsWith(',') && !new RegExp(`(?:\\b(?:var|let)\\s|,)${escaped}\\s*[,;]`).test(esm)
}

/** Turns constants of other units into variables of the unit's own, which are the fastest. Everything else is asked for where it is used. */
function withConstantsTaken(esm: string, constants: Around['constants']): string {
  const statement = /\s*import(?:\{([^}]*)\}from)?"(\.\/[^"]+)";/y
  let taken = ''
  let end = 0
  for (let match = statement.exec(esm); match !== null; match = statement.exec(esm)) {
    const [, names = '', unit = ''] = match
    const all = names.split(',').filter((name) => name !== '')
    const stays = (name: string): boolean => constants.get(unit)?.has(name.split(/\s+as\s+/)[0] ?? '') === true
    const own = all.filter(stays).map((name) => name.replace(/\s+as\s+/, ':'))
    const others = all.filter((name) => !stays(name))
    taken += own.length === 0 ? `require("${unit}");` : `var{${own.join(',')}}=require("${unit}");`
    if (others.length > 0) taken += `import{${others.join(',')}}from"${unit}";`
    end = statement.lastIndex
  }
  return taken + esm.slice(end)
}

/**
 * Makes `import_x.a` ask for the unit, or for the module of Node, where it is used. Puts it in brackets for `new`, which would otherwise apply to
 * the call.
 */
function withDeferred(cjs: string): string {
  const variables: string[] = []
  const declared = cjs.replaceAll(
    /\b(import_\w+)=(__toESM\()?require\("deferred:([^"]+)"\)/g,
    (_, variable: string, asEsm = '', name: string) => {
      variables.push(variable)
      return `${variable}=()=>${asEsm}require("${name.startsWith('node:') ? name : `./${name}.js`}")`
    },
  )
  if (declared.includes('require("deferred:'))
    throw new Error(
      `what is loaded at its first use must be imported by name: ${/"deferred:[^"]*"/.exec(declared)?.[0]}`,
    )
  if (variables.length === 0) return declared
  return declared.replaceAll(new RegExp(`\\b(${variables.join('|')})\\.`, 'g'), '($1()).')
}
