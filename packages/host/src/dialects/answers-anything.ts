/** Whether a plugin answers a call at all; a refusal is an answer, too. */
export async function answersAnything(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'protocol/deadline-exceeded')
  }
}
