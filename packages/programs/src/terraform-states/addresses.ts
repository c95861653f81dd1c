/** The parts of an instance's address. */
export interface AddressParts {
  /** `module.net["x y"].module.sub` */
  readonly module?: string | undefined
  readonly mode: 'managed' | 'data'
  readonly type: string
  readonly name: string
  /** The index of `count`, or the key of `for_each`. */
  readonly key?: string | number | undefined
}

/** A step of a module's path. */
export interface ModuleStep {
  readonly name: string
  readonly key?: string | number
}

/** A configuration of a provider in the spelling of a state. */
export interface ProviderAddress {
  /** `registry.terraform.io/hashicorp/local` */
  readonly source: string
  readonly alias?: string
  /** The key of OpenTofu's `for_each` of providers. */
  readonly key?: string | number
  /** The module whose configuration it is; absent for the root. */
  readonly module?: string
}

/** `module.net["x y"].local_file.page["a b"]` */
export function addressText({ module, mode, type, name, key }: AddressParts): string {
  const words = [...(module === undefined ? [] : [module]), ...(mode === 'data' ? ['data'] : []), type, name]
  return words.join('.') + keyText(key)
}

function keyText(key: string | number | undefined): string {
  if (key === undefined) return ''
  return typeof key === 'number' ? `[${key}]` : `[${quoted(key)}]`
}

/** A key in the words of HCL, where `${` and `%{` begin a template. */
function quoted(key: string): string {
  return JSON.stringify(key).replace(/([$%])\{/g, '$1$1{')
}

const word = /^[\p{L}_][\p{L}\p{N}_-]*/u
const number = /^\[(\d{1,15})\]/
const text = /^\["((?:[^"\\]|\\.)*)"\]/

/** The steps of a module's path; `undefined` if the text is not one. */
export function moduleSteps(path: string): readonly ModuleStep[] | undefined {
  const steps: ModuleStep[] = []
  let rest = path
  while (rest !== '') {
    const step = moduleStep(rest)
    if (step === undefined) return undefined
    steps.push(step.step)
    if (step.rest !== '' && !step.rest.startsWith('.')) return undefined
    rest = step.rest.slice(1)
    if (step.rest === '.') return undefined
  }
  return steps
}

function moduleStep(from: string): { readonly step: ModuleStep; readonly rest: string } | undefined {
  if (!from.startsWith('module.')) return undefined
  const after = from.slice('module.'.length)
  const [name] = word.exec(after) ?? []
  if (name === undefined) return undefined
  const found = keyIn(after.slice(name.length))
  return found && { step: { name, ...(found.key !== undefined && { key: found.key }) }, rest: found.rest }
}

/** The key at the beginning of this text, if it has one; `undefined` for one that cannot be read. */
function keyIn(from: string): { readonly key?: string | number; readonly rest: string } | undefined {
  if (!from.startsWith('[')) return { rest: from }
  const [numbered, digits] = number.exec(from) ?? []
  if (numbered !== undefined) return { key: Number(digits), rest: from.slice(numbered.length) }
  const [whole, inside] = text.exec(from) ?? []
  if (whole === undefined || inside === undefined) return undefined
  const key = unquoted(inside)
  return key === undefined ? undefined : { key, rest: from.slice(whole.length) }
}

function unquoted(inside: string): string | undefined {
  try {
    return String(JSON.parse(`"${inside}"`)).replace(/([$%])\1\{/g, '$1{')
  } catch {
    return undefined
  }
}

/** The words of an address without a key, such as a state lists as a dependency; `undefined` if it is not one. */
export function readAddress(address: string): AddressParts | undefined {
  let rest = address
  const modules: string[] = []
  while (rest.startsWith('module.')) {
    const step = moduleStep(rest)
    if (step === undefined || !step.rest.startsWith('.')) return undefined
    modules.push(rest.slice(0, rest.length - step.rest.length))
    rest = step.rest.slice(1)
  }
  const isData = rest.startsWith('data.')
  const own = isData ? rest.slice('data.'.length) : rest
  const [type] = word.exec(own) ?? []
  if (type === undefined || own[type.length] !== '.') return undefined
  const [name] = word.exec(own.slice(type.length + 1)) ?? []
  if (name === undefined) return undefined
  const found = keyIn(own.slice(type.length + 1 + name.length))
  if (found === undefined || found.rest !== '') return undefined
  const module = modules.length === 0 ? undefined : modules.join('.')
  return {
    mode: isData ? 'data' : 'managed',
    type,
    name,
    ...(module !== undefined && { module }),
    ...(found.key !== undefined && { key: found.key }),
  }
}

const provider = /^(?:(module\..+)\.)?provider\["([^"\\]{1,300})"\](?:\.([\p{L}_][\p{L}\p{N}_-]*)(\[.+)?)?$/u
const source = /^[a-z0-9.:-]{1,255}\/[a-z0-9_-]{1,64}\/[a-z0-9_-]{1,64}$/

/** Reads `provider["registry.terraform.io/hashicorp/local"].east["a"]`; `undefined` if the text is not a provider's address. */
export function readProvider(written: string): ProviderAddress | undefined {
  const [, module, named = '', alias, index = ''] = provider.exec(written) ?? []
  if (!source.test(named) || (module !== undefined && moduleSteps(module) === undefined)) return undefined
  const found = keyIn(index)
  if (found === undefined || found.rest !== '') return undefined
  return {
    source: named,
    ...(alias !== undefined && { alias }),
    ...(found.key !== undefined && { key: found.key }),
    ...(module !== undefined && { module }),
  }
}

export function providerText({ source: named, alias, key, module }: ProviderAddress): string {
  const own = `provider[${JSON.stringify(named)}]${alias === undefined ? '' : `.${alias}`}${keyText(key)}`
  return module === undefined ? own : `${module}.${own}`
}
