/** Modules of Node that take milliseconds to load, and that a command needs late or not at all. */
const lateModules: ReadonlySet<string> = new Set(['node:crypto', 'node:fs/promises', 'node:zlib'])

type Module = Readonly<Record<PropertyKey, unknown>>

/** A `require` that loads these when something of them is used for the first time. */
export function lazyRequire(require: NodeJS.Require): (id: string) => unknown {
  return (id) => (lateModules.has(id) ? lateModule(() => require(id) as Module) : (require(id) as unknown))
}

function lateModule(load: () => Module): Module {
  let loaded: Module | undefined
  const module = (): Module => (loaded ??= load())
  return new Proxy<Module>(Object.create(null) as Module, {
    get: (_, name) => module()[name],
    has: (_, name) => name in module(),
    ownKeys: () => Reflect.ownKeys(module()),
    // What the target does not have may only be said to be configurable.
    getOwnPropertyDescriptor: (_, name) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(module(), name)
      return descriptor && { ...descriptor, configurable: true }
    },
  })
}
