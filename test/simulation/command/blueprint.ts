import { createHash } from 'node:crypto'
import type { CheckedBlueprint, CheckedLink, CheckedResource, Expression, ResourceOptions } from '@slipway/engine'
import { secret, type Value } from '@slipway/model'
import { type Draft, type Reading, type Wanted, writtenOf } from '../moves/draft.ts'
import { kinds } from '../services/kinds.ts'
import { idUnderKey } from '../services/world.ts'
import { linkTypeOf } from '../services/links.ts'

const origin = { start: 0, end: 0 }

const made = new WeakMap<Draft, CheckedBlueprint>()

/** Reads and checks a draft. */
export function blueprintOf(draft: Draft): CheckedBlueprint {
  const known = made.get(draft)
  if (known !== undefined) return known
  const wanted = writtenOf(draft)
  const names = new Map(wanted.map(({ slot, name }) => [slot, name]))
  const hash = createHash('sha256').update(JSON.stringify(wanted)).digest('hex')
  const blueprint: CheckedBlueprint = {
    file: 'harbour.blueprint.yaml',
    hash: () => hash,
    variables: new Map(),
    values: new Map(),
    dataSources: new Map(),
    links: linksOf(wanted),
    moved: movedOf(wanted),
    resources: new Map(wanted.map((one) => [one.name, resourceOf(one, names)])),
    exports: new Map(
      wanted
        .slice(-1)
        .map(({ name }) => ['last', { name: 'last', type: 'string', expression: reference(name, 'endpoint') }]),
    ),
  }
  const children = childrenOf(wanted)
  const whole = children.size === 0 ? blueprint : { ...blueprint, children }
  made.set(draft, whole)
  return whole
}

/** Each child exports a value of its last resource. */
function childrenOf(wanted: readonly Wanted[]): NonNullable<CheckedBlueprint['children']> {
  const last = new Map<string, string>()
  for (const { name } of wanted) for (const path of childrenAbove(name)) last.set(path, name)
  return new Map(
    Array.from(last, ([path, name]) => {
      const exported = { name: `${path}/last`, type: 'string', expression: reference(name, 'endpoint') }
      return [path, { file: `${path}.blueprint.yaml`, hash: path, exports: new Map([['last', exported]]) }]
    }),
  )
}

/** Returns `net` and `net/sub` for `net/sub/d`. */
export function childrenAbove(name: string): readonly string[] {
  const parts = name.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

function resourceOf(wanted: Wanted, names: ReadonlyMap<number, string>): CheckedResource {
  const kind = kinds.get(wanted.kind)
  if (kind === undefined) throw new Error(`there is no kind ${wanted.kind}`)
  const { name, reads, when, goesFirst, protect, within, ignores, former = [] } = wanted
  const aliases = former.flatMap((one) => (one.by === 'alias' ? [one.name] : []))
  const readName = ({ slot }: Pick<Reading, 'slot'>): string => names.get(slot) ?? ''
  const container = within === undefined ? [] : [readName({ slot: within })]
  const [deletedWith] = container
  const options: ResourceOptions = {
    ...(aliases.length > 0 && { aliases }),
    ...(goesFirst === true && { replaceOrder: 'destroy-first' }),
    ...(protect !== undefined && { protect }),
    ...(ignores !== undefined && { ignoreChanges: ignores }),
    ...(deletedWith !== undefined && { deletedWith }),
    ...(wanted.imports === true && { import: idUnderKey(wanted.kind, wanted.key) }),
  }
  const decides = when === undefined ? [] : [readName({ slot: when })]
  return {
    name,
    type: kind.definition.type,
    definition: kind.definition,
    spec: specOf(wanted, readName),
    labels: {},
    metadata: {},
    dependsOn: [...new Set([...reads.map(readName), ...decides, ...container])],
    removalPolicy: wanted.retain === true ? 'retain' : 'delete',
    ...(Object.keys(options).length > 0 && { options }),
    ...(decides[0] !== undefined && { condition: hasLamp(decides[0]) }),
    origin,
  }
}

function specOf(wanted: Wanted, nameOf: (read: Pick<Reading, 'slot'>) => string): Expression {
  const entries: [string, Expression][] = []
  const read = (into: Reading['into']): Expression[] =>
    wanted.reads.filter((one) => one.into === into).map((one) => reference(nameOf(one), one.output))
  entries.push(['value', text([literal(wanted.value), ...read('value')])])
  if (wanted.pinned !== undefined) entries.push(['pinned', text([literal(wanted.pinned), ...read('pinned')])])
  if (wanted.within !== undefined) entries.push(['within', reference(nameOf({ slot: wanted.within }), 'id')])
  if (wanted.key !== undefined) entries.push(['key', literal(wanted.key)])
  if (wanted.secret !== undefined) entries.push(['secret', literal(secret(wanted.secret))])
  const needs = read('needs')
  if (needs.length > 0) entries.push(['needs', { kind: 'list', items: needs, origin }])
  return { kind: 'map', entries, origin }
}

/** Leaves out moves from names that a resource still has: a blueprint with such a move is refused. */
function movedOf(written: readonly Wanted[]): NonNullable<CheckedBlueprint['moved']> {
  const names = new Set(written.map(({ name }) => name))
  const moved = new Map<string, string>()
  for (const { name: to, former = [] } of written)
    for (const { name: from, by } of former)
      if (by === 'moved' && !names.has(from) && !moved.has(from)) moved.set(from, to)
  return Array.from(moved, ([from, to]) => ({ from, to }))
}

/** Links between resources of one blueprint, which does not know the resources of others. */
function linksOf(written: readonly Wanted[]): readonly CheckedLink[] {
  const bySlot = new Map(written.map((one) => [one.slot, one]))
  return written.flatMap((a) =>
    (a.linksTo ?? []).flatMap((slot) => {
      const b = bySlot.get(slot)
      if (b === undefined || childOf(a.name) !== childOf(b.name)) return []
      const definition = linkTypeOf(`sim/${a.kind}`, `sim/${b.kind}`)
      const { type } = definition
      return [{ name: `${a.name}::${b.name}`, a: a.name, b: b.name, type, definition, namespace: 'sim', origin }]
    }),
  )
}

/** The child in which a resource is; empty for the outermost blueprint. */
export function childOf(name: string): string {
  return childrenAbove(name).at(-1) ?? ''
}

/** `eq(resources.NAME.spec.lamp, "on")` */
function hasLamp(name: string): Expression {
  return {
    kind: 'call',
    name: 'eq',
    args: [{ value: reference(name, 'lamp') }, { value: literal('on') }],
    path: [],
    origin,
  }
}

function literal(value: Value): Expression {
  return { kind: 'literal', value, origin }
}

function reference(name: string, output: string): Expression {
  return { kind: 'reference', to: 'resource', name, path: ['spec', output], origin }
}

function text(parts: readonly Expression[]): Expression {
  const [only] = parts
  return parts.length === 1 && only !== undefined ? only : { kind: 'text', parts, origin }
}
