/** `spec`, `['tags', 0, 'the name']` -> `spec.tags[0]["the name"]`; without a root the path alone: `tags[0]`. */
export function pathText(root: string, path: readonly PropertyKey[]): string {
  let text = root
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (/^[A-Za-z_][\w-]*$/.test(String(step))) text += text === '' ? String(step) : `.${String(step)}`
    else text += `[${JSON.stringify(String(step))}]`
  }
  return text
}

interface Checked {
  readonly input?: unknown
}

/** The error message of a schema for a wrong or missing field. */
export function mustBe(what: string) {
  return { error: ({ input }: Checked): string => (input === undefined ? 'is missing' : `must be ${what}`) }
}

/** The problems that a schema has found, a line each: `resources[3].spec must be a map`, `it must be a map`. */
export function shapeProblems(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): readonly string[] {
  return issues.map(({ path, message }) => `${pathText('', path) || 'it'} ${message}`)
}
