import { formatPath } from '@slipway/engine'
import { type CallPlace, placeOfCall } from './call-place.ts'
import { AllFields } from './captured.ts'
import { standsFor } from './later.ts'
import { Output } from './output.ts'

/** @param place the place of the request in the program */
type MakeOutput = (path: string, place: CallPlace | undefined) => Output<unknown>

/** Properties that JavaScript itself reads from any object; they name no fields. */
const ofAll: ReadonlySet<string> = new Set(['constructor', 'then', 'toJSON'])

/** True for a member of `Output`, and for `then`, which would make `await` treat the field as a promise. */
function isOfOutput(key: string): boolean {
  return key === 'then' || key in Output.prototype
}

/** Returns the fields of a resource by their names. Any name gives a field, because only the resource's type knows which fields exist. */
export function fieldsOf(make: MakeOutput): object {
  return new Proxy(new AllFields(), {
    get: function get(target, key) {
      if (typeof key === 'symbol' || ofAll.has(key)) return Reflect.get(target, key)
      return fieldAt([key], make, placeOfCall(get))
    },
  })
}

function fieldAt(path: readonly (string | number)[], make: MakeOutput, place: CallPlace | undefined): object {
  const output = make(formatPath('', path), place)
  const field = new Proxy(output, {
    get: function get(target, key, receiver) {
      if (typeof key === 'symbol' || isOfOutput(key)) return Reflect.get(target, key, receiver)
      return fieldAt([...path, /^\d{1,9}$/.test(key) ? Number(key) : key], make, placeOfCall(get))
    },
  })
  standsFor(field, output)
  return field
}
