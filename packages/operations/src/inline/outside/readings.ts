import { pathSteps } from '@slipway/engine'
import { containsUnknown, isMap, type Unknown, type Value } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { atPlace, type CallPlace, placeOfCall } from '../call-place.ts'
import { type Captured, settled } from '../captured.ts'
import { fieldsOf } from '../fields.ts'
import type { Listener, Resolved } from '../later.ts'
import { Output, unknownIn } from '../output.ts'
import { partOf } from '../path-of-value.ts'
import type { Question, ReadOutside } from './question.ts'

/** A value whose fields are known later. */
export interface WithFields {
  readonly output: (path: string) => Output<unknown>
  readonly out: object
}

/** Fields that a function resolves by path. `of`: the name of the whole in messages. */
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

/** A data source. It is read once its first field is requested and its filter is known. */
export function reading(type: string, filter: Captured, read: ReadOutside, listener: Listener): WithFields {
  const known = settled(filter)
  known.catch(() => undefined)
  return withFields(
    async (path, place) => {
      const { value: given, needs } = await known
      const missing = unknownIn(given)
      if (missing !== undefined) return { value: missing, needs }
      const steps = pathSteps(`spec.${path}`)
      const [first = ''] = steps
      const answer = await read({ kind: 'data', type, filter: given, fields: [String(first)] }, place)
      if (isMap(answer) && !Object.hasOwn(answer, first))
        throw noField(`${atPlace(place)}${type}`, String(first), Object.keys(answer))
      return { value: partOf(answer, steps), needs }
    },
    listener,
    type,
  )
}

/** The result of a plugin's or the language's function for these arguments. */
export function calling(
  { name, args, place }: { readonly name: string; readonly args: Captured; readonly place: CallPlace | undefined },
  read: ReadOutside,
  listener: Listener,
): Output<unknown> {
  const answered = async (): Promise<Resolved> => {
    const { value, needs } = await settled(args)
    const missing: Unknown | undefined = containsUnknown(value) ? unknownIn(value) : undefined
    if (missing !== undefined) return { value: missing, needs }
    const question: Question = { kind: 'call', name, args: value as readonly Value[] }
    return { value: await read(question, place), needs }
  }
  return new Output<unknown>(answered(), listener, `the result of ${name}`)
}

function noField(type: string, field: string, names: readonly string[]): TypeError {
  const near = didYouMean(field, names) ?? `it has: ${names.join(', ')}`
  return new TypeError(`${type} has no field ${field}; ${near}`)
}
