import type { Random } from './random.ts'

/** What a random blueprint wants: entries by name, each of which may need earlier ones. */
export interface Shape {
  readonly entries: readonly {
    readonly name: string
    readonly label: string
    readonly kind: string
    readonly needs: readonly string[]
  }[]
}

export function randomShape(random: Random): Shape {
  const count = random.between(3, 18)
  return {
    entries: Array.from({ length: count }, (_, index) => ({
      name: `entry${index}`,
      label: `label ${random.between(1, 1000)}`,
      kind: 'plain',
      needs: someOf(random, index),
    })),
  }
}

/** The same with some entries changed, replaced, removed and added. */
export function changedShape(shape: Shape, random: Random): Shape {
  const kept = shape.entries.filter(() => random.chance(0.8))
  const names = new Set(kept.map((entry) => entry.name))
  const changed = kept.map((entry) => ({
    name: entry.name,
    label: random.chance(0.4) ? `label ${random.between(1001, 2000)}` : entry.label,
    kind: random.chance(0.15) ? 'other' : entry.kind,
    needs: entry.needs.filter((name) => names.has(name)),
  }))
  const added = Array.from({ length: random.between(0, 4) }, (_, index) => ({
    name: `added${index}`,
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
  for (const { name, label, kind, needs } of shape.entries) {
    const parts = [label, ...needs.map((need) => `\${resources.${need}.spec.id}`)]
    lines.push(
      `  ${name}:`,
      '    type: ledger/entry',
      '    spec:',
      `      label: "${parts.join(' ')}"`,
      `      kind: ${kind}`,
    )
  }
  return `${lines.join('\n')}\n`
}

function someOf(random: Random, below: number): readonly string[] {
  const needs = new Set<string>()
  for (let index = 0; index < 3; index++) {
    if (below > 0 && random.chance(0.4)) needs.add(`entry${random.between(0, below - 1)}`)
  }
  return [...needs]
}
