import { steeringInLines, visible } from '@slipway/source/visible'

/** The colours and weights that Slipway itself uses. */
const ours = '\\u001B\\[(?:[0-2]|22|3[0-9]|9[0-7])m'
const either = new RegExp(`${ours}|${steeringInLines.source}`, 'gu')

/**
 * The last check of all output, wherever it comes from: only our own colours control the terminal. JSON stays JSON: it escapes such characters in
 * the same way.
 */
export function safeText(text: string, hasColors: boolean): string {
  return text.replaceAll(either, (found) => (found.length > 1 && hasColors ? found : visible(found)))
}
