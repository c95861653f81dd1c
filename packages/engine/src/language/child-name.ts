/** The child in a whole name: `network/subnets` for `network/subnets/a`; `undefined` for `a`. */
export function childOf(name: string): string | undefined {
  const slash = name.lastIndexOf('/')
  return slash === -1 ? undefined : name.slice(0, slash)
}

/** True if a resource is in a child, however deep. */
export function isIn(name: string, child: string): boolean {
  return name.startsWith(`${child}/`)
}

/** The children that contain a resource, the innermost first: `network/subnets` and `network` for `network/subnets/a`. */
export function* childrenAround(name: string): Generator<string, undefined> {
  for (let child = childOf(name); child !== undefined; child = childOf(child)) yield child
}

/** The name of a resource in its own blueprint: `a` for `network/subnets/a`. */
export function bareName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}
