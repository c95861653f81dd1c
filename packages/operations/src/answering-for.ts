/**
 * Returns a view of an object with some members replaced.
 *
 * @param own members that replace those of `inner`
 */
export function answeringFor<T extends object>(inner: T, own: Partial<T>): T {
  return new Proxy(inner, {
    get: (_, name) => {
      const from = Object.hasOwn(own, name) ? own : inner
      const member: unknown = Reflect.get(from, name)
      return typeof member === 'function' ? member.bind(from) : member
    },
  })
}
