import Module from 'node:module'

/**
 * What the SDK loads at each start and hardly a program needs: the package manager npm, with which it packs functions that are to
 * run elsewhere, and what writes traces. These are 350 of 760 modules, and a third of the time until a program begins.
 */
const late =
  /^(?:@npmcli\/arborist|@opentelemetry\/(?:resources|sdk-trace-base|sdk-trace-node|exporter-zipkin|instrumentation(?:-grpc)?))$/

const sdk = /[\\/]node_modules[\\/]@pulumi[\\/]pulumi[\\/]/

type Exports = Readonly<Record<PropertyKey, unknown>>
type Load = (name: string, parent: { readonly filename?: string | null } | undefined, isMain: boolean) => Exports

/** Node's own functions for `require`, which those replace who trace or mock modules. */
const loader = Module as unknown as { _load: Load; readonly _resolveFilename: (...given: Parameters<Load>) => string }

/**
 * Has the SDK get modules that it hardly ever uses only when it uses them. Nobody else is concerned: who loads one of them in a
 * program of his has it at once.
 */
export function loadLate(): void {
  const { _load: load, _resolveFilename: resolve } = loader
  const loadOf: Load = (name, parent, isMain) => {
    if (!late.test(name) || !sdk.test(parent?.filename ?? '')) return load(name, parent, isMain)
    // One that is not installed is missed at once.
    resolve(name, parent, isMain)
    return lateExports(() => load(name, parent, isMain))
  }
  Object.assign(loader, { _load: loadOf })
}

/** Exports that are loaded with the first of them that is used, and not when they are only given names. */
function lateExports(load: () => Exports): Exports {
  const taken = new Map<string, unknown>()
  return new Proxy<Exports>(
    {},
    {
      get(_, key) {
        // Who imports asks this to know where the default is. The compiled code of the SDK does.
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

/** A function or a class, as all is that the SDK takes from these modules. */
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
