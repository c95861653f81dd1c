import type { RedisClientType } from '@redis/client'
import type { Change, CommitOutcome, Values } from '../keyvalue/store.ts'

/**
 * A commit on conditions: Redis runs a script as one step. KEYS are the expected ones, then those to put, then those to delete. ARGV are
 * the numbers of the first two, the expected values of the first (`=` and the text, or nothing), and the texts to put. Returns nothing, or
 * the values of the expected keys. Only putting can fail, for lack of memory, and only the first one: Redis checks before a script writes.
 */
const script = `
local expected, puts = tonumber(ARGV[1]), tonumber(ARGV[2])
local found, differs = {}, false
for i = 1, expected do
  local kind = redis.call('TYPE', KEYS[i]).ok
  if kind ~= 'string' and kind ~= 'none' then return redis.error_reply(KEYS[i] .. ' holds a ' .. kind .. ' and not a text') end
  found[i] = redis.call('GET', KEYS[i])
  local wanted = ARGV[2 + i]
  if wanted == '' then differs = differs or found[i] ~= false
  else differs = differs or found[i] == false or '=' .. found[i] ~= wanted end
end
if differs then return found end
for i = expected + 1, expected + puts do redis.call('SET', KEYS[i], ARGV[2 + i]) end
for i = expected + puts + 1, #KEYS do redis.call('DEL', KEYS[i]) end
return nil
`

export async function runCommit(
  client: RedisClientType,
  expected: Values,
  changes: readonly Change[],
): Promise<CommitOutcome> {
  const checked = [...expected.keys()]
  const puts = changes.filter((change) => change.type === 'put')
  const deletes = changes.filter((change) => change.type === 'delete')
  const found = (await client.eval(script, {
    keys: [...checked, ...puts.map(({ key }) => key), ...deletes.map(({ key }) => key)],
    arguments: [
      `${checked.length}`,
      `${puts.length}`,
      ...checked.map((key) => wantedOf(expected.get(key))),
      ...puts.map(({ value }) => value),
    ],
  })) as readonly (string | null)[] | null
  if (found === null) return { committed: true }
  return { committed: false, found: new Map(checked.map((key, index) => [key, found[index] ?? undefined])) }
}

function wantedOf(value: string | undefined): string {
  return value === undefined ? '' : `=${value}`
}
