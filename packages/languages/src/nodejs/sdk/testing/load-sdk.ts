import { dirname, join } from 'node:path/posix'
import { runInNewContext } from 'node:vm'

type Module = Readonly<Record<string, unknown>>

/** Records what generated code asks of Pulumi's SDK. */
export interface Asked {
  /** Resources, invokes and calls, in the order in which they were made. */
  readonly calls: readonly (readonly unknown[])[]
  readonly warnings: readonly string[]
  /** Modules whose resources can be made from references. */
  readonly registered: readonly string[]
  /** The packages that the engine was told about. */
  readonly told: readonly unknown[]
}

/** Loads a generated SDK with a stand-in for `@pulumi/pulumi` that records the requests. The code sees nothing else. */
export function loadSdk(files: ReadonlyMap<string, string>, env: Readonly<Record<string, string>> = {}) {
  const asked = {
    calls: [] as unknown[][],
    warnings: [] as string[],
    registered: [] as string[],
    told: [] as unknown[],
  }
  const pulumi = standIn(asked)
  const loaded = new Map<string, { readonly exports: Module }>()
  const load = (path: string): Module => {
    const before = loaded.get(path)
    if (before !== undefined) return before.exports
    const text = files.get(path)
    if (text === undefined) throw new Error(`there is no ${path}`)
    const module = { exports: {} }
    loaded.set(path, module)
    const require = (name: string): unknown => {
      if (name === '@pulumi/pulumi') return pulumi
      if (name === '@pulumi/pulumi/runtime/settings') return { registerPackage: pulumi.registerPackage }
      if (!name.startsWith('.')) throw new Error(`${path} loads ${name}`)
      return load(`${join(dirname(path), name)}.js`)
    }
    const run: unknown = runInNewContext(
      `(function (exports, require, module, process) {${text}\n})`,
      {},
      { filename: path },
    )
    if (typeof run === 'function') run(module.exports, require, module, { env })
    return module.exports
  }
  return { load: () => load('index.js'), loaded: () => [...loaded.keys()].sort(), asked: asked as Asked }
}

function standIn({ calls, warnings, registered, told }: { [key in keyof Asked]: unknown[] }) {
  const resource = (kind: string) =>
    class {
      readonly kind = kind
      constructor(...given: readonly unknown[]) {
        calls.push([kind, ...given])
      }
    }
  const registerPackage = (about: unknown) => {
    told.push(about)
    return 'the reference'
  }
  const asking =
    (kind: string) =>
    (...given: readonly unknown[]) => {
      calls.push([kind, ...given])
      return given
    }
  return {
    registerPackage,
    CustomResource: resource('custom'),
    ComponentResource: resource('component'),
    ProviderResource: resource('provider'),
    Config: class {
      get = (name: string) => `setting ${name}`
      getObject = () => undefined
    },
    log: { warn: (text: string) => warnings.push(text) },
    mergeOptions: (one: object, other: object) => ({ ...one, ...other }),
    output: (value: unknown) => ({ apply: (change: (value: unknown) => unknown) => change(value) }),
    secret: (value: unknown) => ({ secret: value }),
    runtime: {
      registerResourceModule: (pkg: string, module: string) => registered.push(`${pkg} ${module}`),
      registerResourcePackage: (pkg: string) => registered.push(pkg),
      invoke: asking('invoke'),
      invokeOutput: asking('invokeOutput'),
      invokeSingle: asking('invokeSingle'),
      invokeSingleOutput: asking('invokeSingleOutput'),
      call: asking('call'),
      callSingle: asking('callSingle'),
    },
  }
}
