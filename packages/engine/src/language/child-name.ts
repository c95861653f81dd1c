/** The child in a whole name: `network/subnets` for `network/subnets/a`; `undefined` for `a`. */
export function childOf(name: string): string | undefined {
  const slash = name.lastIndexOf('/')
  return slash === -1 ? undefined : name.slice(0, slash)
}

/** The name of a resource in its own blueprint: `a` for `network/subnets/a`. */
export function bareName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}
