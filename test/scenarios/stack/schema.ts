/** A schema that follows https://standardschema.dev, like those of zod and other libraries. */
export function schema<Value>(fits: (value: unknown) => boolean, message: string) {
  const validate = (value: unknown) => (fits(value) ? { value: value as Value } : { issues: [{ message }] })
  const types = undefined as { input: Value; output: Value } | undefined
  return { '~standard': { version: 1, vendor: 'ours', validate, types } } as const
}
