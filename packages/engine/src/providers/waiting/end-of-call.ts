import { PluginFailure } from '@slipway/model'

/** Resolves when nobody works on a call any more, however the call ends. */
export async function endOfCall(answer: Promise<unknown>): Promise<void> {
  try {
    await answer
  } catch (thrown) {
    if (thrown instanceof PluginFailure) await thrown.over
  }
}
