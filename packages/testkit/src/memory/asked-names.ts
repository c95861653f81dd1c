/** A resource, a data source or a function (`net::subnet`), as its provider knows it. */
export interface Subject {
  readonly type: string
  /** The name without its child. */
  readonly name: string
  /** The child in the form that providers get: `net-sub` for `net/sub`. Absent: it is in no child, or nobody knows. */
  readonly child?: string | undefined
}

/** True if a test means this subject by a name: `vpc`, or `net/sub/vpc` for one in a child. */
export function isNamed(of: string, { name, child }: Subject): boolean {
  if (of === name) return true
  const slash = of.lastIndexOf('/')
  return slash !== -1 && of.slice(slash + 1) === name && of.slice(0, slash).replaceAll('/', '-') === child
}

/** The names of what providers were asked about. */
export class AskedNames {
  readonly #subjects = new Map<string, Subject>()

  note(subject: Subject): void {
    const { type, name, child = '' } = subject
    this.#subjects.set([type, name, child].join('\0'), subject)
  }

  /** The names without children. */
  get names(): readonly string[] {
    return [...new Set(this.#subjects.values().map(({ name }) => name))]
  }

  /** The types of everything that a test means by a name. */
  typesOf(of: string): readonly string[] {
    const named = this.#subjects.values().filter((subject) => isNamed(of, subject))
    return [...new Set(named.map(({ type }) => type))]
  }
}
