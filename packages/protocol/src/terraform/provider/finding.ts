import { type CallControl, isMap, messageOf, revealed, type ValueMap } from '@slipway/model'
import type { ReadResult } from '../client/client.ts'
import { valueOfJsonText } from '../convert/json-text.ts'
import { valueToCty } from '../convert/values.ts'
import type { CtyValue } from '../cty/value.ts'
import { withWholeBlocks } from '../rules/whole-blocks.ts'
import type { IdentitySchema } from '../schema/schema.ts'
import type { Reading } from './data-source.ts'
import { identified, putOffCode } from './planning.ts'
import type { Described, Held } from './held.ts'
import { type Asked, deferralIn, errorsIn, refusal, withoutAnswer, wordsOf } from './told.ts'

export interface ToFind extends Reading {
  readonly type: Described
}

/** Reads a recorded resource from its provider; `undefined` if it no longer exists. */
export async function found(
  { client, type, pluginId }: ToFind,
  before: Held,
  control: CallControl | undefined,
): Promise<Held | undefined> {
  const asked: Asked = { pluginId, method: 'provider.ReadResource' }
  const request = { state: before.state, private: before.private, ...identified(type, before) }
  const answer = await client.read(type, request, control).catch((thrown: unknown) => {
    throw withoutAnswer(thrown, asked, 'none')
  })
  const errors = errorsIn(answer)
  if (errors.length > 0) throw refusal(errors.map(wordsOf), asked)
  requireNow(answer, asked)
  return heldBy(type, answer, before.identity)
}

function heldBy(type: Described, answer: ReadResult, identity: CtyValue | undefined): Held | undefined {
  if (answer.state === null) return undefined
  const known = answer.identity ?? identity
  return {
    state: withWholeBlocks(type.block, answer.state),
    private: answer.private,
    ...(known !== undefined && known !== null && { identity: known }),
  }
}

/** An unrecorded resource, as a user or a spec names it. */
interface Sought {
  readonly spec: ValueMap
  /** The text by which the provider imports the resource, or its identity as JSON; absent: the identity comes from the spec. */
  readonly id: string | undefined
}

/** Imports an unrecorded resource from its provider; `undefined` if it does not exist, or if nothing names it. */
export async function imported(
  finding: ToFind,
  sought: Sought,
  control: CallControl | undefined,
): Promise<Held | undefined> {
  const { client, descriptions, type, pluginId } = finding
  const asked: Asked = { pluginId, method: 'provider.ImportResourceState' }
  const named = nameOf(type, sought, asked)
  if (named === undefined) return undefined
  const { resources } = await descriptions.schemas(control)
  const identities = await descriptions.identities(control)
  const request = {
    typeName: type.name,
    ...named,
    identitySchema: (name: string): IdentitySchema | undefined => identities.get(name),
  }
  const answer = await client
    .importState((name) => resources.get(name), request, control)
    .catch((thrown: unknown) => {
      throw withoutAnswer(thrown, asked, 'none')
    })
  const errors = errorsIn(answer)
  if (errors.length > 0) throw refusal(errors.map(wordsOf), asked)
  requireNow(answer, asked)
  const own = answer.imported.find(({ typeName }) => typeName === type.name)
  if (own === undefined || own.state === null) {
    const others = [...new Set(answer.imported.map(({ typeName }) => typeName))].join(', ')
    throw refusal([`it imports no ${type.name}${others === '' ? '' : `, but ${others}`}`], asked)
  }
  const state = withWholeBlocks(type.block, own.state)
  return await found(
    finding,
    {
      state,
      private: own.private,
      ...(own.identity !== undefined && own.identity !== null && { identity: own.identity }),
    },
    control,
  )
}

function nameOf(
  { identity: schema }: Described,
  { spec, id }: Sought,
  asked: Asked,
): { readonly id: string; readonly identity?: CtyValue } | undefined {
  if (id !== undefined && (schema === undefined || !id.startsWith('{'))) return { id }
  if (schema === undefined) return undefined
  try {
    const given = id === undefined ? spec : valueOfJsonText(id)
    const identity = isMap(given) ? identityIn(schema, given) : undefined
    if (identity !== undefined) return { id: '', identity }
    if (id === undefined) return undefined
  } catch (thrown) {
    if (id === undefined) return undefined
    throw refusal([`${id} does not identify it: ${messageOf(thrown)}`], asked)
  }
  const names = Object.entries(schema.attributes).filter(([, { requiredForImport }]) => requiredForImport)
  throw refusal([`${id} does not identify it: give ${names.map(([name]) => name).join(', ')}`], asked)
}

/** Makes an identity from values of the same names; `undefined` if a required value is missing. */
function identityIn(schema: IdentitySchema, given: ValueMap): CtyValue | undefined {
  const entries = Object.entries(schema.attributes)
  const required = entries.filter(([, { requiredForImport }]) => requiredForImport)
  const isThere = (name: string): boolean => Object.hasOwn(given, name) && revealed(given[name] ?? null) !== null
  if (required.length === 0 || !required.every(([name]) => isThere(name))) return undefined
  const known = entries.filter(([name]) => isThere(name)).map(([name]) => [name, given[name] ?? null] as const)
  return valueToCty(schema.type, Object.fromEntries(known))
}

function requireNow(answer: Parameters<typeof deferralIn>[0], asked: Asked): void {
  const deferral = deferralIn(answer)
  if (deferral !== undefined) throw refusal([deferral], asked, { code: putOffCode })
}
