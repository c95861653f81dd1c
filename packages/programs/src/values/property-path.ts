import { isList, isMap, isSecret, type Value, type ValueMap, equalValues, secret, valueMap } from '@slipway/model'

type Step = string | number

/** The steps of a path as in programs: `rules[0].port`, `tags["a b"]`, and `*` for all items. */
export function propertySteps(path: string): readonly Step[] {
  const steps: Step[] = []
  for (const [, name, index, quoted] of path.matchAll(/(?:^|\.)([^.[\]]+)|\[(\d+|\*)\]|\[("(?:[^"\\]|\\.)*")\]/g)) {
    if (name !== undefined) steps.push(name)
    else if (quoted !== undefined) steps.push(unquoted(quoted))
    else if (index !== undefined) steps.push(index === '*' ? '*' : Number(index))
  }
  return steps
}

/** A quoted name; invalid JSON is taken literally. */
function unquoted(quoted: string): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted.slice(1, -1)
  }
}

/** The text of a path. */
export function pathText(steps: readonly Step[]): string {
  return steps
    .map((step, at) => {
      if (typeof step === 'number' || step === '*') return `[${step}]`
      if (!/^[^.[\]"]+$/.test(step)) return `[${JSON.stringify(step)}]`
      return at === 0 ? step : `.${step}`
    })
    .join('')
}

/** The new values with the old ones at the ignored paths. */
export function withIgnored(news: ValueMap, olds: ValueMap, paths: readonly string[]): ValueMap {
  return paths.reduce<ValueMap>((values, path) => {
    const changed = keptAt(values, olds, propertySteps(path))
    return isMap(changed) ? changed : values
  }, news)
}

function keptAt(next: Value | undefined, before: Value | undefined, steps: readonly Step[]): Value | undefined {
  const [step, ...rest] = steps
  if (step === undefined) return before
  if (isSecret(next)) {
    const kept = keptAt(next.value, isSecret(before) ? before.value : before, steps)
    return kept === undefined ? undefined : secret(kept)
  }
  const old = isSecret(before) ? before.value : before
  if (isList(next) && (typeof step === 'number' || step === '*')) {
    const olds = isList(old) ? old : []
    return next.map((item, index) =>
      step === '*' || step === index ? (keptAt(item, olds[index], rest) ?? item) : item,
    )
  }
  if (isMap(next) || next === undefined) return keptInMap(isMap(next) ? next : undefined, old, step, rest)
  return next
}

function keptInMap(next: ValueMap | undefined, old: Value | undefined, step: Step, rest: readonly Step[]) {
  const olds = isMap(old) ? old : valueMap()
  const names = step === '*' ? new Set([...Object.keys(next ?? {}), ...Object.keys(olds)]) : [String(step)]
  const kept = valueMap(Object.entries(next ?? {}))
  for (const name of names) {
    const value = keptAt(kept[name], olds[name], rest)
    if (value === undefined) delete kept[name]
    else kept[name] = value
  }
  return next === undefined && Object.keys(kept).length === 0 ? undefined : kept
}

/** Unique paths of inputs in the form of plans. */
export function inputPaths(paths: Iterable<string>): readonly string[] {
  return Array.from(new Set(paths), (path) => `spec.inputs.${path}`)
}

/** Those of the paths where two maps differ. */
export function changedPaths(news: ValueMap, olds: ValueMap, paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const steps = propertySteps(path)
    const isChanged = (at: readonly Step[]): boolean => !isSame(valuesAt(news, at), valuesAt(olds, at))
    if (!isChanged(steps)) return []
    if (!steps.includes('*')) return [path]
    const single = [...namedAt(news, steps), ...namedAt(olds, steps)].filter(isChanged).map(pathText)
    return single.length === 0 ? [path] : [...new Set(single)]
  })
}

/** The concrete paths in a value that match a path with `*`. */
function namedAt(value: Value | undefined, steps: readonly Step[]): readonly (readonly Step[])[] {
  const plain = isSecret(value) ? value.value : value
  const [step, ...rest] = steps
  if (step === undefined) return [[]]
  const below = (name: Step, item: Value | undefined): readonly (readonly Step[])[] =>
    namedAt(item, rest).map((more) => [name].concat(more))
  if (isList(plain)) {
    const indexes = step === '*' ? [...plain.keys()] : [Number(step)]
    return indexes.flatMap((index) => below(index, plain[index]))
  }
  if (!isMap(plain)) return []
  const names = step === '*' ? Object.keys(plain) : [String(step)]
  return names.flatMap((name) => below(name, plain[name]))
}

function isSame(a: readonly Value[], b: readonly Value[]): boolean {
  return equalValues(a, b)
}

function valuesAt(value: Value | undefined, steps: readonly Step[]): readonly Value[] {
  const plain = isSecret(value) ? value.value : value
  const [step, ...rest] = steps
  if (plain === undefined) return []
  if (step === undefined) return [plain]
  if (isList(plain)) {
    const items = step === '*' ? plain : [plain[Number(step)]]
    return items.flatMap((item) => valuesAt(item, rest))
  }
  if (!isMap(plain)) return []
  const names = step === '*' ? Object.keys(plain) : [String(step)]
  return names.flatMap((name) => valuesAt(plain[name], rest))
}
