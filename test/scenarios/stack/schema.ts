/** A schema after https://standardschema.dev, as zod and others provide it. */
export function schema<Value>(fits: (value: unknown) => boolean, message: string) {
  const validate = (value: unknown) => (fits(value) ? { value: value as Value } : { issues: [{ message }] })
  const types = undefined as { input: Value; output: Value } | undefined
  return { '~standard': { version: 1, vendor: 'ours', validate, types } } as const
}
