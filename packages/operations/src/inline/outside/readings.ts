import { pathSteps } from '@slipway/engine'
import { containsUnknown, isMap, isUnknown, type Unknown, type Value } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { atPlace, type CallPlace, placeOfCall } from '../call-place.ts'
import { type Captured, settled } from '../captured.ts'
import { fieldsOf } from '../fields.ts'
import { asWhole, type Listener, type Resolved } from '../later.ts'
import { Output, unknownIn } from '../output.ts'
import { partOf } from '../path-of-value.ts'
import { linkCall, type Question, type ReadOutside } from './question.ts'

/** A value whose fields are known later. */
export interface WithFields {
  readonly output: (path: string) => Output<unknown>
  readonly out: object
}

/** Returns an object with fields that a function resolves by path. `of`: the name of the whole object in messages. */
export function withFields(
  resolve: (path: string, place: CallPlace | undefined) => Promise<Resolved>,
  listener: Listener,
  of: string,
): WithFields {
  const make = (path: string, place: CallPlace | undefined): Output<unknown> =>
    new Output<unknown>(resolve(path, place), listener, `${path} of ${of}`)
  const output = (path: string): Output<unknown> => make(path, placeOfCall(output))
  return { output, out: fieldsOf(make) }
}

/** Returns the fields of a data source, which is read once its first field is requested and its filter is known. */
export function reading(type: string, filter: Captured, read: ReadOutside, listener: Listener): WithFields {
  const known = settled(filter)
  known.catch(() => undefined)
  return withFields(
    async (path, place) => {
      const { value: given, needs } = await known
      const missing = unknownIn(given)
      if (missing !== undefined) return { value: missing, needs, refers: [] }
      const steps = pathSteps(`spec.${path}`)
      const [first = ''] = steps
      const answer = await read({ kind: 'data', type, filter: given, fields: [String(first)] }, place)
      if (isMap(answer) && !Object.hasOwn(answer, first))
        throw noField(`${atPlace(place)}${type}`, String(first), Object.keys(answer))
      return { value: isUnknown(answer) ? answer : partOf(answer, steps), needs, refers: [] }
    },
    listener,
    type,
  )
}

/** Returns the result of a function of a plugin or of the language for these arguments. */
export function calling(
  { name, args, place }: { readonly name: string; readonly args: Captured; readonly place: CallPlace | undefined },
  read: ReadOutside,
  listener: Listener,
): Output<unknown> {
  const answered = async (): Promise<Resolved> => {
    const given = await settled(args)
    const { value, needs } = given
    const refers = asWhole(given)
    const missing: Unknown | undefined = containsUnknown(value) ? unknownIn(value) : undefined
    if (missing !== undefined) return { value: missing, needs, refers }
    const question: Question = { kind: 'call', name, args: value as readonly Value[] }
    return { value: await read(question, place), needs, refers }
  }
  return new Output<unknown>(answered(), listener, `the result of ${name}`)
}

/** Returns the fields of a link between two resources, once the link is made. */
export function linkReading(a: string, b: string, read: ReadOutside, listener: Listener): WithFields {
  const name = `${a}::${b}`
  return withFields(
    async (path, place) => {
      const needs = new Set([a, b])
      const data = await read({ kind: 'call', name: linkCall, args: [a, b] }, place)
      const steps = pathSteps(`spec.${path}`)
      const [first = ''] = steps
      if (isMap(data) && !Object.hasOwn(data, first))
        throw noField(`${atPlace(place)}the link ${name}`, String(first), Object.keys(data))
      return { value: isUnknown(data) ? data : partOf(data, steps), needs, refers: [] }
    },
    listener,
    name,
  )
}

function noField(type: string, field: string, names: readonly string[]): TypeError {
  const near = didYouMean(field, names) ?? `it has: ${names.join(', ')}`
  return new TypeError(`${type} has no field ${field}; ${near}`)
}
