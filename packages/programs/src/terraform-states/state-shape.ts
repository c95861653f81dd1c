import {
  array,
  boolean,
  enum as oneOf,
  int,
  maxLength,
  minimum,
  minLength,
  nullish,
  number,
  optional,
  record,
  regex,
  strictObject,
  string,
  union,
  unknown,
} from 'zod/mini'
import { mustBe } from '@slipway/model'

const longestWord = 1000
const longestKey = 4096

interface Raised {
  readonly code?: string | undefined
  readonly keys?: readonly string[]
  readonly input?: unknown
}

/** A map with these keys and no others: what Slipway does not know it cannot take over. */
const only = {
  error: ({ code, keys = [], input }: Raised): string =>
    code === 'unrecognized_keys'
      ? `has ${keys.map((key) => JSON.stringify(key)).join(', ')}, which Slipway does not know`
      : input === undefined
        ? 'is missing'
        : 'must be a map',
}

const text = string(mustBe('a string')).check(maxLength(longestKey, `has more than ${longestKey} characters`))
const word = text.check(minLength(1, 'is empty'), maxLength(longestWord, `has more than ${longestWord} characters`))
const flag = boolean(mustBe('true or false'))
const count = number(mustBe('a whole number')).check(int('must be a whole number'), minimum(0, 'is negative'))
const map = record(string(), unknown(), mustBe('a map'))
const base64 = string(mustBe('a string')).check(regex(/^[A-Za-z0-9+/]*={0,2}$/, 'is not base64'))

const step = strictObject({ type: oneOf(['get_attr', 'index'], mustBe('get_attr or index')), value: unknown() }, only)

const instance = strictObject(
  {
    index_key: optional(union([text, count], mustBe('a text or a number'))),
    status: optional(oneOf(['', 'tainted'], mustBe('"tainted" or absent'))),
    deposed: optional(word),
    provider: optional(word),
    schema_version: count,
    attributes: map,
    sensitive_attributes: nullish(array(array(step, mustBe('a path')), mustBe('a list of paths'))),
    private: nullish(base64),
    dependencies: nullish(array(word, mustBe('a list of addresses'))),
    depends_on: nullish(array(word, mustBe('a list of addresses'))),
    create_before_destroy: optional(flag),
    skip_destroy: optional(flag),
    identity_schema_version: optional(count),
    identity: nullish(map),
  },
  only,
)

const resource = strictObject(
  {
    module: optional(word),
    mode: oneOf(['managed', 'data'], mustBe('managed or data')),
    type: word.check(regex(/^[a-z_][a-z0-9_-]*$/i, 'is not the name of a type')),
    name: word.check(regex(/^[\p{L}_][\p{L}\p{N}_-]*$/u, 'is not a name')),
    each: optional(oneOf(['', 'list', 'map'], mustBe('list or map'))),
    provider: optional(word),
    instances: array(instance, mustBe('a list')),
  },
  only,
)

const output = strictObject(
  { value: unknown(), type: optional(unknown()), sensitive: optional(flag), deprecated: optional(text) },
  only,
)

/** The shape of version 4 of a state, whole: every field is known here, or the state is refused. */
export const stateShape = strictObject(
  {
    version: number(mustBe('a number')),
    terraform_version: optional(text),
    serial: count,
    lineage: text,
    outputs: nullish(record(string(), output, mustBe('a map'))),
    resources: nullish(array(resource, mustBe('a list'))),
    check_results: nullish(unknown()),
  },
  only,
)
