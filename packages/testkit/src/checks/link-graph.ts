import { isList, isMap, type LinkGraph, type Value, type ValueMap } from '@slipway/model'

/** The selections by labels among the resources of an exercise, as the engine passes them to a transformer. One common label is enough. */
export function linkGraphOf(resources: ValueMap, abstractTypes: ReadonlySet<string>): LinkGraph {
  const names = Object.keys(resources)
  const links = names.flatMap((from) =>
    names.flatMap((to) => {
      const labels = labelsInCommon(resources, from, to)
      if (from === to || labels.length === 0) return []
      return [{ from, to, fromType: typeOf(resources[from]), toType: typeOf(resources[to]), labels }]
    }),
  )
  const classOf = (name: string) => (abstractTypes.has(typeOf(resources[name])) ? 'abstract' : 'concrete')
  return { links, resources: Object.fromEntries(names.map((name) => [name, classOf(name)])) }
}

/** `app=orders` */
function labelsInCommon(resources: ValueMap, from: string, to: string): readonly string[] {
  const selector = memberOf(resources[from], 'linkSelector')
  const excluded = memberOf(selector, 'exclude')
  if (excluded === to || (isList(excluded) && excluded.includes(to))) return []
  const labels = labelsIn(memberOf(memberOf(resources[to], 'metadata'), 'labels'))
  return labelsIn(memberOf(selector, 'byLabel')).filter((label) => labels.includes(label))
}

function labelsIn(labels: Value): readonly string[] {
  return isMap(labels) ? Object.entries(labels).map(([key, value]) => `${key}=${textOf(value)}`) : []
}

function typeOf(resource: Value | undefined): string {
  return textOf(memberOf(resource, 'type'))
}

function textOf(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function memberOf(value: Value | undefined, name: string): Value {
  return value !== undefined && isMap(value) ? (value[name] ?? null) : null
}
