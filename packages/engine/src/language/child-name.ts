/** The child that something belongs to, by its name in the whole: `network/subnets` for `network/subnets/a`; none for `a`. */
export function childOf(name: string): string | undefined {
  const slash = name.lastIndexOf('/')
  return slash === -1 ? undefined : name.slice(0, slash)
}

/** The name under which its own blueprint declares it. */
export function bareName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}
