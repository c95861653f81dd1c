import { transform } from 'esbuild'

interface Around {
  /** What units export that stays the same once they are loaded; see `constantsOf`. */
  readonly constants: ReadonlyMap<string, ReadonlySet<string>>
  /** A package of CommonJS: the unit exports what the package does, which to esbuild is a default export. */
  readonly isForeign: boolean
}

/** The body of a unit as a CommonJS module, of an ES module of esbuild. */
export async function unitText(esm: string, { constants, isForeign }: Around): Promise<string> {
  const { code } = await transform(withConstantsTaken(esm, constants), {
    format: 'cjs',
    target: 'node24',
    minifyWhitespace: true,
    minifySyntax: true,
    // A script has nobody to ask for modules: what stays outside is required.
    supported: { 'dynamic-import': false },
  })
  return withDeferred(code) + (isForeign ? 'module.exports=module.exports.default;' : '')
}

/** What nobody changes after the unit has been loaded, of what it exports. */
export function constantsOf(esm: string): ReadonlySet<string> {
  const exported = /export\{([^}]*)\};?\s*$/.exec(esm)?.[1] ?? ''
  // Modules in it are only loaded when somebody in another unit says so.
  if (exported === '' || esm.includes('__esm({')) return new Set()
  const pairs = exported.split(',').map((each) => each.trim().split(/\s+as\s+/) as [string, string?])
  return new Set(pairs.filter(([name]) => isConstant(esm, name)).map(([name, alias = name]) => alias))
}

/** Assigned nowhere but where it is declared. */
function isConstant(esm: string, name: string): boolean {
  const escaped = name.replaceAll('$', '\\$')
  const assigned = new RegExp(
    `(?<![\\w$.])${escaped}(?:=(?![=>])|[-+*|&?]{1,2}=|\\+\\+|--)|(?:\\+\\+|--)${escaped}(?![\\w$])`,
    'g',
  )
  const [first, ...more] = esm.matchAll(assigned)
  if (first === undefined) return true
  return more.length === 0 && /(?:\b(?:var|let|const)\s|,)$/.test(esm.slice(0, first.index).slice(-6))
}

/** Constants of other units become variables of the unit's own, which are the fastest; all else is asked for where it is used. */
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
 * `import_x.a` asks for the unit, or the module of Node, where it is used; in brackets for `new`, which would take the call for its
 * own.
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
