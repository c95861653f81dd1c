import { type CallControl, type ListedThings, type ListRequest, messageOf } from '@slipway/model'
import { valueToCty, ctyToValue } from '../convert/values.ts'
import { withWholeBlocks } from '../rules/whole-blocks.ts'
import type { Reading } from './data-source.ts'
import { jsonText } from '../convert/json-text.ts'
import type { Described } from './held.ts'
import { type Asked, errorsIn, refusal, withoutAnswer, wordsOf } from './told.ts'

/** Lists all existing resources of a type. They are imported by their identity, which is JSON. */
export async function listed(
  { client, descriptions, pluginId }: Reading,
  type: Described,
  { query, limit }: Pick<ListRequest, 'query' | 'limit'>,
  control: CallControl | undefined,
): Promise<ListedThings> {
  const asked: Asked = { pluginId, method: 'provider.ListResource' }
  const list = (await descriptions.schemas(control)).listResources.get(type.name)
  if (list === undefined) throw refusal([`it cannot list ${type.name}`], asked)
  const things: { readonly id: string; readonly name: string }[] = []
  try {
    const config = withWholeBlocks(list.block, valueToCty(list.type, query))
    // One more than the limit shows whether there are more.
    const request = { config, limit: limit + 1, withObjects: false }
    for await (const each of client.listResources(list, type, request, control)) {
      const errors = errorsIn(each)
      if (errors.length > 0) throw refusal(errors.map(wordsOf), asked)
      if (things.length === limit) return { things, isCut: true }
      things.push({ id: jsonText(ctyToValue(each.identity)), name: each.displayName })
    }
  } catch (thrown) {
    throw thrown instanceof TypeError ? refusal([messageOf(thrown)], asked) : withoutAnswer(thrown, asked, 'none')
  }
  return { things, isCut: false }
}
