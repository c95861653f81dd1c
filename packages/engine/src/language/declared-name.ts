/** The shape of a declared name. A name with a dot is read in brackets: `variables["primary.region"]`. */
const nameShape = /^[A-Za-z_][A-Za-z0-9_.-]*$/
const longestName = 200

/** The problem of a name to which expressions could not refer; `undefined` if there is none. */
export function nameProblem(name: string): { readonly message: string; readonly hint: string } | undefined {
  if (nameShape.test(name) && name.length <= longestName) return undefined
  return {
    message: `${JSON.stringify(name.slice(0, 60))} cannot be a name`,
    hint: `names begin with a letter or "_", continue with letters, digits, "_", "-" and ".", and have at most ${longestName} characters`,
  }
}
