import type { ProviderName } from '../build.ts'
import { asTerraform } from './as-terraform.ts'
import { type Configuration, from, type Wanted } from './case.ts'
import { groups } from './cases.ts'

/** Providers of the state that is taken over. */
export const providersOfSixty: readonly ProviderName[] = ['harbor', 'mill', 'time', 'local']

const rows = 6
const keys = ['a b', 'c/d', 'ö'] as const

/** The resources as the reference has them: one block with `count`, and one with `for_each`. */
const counted = {
  harbor_berth: {
    row: { count: rows, name: 'row-${count.index}', depth: '${count.index}', tags: { row: '${count.index}' } },
  },
  mill_wheel: {
    round: {
      for_each: Object.fromEntries(keys.map((key, at) => [key, at])),
      name: 'round-${each.value}',
      label: '${each.key}',
    },
  },
}

/** The same resources under the names that `state import` gives them. */
function countedOnes(): Configuration {
  const berths = Array.from({ length: rows }, (_, at): [string, Wanted] => [
    `row_${at}`,
    { type: 'harbor_berth', spec: { name: `row-${at}`, depth: at, tags: { row: String(at) } } },
  ])
  const wheels = keys.map((key, at): [string, Wanted] => [
    `round_${key.replaceAll(/[^\w-]/gu, '-')}`,
    { type: 'mill_wheel', spec: { name: `round-${at}`, label: key } },
  ])
  return Object.fromEntries([...berths, ...wheels])
}

/** The resources that the cases create, each under its own name. */
function singleOnes(): Configuration {
  const all: Record<string, Wanted> = {}
  const used = new Set<string>()
  const most = 6
  for (const group of groups)
    for (const { wanted, trouble } of group.cases) {
      const { it } = wanted
      const text = JSON.stringify(it)
      // Takes each spec once, without those that read other resources, are taken over, or differ from run to run.
      if (
        it === undefined ||
        trouble !== undefined ||
        used.has(text) ||
        /"resource"|imported|"time_static","spec":\{\}/.test(text)
      )
        continue
      const alike = Object.values(all).filter(({ type }) => type === it.type)
      if (alike.length >= most || Object.keys(all).length >= 50) continue
      used.add(text)
      const name = `one_${used.size}`
      // The older SDK may store a text differently than it was written, and then the reference itself always plans a change.
      const note = it.type === 'mill_grain' ? { note: 'dry' } : {}
      const own = 'filename' in it.spec ? { filename: `${name}.txt` } : 'name' in it.spec ? { name } : {}
      all[name] = { ...it, spec: { ...it.spec, ...own, ...note } }
    }
  const reader: Wanted = { type: 'harbor_ship', spec: { name: 'reader', berth: from('one_1', 'id') } }
  return { ...all, reader }
}

/** Sixty resources of all kinds, as a blueprint names them. */
export const sixty: Configuration = { ...singleOnes(), ...countedOnes() }

/** The same resources, as the reference names them. */
export function sixtyAsTerraform(): string {
  const written = JSON.parse(asTerraform(singleOnes(), providersOfSixty))
  for (const [type, blocks] of Object.entries(counted))
    written.resource[type] = { ...written.resource[type], ...blocks }
  return JSON.stringify(written, undefined, 1)
}
