import { PluginFailure } from '@slipway/model'
import { reasonsOfNeeded } from './failure-reasons.ts'

/** The answer of a plugin. A failure names the subject, the plugin and the method, with all its reasons. */
export async function said<T>(subject: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (thrown) {
    throw thrown instanceof PluginFailure ? aboutSubject(thrown, subject) : thrown
  }
}

/**
 * The beginning of a message about the state of a resource.
 *
 * @param which a further detail: ` under the id "a"`
 */
export function stateOf({ name }: { readonly name: string }, which = ''): string {
  return `the external state of ${name}${which}`
}

/** The failure with its subject in the message: `the data source zones (acme/cloud, provider.DataSource.Fetch): no such account`. */
export function aboutSubject(failure: PluginFailure, subject: string): PluginFailure {
  const { message, reasons, details, pluginId, method } = failure
  const more = [...new Set(reasons)].filter((reason) => !message.includes(reason) && !details.includes(reason))
  return failure.reworded({
    message: `${subject} (${pluginId}, ${method}): ${message}`,
    details: [...more, ...details],
    reasons,
  })
}

/** An answer that another task needs, such as a step. Its failure becomes the reason of that task's failure. */
export async function needed<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (thrown) {
    if (!(thrown instanceof PluginFailure)) throw thrown
    throw thrown.reworded({ details: thrown.details, reasons: reasonsOfNeeded(thrown) })
  }
}
