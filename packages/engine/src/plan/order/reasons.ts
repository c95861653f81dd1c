/** A reason why one step comes after another. */
interface Reason {
  readonly name: string
  /** The order that the reason demands, in one sentence. */
  readonly says: string
  /** True if an edge with this reason may be given up when it closes a circle. */
  readonly mayBeGivenUp: boolean
}

/** All reasons, the strongest first: a circle gives up its last one. docs/decisions/0139 shows the table. */
export const reasons = [
  { name: 'needs', says: 'a resource is made after those that it needs by the blueprint', mayBeGivenUp: false },
  { name: 'successor exists', says: 'an old resource goes after its successor has been made', mayBeGivenUp: false },
  { name: 'makes room', says: 'a resource is made after the end of the one whose place it takes', mayBeGivenUp: false },
  { name: 'could start', says: 'a resource that makes room goes once its successor can start', mayBeGivenUp: false },
  {
    name: 'is struck first',
    says: 'of several records of one thing, the last is destroyed after the others are struck',
    mayBeGivenUp: true,
  },
  { name: 'goes first', says: 'a resource that makes room goes after its users that go first', mayBeGivenUp: true },
  { name: 'was made for', says: 'what a plugin made for a resource goes after that resource', mayBeGivenUp: true },
  { name: 'is a part', says: 'a component goes after its parts', mayBeGivenUp: true },
  { name: 'reads', says: 'a resource goes after its readers have gone, or read another one', mayBeGivenUp: true },
  {
    name: 'links',
    says: 'a link comes after its two ends and goes before them; a resource that reads it comes after it',
    mayBeGivenUp: true,
  },
  {
    name: 'is made again',
    says: 'a maker makes a missing thing again after the record of that is forgotten',
    mayBeGivenUp: true,
  },
  { name: 'stands in', says: 'a member is made after its container', mayBeGivenUp: true },
  { name: 'stood in', says: 'a member is decided after the container in which it is recorded', mayBeGivenUp: true },
  { name: 'is inside', says: 'a container goes after its members have gone or moved out', mayBeGivenUp: true },
  { name: 'reads by name', says: 'a resource goes after those that may only know its name', mayBeGivenUp: true },
  { name: 'moves out', says: 'a container that makes room goes after its members have moved out', mayBeGivenUp: true },
  {
    name: 'waits as a member',
    says: 'a container goes after everything for which the members that go with it wait',
    mayBeGivenUp: true,
  },
  { name: 'goes along', says: 'a member goes with its container, and has no call of its own', mayBeGivenUp: true },
  { name: 'is checked first', says: 'a check comes after the check of what it is open for', mayBeGivenUp: true },
  { name: 'is checked', says: 'a successor is checked after the resources that it needs', mayBeGivenUp: true },
  { name: 'may be renamed', says: 'a resource that nobody wants goes after everything new', mayBeGivenUp: true },
  { name: 'is tried again', says: 'a resource is made after removals that an earlier run began', mayBeGivenUp: true },
] as const satisfies readonly Reason[]

export type ReasonName = (typeof reasons)[number]['name']

const strengths: ReadonlyMap<ReasonName, number> = new Map(reasons.map(({ name }, index) => [name, -index]))

export function strengthOf(name: ReasonName): number {
  return strengths.get(name) ?? 0
}

export function mayBeGivenUp(name: ReasonName): boolean {
  return reasons.find((reason) => reason.name === name)?.mayBeGivenUp ?? true
}
