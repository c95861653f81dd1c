/** What zod and others give: a schema after https://standardschema.dev. */
export function schema<Value>(fits: (value: unknown) => value is Value, message: string) {
  const validate = (value: unknown) => (fits(value) ? { value } : { issues: [{ message }] })
  return { '~standard': { version: 1, vendor: 'ours', validate, types: undefined as { input: Value; output: Value } | undefined } } as const
}
