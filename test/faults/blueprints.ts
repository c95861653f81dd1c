/** Three entries in a row and two beside them: enough for dependents, independents and parallel calls. */
export const five = `version: 2025-11-02
resources:
  first:
    type: ledger/entry
    spec:
      label: first
  second:
    type: ledger/entry
    spec:
      label: "second after \${resources.first.spec.id}"
  third:
    type: ledger/entry
    spec:
      label: "third after \${resources.second.spec.id}"
  left:
    type: ledger/entry
    spec:
      label: left
  right:
    type: ledger/entry
    spec:
      label: right
`

export const fiveNames = ['first', 'left', 'right', 'second', 'third']

/** One entry of a type whose things cannot be found by their tag. */
export const blind = `version: 2025-11-02
resources:
  unseen:
    type: ledger/blind
    spec:
      label: unseen
`

/** Enough entries beside each other that a signal finds some in flight and some not begun. */
export function wide(count: number): string {
  const lines = ['version: 2025-11-02', 'resources:']
  for (let index = 0; index < count; index++) {
    lines.push(`  entry${index}:`, '    type: ledger/entry', '    spec:', `      label: "${index}"`)
  }
  return `${lines.join('\n')}\n`
}
