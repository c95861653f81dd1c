import type { ResourceRecord } from '@slipway/stores'

/**
 * Refuses dependency cycles, whose resources can neither be made nor destroyed.
 *
 * @throws Failure from `refused`
 */
export function assertNoCircle(
  records: readonly ResourceRecord[],
  refused: (problems: readonly string[]) => Error,
): void {
  const byId = new Map(records.map((record) => [record.id, record]))
  const done = new Set<string>()
  for (const start of records) {
    // The resources on the way from the start, each with its remaining dependencies: states are deeper than calls can nest.
    const way: { readonly record: ResourceRecord; readonly left: string[] }[] = []
    const onWay = new Set<string>()
    const enter = (record: ResourceRecord): void => {
      if (onWay.has(record.id))
        throw refused([
          circleText(
            way.map((each) => each.record),
            record,
          ),
        ])
      if (done.has(record.id)) return
      onWay.add(record.id)
      way.push({ record, left: [...record.reads] })
    }
    enter(start)
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      const next = byId.get(last.left.pop() ?? '')
      if (next !== undefined) enter(next)
      else if (last.left.length === 0) {
        way.pop()
        onWay.delete(last.record.id)
        done.add(last.record.id)
      }
    }
  }
}

function circleText(way: readonly ResourceRecord[], again: ResourceRecord): string {
  const names = way.slice(way.findIndex(({ id }) => id === again.id)).map(({ name }) => name)
  const [first = '', ...others] = names.length > 10 ? [...names.slice(0, 10), '…'] : names
  return `they need each other in a circle: ${[first, ...others, again.name].join(' -> ')}`
}
