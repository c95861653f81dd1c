/** Why one thing comes after another one. */
interface Reason {
  readonly name: string
  /** What comes after what. */
  readonly says: string
  /** Whether it may be given up if it closes a circle. */
  readonly mayBeGivenUp: boolean
}

/** All reasons, the strongest first: a circle gives up its last one. docs/decisions/0139 shows the table. */
export const reasons = [
  { name: 'needs', says: 'what is made comes after what it needs by the blueprint', mayBeGivenUp: false },
  { name: 'successor exists', says: 'an old one goes once its successor has been made', mayBeGivenUp: false },
  { name: 'makes room', says: 'what takes a place comes after the end of what has it', mayBeGivenUp: false },
  { name: 'could start', says: 'what makes room goes once its successor could be made at once', mayBeGivenUp: false },
  {
    name: 'is struck first',
    says: 'of records of one thing, the last is destroyed after the others are struck',
    mayBeGivenUp: true,
  },
  { name: 'goes first', says: 'what makes room goes after what uses it and goes first', mayBeGivenUp: true },
  { name: 'was made for', says: 'what a plugin made for another goes after that', mayBeGivenUp: true },
  { name: 'is a part', says: 'a component goes after its parts', mayBeGivenUp: true },
  { name: 'reads', says: 'what is read goes after its reader has gone, or reads another', mayBeGivenUp: true },
  {
    name: 'links',
    says: 'a link comes after its ends and goes before them; what reads it comes after it',
    mayBeGivenUp: true,
  },
  {
    name: 'is made again',
    says: 'a maker comes after the forgetting of what it has to make again',
    mayBeGivenUp: true,
  },
  { name: 'stands in', says: 'a member is made after its container', mayBeGivenUp: true },
  { name: 'stood in', says: 'a member is decided after the container in which it is recorded', mayBeGivenUp: true },
  { name: 'is inside', says: 'a container goes after its members have gone or moved out', mayBeGivenUp: true },
  { name: 'reads by name', says: 'the same for what is only known to be read by its name', mayBeGivenUp: true },
  { name: 'moves out', says: 'a container that makes room goes after its members have moved out', mayBeGivenUp: true },
  {
    name: 'waits as a member',
    says: 'a container goes after what a member waits for that goes with it',
    mayBeGivenUp: true,
  },
  { name: 'goes along', says: 'a member has no call of its own, and goes with its container', mayBeGivenUp: true },
  { name: 'is checked first', says: 'a check comes after that of what it is open for', mayBeGivenUp: true },
  { name: 'is checked', says: 'whether a successor could be made is checked after what it needs', mayBeGivenUp: true },
  { name: 'may be renamed', says: 'what nobody wants goes after everything new', mayBeGivenUp: true },
  { name: 'is tried again', says: 'what is made comes after removals that an earlier run began', mayBeGivenUp: true },
] as const satisfies readonly Reason[]

export type ReasonName = (typeof reasons)[number]['name']

const strengths: ReadonlyMap<ReasonName, number> = new Map(reasons.map(({ name }, index) => [name, -index]))

export function strengthOf(name: ReasonName): number {
  return strengths.get(name) ?? 0
}

export function mayBeGivenUp(name: ReasonName): boolean {
  return reasons.find((reason) => reason.name === name)?.mayBeGivenUp ?? true
}
