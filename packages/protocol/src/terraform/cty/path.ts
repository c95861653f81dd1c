import { CtyDynamic, type CtyValue, isCtyList, isCtyMap } from './value.ts'

/**
 * One step to a part of a value: an attribute or the key of a map by name, the index of a list or tuple. An element of a set has no name:
 * a path ends at the set.
 */
export type CtyStep = { readonly attribute: string } | { readonly key: string } | { readonly index: number }

export type CtyPath = readonly CtyStep[]

/** Returns the part of a value at a path; `undefined` if there is none, or if a value on the way is null or unknown. */
export function partAt(value: CtyValue, path: CtyPath): CtyValue | undefined {
  let part: CtyValue | undefined = value
  for (const step of path) {
    if (part instanceof CtyDynamic) part = part.value
    if ('index' in step) part = isCtyList(part) ? part[step.index] : undefined
    else part = isCtyMap(part) ? part[nameOf(step)] : undefined
  }
  return part
}

function nameOf(step: Exclude<CtyStep, { readonly index: number }>): string {
  return 'attribute' in step ? step.attribute : step.key
}

/** Returns the path in the notation of our own messages: `ports[0].name`, `tags["a b"]`. */
export function pathText(path: CtyPath): string {
  let text = ''
  for (const step of path) {
    if ('index' in step) text += `[${step.index}]`
    else if ('attribute' in step) text += text === '' ? step.attribute : `.${step.attribute}`
    else text += `[${JSON.stringify(step.key)}]`
  }
  return text
}
