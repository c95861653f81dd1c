import { stripVTControlCharacters } from 'node:util'
import { shellWord } from '@slipway/model'

/** Adds Slipway's command to an SDK's message about missing configuration, which names only Pulumi's command. */
export function withOurCommand(text: string, stack: string): string {
  const [, words] = /`pulumi (config set (?:--secret )?\S+) <value>`/.exec(stripVTControlCharacters(text)) ?? []
  return words === undefined ? text : `${text.trimEnd()}\n\there: slipway ${words} VALUE --stack ${shellWord(stack)}`
}
