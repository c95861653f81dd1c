/**
 * What another one can do, with some of it done in its place.
 *
 * @param own members that answer instead of those of `inner`
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
