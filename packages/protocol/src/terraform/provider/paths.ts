import type { CtyPath } from '../cty/path.ts'

const plainName = /^[A-Za-z_][\w-]*$/

/** Returns the path of a part of a spec in the engine's notation: `spec.rule[0].name`, `spec.tags["a b"]`. */
export function specPath(path: CtyPath): string {
  let text = 'spec'
  for (const step of path) {
    if ('index' in step) text += `[${step.index}]`
    else text = belowPath(text, 'attribute' in step ? step.attribute : step.key)
  }
  return text
}

export function belowPath(path: string, name: string): string {
  return plainName.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`
}
