import Module from 'node:module'

/**
 * Modules that the SDK loads at each start and hardly any program needs: the package manager npm, for packing functions that run elsewhere, and the
 * writers of traces. They are 350 of 760 modules, and take a third of the time until a program begins.
 */
const late =
  /^(?:@npmcli\/arborist|normalize-package-data|@opentelemetry\/(?:resources|sdk-trace-base|sdk-trace-node|exporter-zipkin|instrumentation(?:-grpc)?))$/

/** The SDK's API for programs that drive Pulumi's own command line: 60 more modules, which the SDK only re-exports under a name. */
const handedOn = './automation'

const sdk = /[\\/]node_modules[\\/]@pulumi[\\/]pulumi[\\/]/

type Exports = Readonly<Record<PropertyKey, unknown>>
type Load = (name: string, parent: { readonly filename?: string | null } | undefined, isMain: boolean) => Exports

/** Node's own functions for `require`, which tools that trace or mock modules replace. */
const loader = Module as unknown as { _load: Load; readonly _resolveFilename: (...given: Parameters<Load>) => string }

/**
 * Delays the SDK's loading of modules that it hardly ever uses until their first use. Only the SDK is affected: a program that loads one of
 * them itself gets it at once.
 */
export function loadLate(): void {
  const { _load: load, _resolveFilename: resolve } = loader
  const loadOf: Load = (name, parent, isMain) => {
    const from = parent?.filename ?? ''
    const isHandedOn = name === handedOn && from.endsWith('index.js')
    if (!(late.test(name) || isHandedOn) || !sdk.test(from)) return load(name, parent, isMain)
    // A missing module is reported at once.
    resolve(name, parent, isMain)
    const loaded = (): Exports => load(name, parent, isMain)
    return isHandedOn ? lateModule(loaded) : lateExports(loaded)
  }
  Object.assign(loader, { _load: loadOf })
}

/** A compiled module that is loaded on the first access to an export; the export is the real one. */
function lateModule(load: () => Exports): Exports {
  return new Proxy<Exports>(
    {},
    {
      get: (_, key) => key === '__esModule' || load()[key],
      set: (_, key, value) => Reflect.set(load(), key, value),
      has: (_, key) => key in load(),
      ownKeys: () => Reflect.ownKeys(load()),
      // A proxy without own properties may only report properties as configurable.
      getOwnPropertyDescriptor: (_, key) => {
        const property = Reflect.getOwnPropertyDescriptor(load(), key)
        return property && { ...property, configurable: true }
      },
    },
  )
}

/** Exports that are loaded when the first of them is used, not when they are only given names. */
function lateExports(load: () => Exports): Exports {
  const taken = new Map<string, unknown>()
  return new Proxy<Exports>(
    {},
    {
      get(_, key) {
        // An importing module asks for this to find the default export. The compiled code of the SDK does so.
        if (key === '__esModule') return true
        if (typeof key === 'symbol' || isConstant(key)) return load()[key]
        if (!taken.has(key))
          taken.set(
            key,
            lateFunction(() => exported(load(), key)),
          )
        return taken.get(key)
      },
      has: (_, key) => key in load(),
    },
  )
}

function isConstant(name: string): boolean {
  return /^[A-Z0-9_]+$/.test(name)
}

function exported(all: Exports, name: string): object {
  return (name === 'default' && all['__esModule'] !== true ? all : all[name]) as object
}

/** Stands in for a function or a class, which is all that the SDK takes from these modules. */
function lateFunction(load: () => object): object {
  const stand: object = new Proxy(function () {}, {
    apply: (_, self, args) => Reflect.apply(load() as () => unknown, self, args),
    construct: (_, args, made): object => {
      const real = load() as new () => object
      return Reflect.construct(real, args, made === stand ? real : made)
    },
    get: (_, key) => Reflect.get(load(), key),
    set: (_, key, value) => Reflect.set(load(), key, value),
    has: (_, key) => Reflect.has(load(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(load()),
  })
  return stand
}
