import Module from 'node:module'

/** A module that a package requires when it loads, but uses only for some of its work. */
export type SeldomUsed = {
  /** The package that requires it. */
  by: string
  /** What the package writes in `require()`. */
  request: string
  /**
   * Exports that the package reads when it loads, all of them functions: they wait too. If `default` is one of them, the module
   * was compiled from an ES module.
   */
  exports?: readonly string[]
}

type Requiring = { require: (this: { filename: string | null }, request: string) => unknown }

/**
 * From now on, packages load these modules when they use them, and never if they do not. Packages that are not installed, or
 * that require something else, are loaded as usual.
 */
export function deferModules(modules: readonly SeldomUsed[]): void {
  const byRequest = Map.groupBy(modules, ({ request }) => request)
  const prototype = Module.prototype as unknown as Requiring
  const load = prototype.require
  prototype.require = function (request) {
    const found = byRequest.get(request)?.find(({ by }) => by === findPackage(this.filename ?? ''))
    return found ? defer(() => load.call(this, request) as object, found.exports) : load.call(this, request)
  }
}

/** The name of the package that a file is in. */
function findPackage(file: string): string | undefined {
  const [, ...paths] = file.split(/[\\/]node_modules[\\/]/)
  const [name] = /^(?:@[^\\/]+[\\/])?[^\\/]+/.exec(paths.at(-1) ?? '') ?? []
  return name?.replace('\\', '/')
}

/** Creates a stand-in that loads the value when it is first used. */
function defer(load: () => object, functions: readonly string[] = []): object {
  let loaded: object | undefined
  const value = (): object => {
    loaded ??= load()
    return loaded
  }
  // Only a class or a function can stand for one, and a bound one has no property of its own that a proxy must show.
  return new Proxy(class {}.bind(undefined), {
    get(_, name) {
      if (typeof name === 'string' && functions.includes(name)) return defer(() => Reflect.get(value(), name))
      return name === '__esModule' && functions.includes('default') ? true : Reflect.get(value(), name)
    },
    has: (_, name) => Reflect.has(value(), name),
    set: (_, name, given) => Reflect.set(value(), name, given),
    ownKeys: () => Reflect.ownKeys(value()),
    getOwnPropertyDescriptor(_, name) {
      const property = Reflect.getOwnPropertyDescriptor(value(), name)
      return property && { ...property, configurable: true }
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(value()),
    apply: (_, self, given) => Reflect.apply(value() as () => unknown, self, given),
    construct: (_, given) => Reflect.construct(value() as new () => object, given),
  })
}
