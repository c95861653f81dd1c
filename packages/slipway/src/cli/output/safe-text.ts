import { steeringInLines, visible } from '@slipway/source/visible'

/** The colours and weights that Slipway itself writes with. */
const ours = '\\u001B\\[(?:[0-2]|22|3[0-9]|9[0-7])m'
const either = new RegExp(`${ours}|${steeringInLines.source}`, 'gu')

/**
 * The last look at all that is printed, whoever has put it together: nothing steers the terminal but the colours that are
 * ours. JSON stays JSON: it has the same way of writing such characters out.
 */
export function safeText(text: string, hasColors: boolean): string {
  return text.replaceAll(either, (found) => (found.length > 1 && hasColors ? found : visible(found)))
}
