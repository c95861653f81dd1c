import type { Random } from './random.ts'

/** The resources of a random blueprint: entries by name, each of which may need earlier ones. */
export interface Shape {
  readonly entries: readonly Entry[]
}

export interface Entry {
  readonly name: string
  /** `remote` things are made by a service that takes its time. */
  readonly type: 'entry' | 'remote'
  readonly label: string
  readonly kind: string
  readonly needs: readonly string[]
}

/** A random shape with at least one `remote` thing. */
export function randomShape(random: Random): Shape {
  const count = random.between(3, 18)
  const remote = random.between(0, count - 1)
  return {
    entries: Array.from({ length: count }, (_, index) => ({
      name: `entry${index}`,
      type: index === remote ? 'remote' : randomType(random),
      label: `label ${random.between(1, 1000)}`,
      kind: 'plain',
      needs: someOf(random, index),
    })),
  }
}

/** The same shape with some entries changed, replaced, removed and added. */
export function changedShape(shape: Shape, random: Random): Shape {
  const kept = shape.entries.filter(() => random.chance(0.8))
  const names = new Set(kept.map((entry) => entry.name))
  const changed = kept.map((entry) => ({
    name: entry.name,
    type: entry.type,
    label: random.chance(0.4) ? `label ${random.between(1001, 2000)}` : entry.label,
    kind: random.chance(0.15) ? 'other' : entry.kind,
    needs: entry.needs.filter((name) => names.has(name)),
  }))
  const added = unusedNames(names, random.between(0, 4)).map((name) => ({
    name,
    type: randomType(random),
    label: `label ${random.between(1, 1000)}`,
    kind: 'plain',
    needs: changed.length > 0 && random.chance(0.5) ? [random.pick(changed).name] : [],
  }))
  return { entries: [...changed, ...added] }
}

export function blueprintOf(shape: Shape): string {
  const lines = ['version: 2025-11-02']
  if (shape.entries.length === 0) return `${lines[0]}\nresources: {}\n`
  lines.push('resources:')
  for (const { name, type, label, kind, needs } of shape.entries) {
    const parts = [label, ...needs.map((need) => `\${resources.${need}.spec.id}`)]
    lines.push(
      `  ${name}:`,
      `    type: ledger/${type}`,
      '    spec:',
      `      label: "${parts.join(' ')}"`,
      `      kind: ${kind}`,
    )
  }
  return `${lines.join('\n')}\n`
}

function unusedNames(used: ReadonlySet<string>, count: number): readonly string[] {
  const unused: string[] = []
  for (let number = 0; unused.length < count; number++) {
    if (!used.has(`added${number}`)) unused.push(`added${number}`)
  }
  return unused
}

/** The same shape with one entry that is replaced, or changed in a way that its provider rejects. */
export function brokenShape(shape: Shape, random: Random, mark: 'refuse' | 'half'): Shape {
  const broken = random.pick(shape.entries)
  const property = mark === 'refuse' && random.chance(0.5) ? 'label' : 'kind'
  const worse: Entry = { ...broken, [property]: `broken!${mark}` }
  return { entries: shape.entries.map((entry) => (entry === broken ? worse : entry)) }
}

/** The same shape with another name for one entry. */
export function renamedShape(shape: Shape, random: Random): Shape {
  const { name } = random.pick(shape.entries)
  const renamed = (one: string): string => (one === name ? `${name}b` : one)
  return {
    entries: shape.entries.map((entry) =>
      Object.assign({}, entry, { name: renamed(entry.name), needs: entry.needs.map(renamed) }),
    ),
  }
}

function randomType(random: Random): Entry['type'] {
  return random.chance(0.2) ? 'remote' : 'entry'
}

function someOf(random: Random, below: number): readonly string[] {
  const needs = new Set<string>()
  for (let index = 0; index < 3; index++) {
    if (below > 0 && random.chance(0.4)) needs.add(`entry${random.between(0, below - 1)}`)
  }
  return [...needs]
}
