import {
  array,
  boolean,
  looseObject,
  maxLength,
  minLength,
  nullish,
  number,
  optional,
  record,
  refine,
  string,
  union,
  unknown,
} from 'zod/mini'
import { mustBe } from '@slipway/model'

/** Maximum length of a name or a type in characters, as in our own states. */
const longestWord = 1000
/** Maximum length of a URN, which contains the types of all parents. */
const longestUrn = 16 * longestWord

const text = string(mustBe('a string'))
const texts = array(text, mustBe('a list of strings'))
const isMap = mustBe('a map')
const map = record(string(), unknown(), isMap)
const flag = boolean(mustBe('true or false'))

const type = text.check(minLength(1, 'is empty'), maxLength(longestWord, `has more than ${longestWord} characters`))
const urn = text.check(
  maxLength(longestUrn, `has more than ${longestUrn} characters`),
  refine((written) => nameIn(written) !== '', 'is not a URN'),
  refine((written) => nameIn(written).length <= longestWord, `has a name of more than ${longestWord} characters`),
)

const resource = looseObject(
  {
    urn,
    type,
    custom: optional(flag),
    id: optional(text),
    inputs: optional(map),
    outputs: optional(map),
    parent: nullish(text),
    dependencies: nullish(texts),
    propertyDependencies: nullish(record(string(), nullish(texts), isMap)),
    provider: nullish(text),
    extensionRef: nullish(text),
    delete: optional(flag),
    external: optional(flag),
    protect: optional(flag),
    retainOnDelete: optional(flag),
    deletedWith: optional(text),
    pendingReplacement: optional(flag),
    taint: optional(flag),
    viewOf: optional(text),
    resourceHooks: nullish(record(string(), texts, isMap)),
    initErrors: optional(texts),
    refreshBeforeUpdate: optional(flag),
    customTimeouts: nullish(record(string(), number(mustBe('a number of seconds')), isMap)),
    additionalSecretOutputs: nullish(texts),
    ignoreChanges: nullish(texts),
    replaceOnChanges: nullish(texts),
    replaceWith: nullish(texts),
    aliases: nullish(texts),
    hideDiff: nullish(array(union([text, array(union([string(), number()]))], mustBe('a path')))),
    importID: nullish(text),
    created: nullish(text),
    modified: nullish(text),
  },
  isMap,
)

const extension = looseObject({ name: text, version: text, value: nullish(text) }, isMap)

/** The shape of a Pulumi state, with the fields that Slipway reads. */
export const deploymentShape = looseObject(
  {
    secrets_providers: optional(looseObject({ type: optional(text), state: optional(map) }, isMap)),
    resources: optional(array(resource, mustBe('a list'))),
    extensions: nullish(record(string(), extension, isMap)),
    pending_operations: optional(array(looseObject({ type: text, resource }, isMap), mustBe('a list'))),
  },
  isMap,
)

/** The last part of a URN, which is the name of its resource. */
export function nameIn(written: string): string {
  return written.split('::').slice(3).join('::')
}
