import { stripVTControlCharacters } from 'node:util'
import { shellWord } from '@slipway/model'

/** SDKs name the command of Pulumi by which a program is told what it misses: ours, for the stack that it is run for. */
export function withOurCommand(text: string, stack: string): string {
  const [, words] = /`pulumi (config set (?:--secret )?\S+) <value>`/.exec(stripVTControlCharacters(text)) ?? []
  return words === undefined ? text : `${text.trimEnd()}\n\there: slipway ${words} VALUE --stack ${shellWord(stack)}`
}
