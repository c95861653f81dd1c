/** Everything that is reached from some things, these included, in the order of discovery. */
export function reached<Thing>(
  from: Iterable<Thing>,
  next: (thing: Thing) => Iterable<Thing> | undefined,
): ReadonlySet<Thing> {
  const found = new Set(from)
  // The loop also visits what it adds.
  for (const thing of found) for (const other of next(thing) ?? []) found.add(other)
  return found
}
