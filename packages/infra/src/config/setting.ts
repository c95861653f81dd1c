import type { z } from 'zod'

/**
 * The value of a setting that is given as text, on the command line or in the environment. It is read as YAML, so that numbers, lists and
 * maps can be given; but where the setting is a text, it is that text, as it stands: a password may look like a number, hold
 * ` #` or begin with `*`. Only quotes around all of it are YAML's.
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
