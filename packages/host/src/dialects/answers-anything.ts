/** Whether a plugin answers a call at all: also a refusal is an answer. */
export async function answersAnything(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'protocol/deadline-exceeded')
  }
}
