import type { z } from 'zod'

/**
 * The value of a setting given as text, on the command line or in the environment. The text is read as YAML, so that it can hold numbers,
 * lists and maps. A setting whose type is text keeps the text as it is: a password may look like a number, hold ` #` or begin with `*`.
 * Only quotes around all of it are YAML's.
 */
export async function settingOf(text: string, setting: z.ZodType, parse: () => Promise<unknown>): Promise<unknown> {
  const takes = (value: unknown): boolean => setting.safeParse(value).success
  let parsed: unknown
  try {
    parsed = await parse()
  } catch (error) {
    if (takes(text)) return text
    throw error
  }
  if (typeof parsed === 'string' ? /^\s*["']/.test(text) : takes(parsed)) return parsed
  return takes(text) ? text : parsed
}
