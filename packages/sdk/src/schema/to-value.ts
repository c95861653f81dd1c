import { isMap, Secret, Unknown, valueMap, type Value, type ValueMap } from '@slipway/model'

/**
 * Turns a result of a plugin's code into a value of the domain: leaves out `undefined` members, keeps integers exact, and strips prototypes
 * from objects.
 * @throws TypeError that names the property, for a value that no blueprint can hold
 */
export function toValue(given: unknown, subject: string): Value {
  switch (typeof given) {
    case 'string':
    case 'boolean':
      return given
    case 'bigint':
      return given >= Number.MIN_SAFE_INTEGER && given <= Number.MAX_SAFE_INTEGER ? Number(given) : given
    case 'number':
      if (Number.isFinite(given)) return given
      throw new TypeError(`${subject} is ${given}, which is not a value`)
    case 'object':
      return fromObject(given, subject)
    case 'undefined':
    case 'function':
    case 'symbol':
      throw new TypeError(`${subject} is of type ${typeof given}, which is not a value`)
  }
}

export function toValueMap(given: object, subject: string): ValueMap {
  const map = toValue(given, subject)
  if (isMap(map)) return map
  throw new TypeError(`${subject} is not an object`)
}

function fromObject(given: object | null, subject: string): Value {
  if (given === null || given instanceof Secret || given instanceof Unknown) return given
  if (Array.isArray(given)) return given.map((item: unknown, index) => toValue(item ?? null, `${subject}[${index}]`))
  const prototype: unknown = Object.getPrototypeOf(given)
  if (prototype !== null && prototype !== Object.prototype)
    throw new TypeError(`${subject} is a ${given.constructor.name}, which is not a value`)
  const map = valueMap()
  for (const [key, member] of Object.entries(given)) {
    if (member !== undefined) map[key] = toValue(member, `${subject}.${key}`)
  }
  return map
}
