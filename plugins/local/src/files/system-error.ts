/** The code of a system error, such as `ENOENT`. */
export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
}

/** The result of `work`, or `undefined` when it fails with one of these codes, usually because something is missing. */
export async function unless<T>(codes: readonly string[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (thrown) {
    if (codes.includes(codeOf(thrown) ?? '')) return undefined
    throw thrown
  }
}

/** There is nothing at the path, or a part of the path is no directory. A path that is too long has nothing either. */
export const missing = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'] as const
