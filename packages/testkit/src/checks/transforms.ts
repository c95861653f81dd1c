import { isDeepStrictEqual } from 'node:util'
import {
  documentAt,
  type DocumentMap,
  type DocumentNode,
  type PluginErrorCode,
  isList,
  isMap,
  type Scalar,
  type PluginDiagnostic,
  type Transformed,
  type TransformRequest,
  type Value,
  type ValueMap,
} from '@slipway/model'
import { expect, type Check } from '../report.ts'
import { failsWith } from './answers.ts'
import { linkGraphOf } from './link-graph.ts'
import { definitionOf, type TransformerSubject } from './transformer.ts'

/** A blueprint with the known result of a transformer. */
export interface TransformExercise {
  /** The section `resources` of a blueprint, without substitutions. */
  readonly resources: ValueMap
  /** Types of the resulting resources, by name. */
  readonly makes?: Readonly<Record<string, string>>
  /** A text in the words with which it must be refused. */
  readonly refuses?: string
  /** The code with which a call must fail, instead. */
  readonly fails?: PluginErrorCode
}

/** Checks of one blueprint, in this order. Makes nothing. */
export function transformChecks(exercise: TransformExercise): readonly Check<TransformerSubject>[] {
  const { resources, makes = {}, refuses, fails } = exercise
  const names = Object.keys(resources).join(', ')
  if (fails !== undefined) return [failureCheck(exercise, names, fails)]
  if (refuses !== undefined) return [refusalCheck(exercise, names, refuses)]
  return [
    {
      name: `${names}: is transformed`,
      async run(subject) {
        const { blueprint, diagnostics } = await transformed(subject, resources)
        const wrong = diagnostics.find(({ severity }) => severity === 'error')
        expect(wrong === undefined, `it is refused: ${wrong?.message}`)
        const types = typesIn(blueprint)
        for (const [name, type] of Object.entries(makes)) {
          const made = types.get(name)
          expect(made === type, made === undefined ? `there is no "${name}"` : `"${name}" is a ${made}, not a ${type}`)
        }
        const { abstractResourceTypeNames } = await definitionOf(subject)
        const left = [...types].find(([, type]) => abstractResourceTypeNames.includes(type))
        expect(left === undefined, `"${left?.[0]}" is still a ${left?.[1]}, which nobody makes`)
        return `${types.size} resources`
      },
    },
    {
      name: `${names}: is transformed to the same again`,
      async run(subject) {
        const [first, second] = [await transformed(subject, resources), await transformed(subject, resources)]
        // Maps of a blueprint have no order; its lists do.
        const isSame = isDeepStrictEqual(plain(first.blueprint), plain(second.blueprint))
        expect(isSame, 'the same blueprint comes to something else: every plan would show changes')
        return 'two answers are equal'
      },
    },
  ]
}

function failureCheck(
  { resources }: TransformExercise,
  names: string,
  code: PluginErrorCode,
): Check<TransformerSubject> {
  return {
    name: `${names}: fails with ${code}`,
    run: (subject) =>
      failsWith(
        code,
        validated(subject, resources).then(() => transformed(subject, resources)),
      ),
  }
}

function refusalCheck({ resources }: TransformExercise, names: string, refuses: string): Check<TransformerSubject> {
  return {
    name: `${names}: is refused`,
    async run(subject) {
      const said = [...(await validated(subject, resources)), ...(await transformed(subject, resources)).diagnostics]
      const errors = said.filter(({ severity }) => severity === 'error').map(({ message }) => message)
      expect(errors.length > 0, 'nothing is said against it')
      expect(
        errors.some((message) => message.includes(refuses)),
        `it says ${errors.join('; ')}, not "${refuses}"`,
      )
      return errors.join('; ')
    },
  }
}

/** The transformer's objections to resources and the links between them, as the engine asks before the transformation. */
async function validated(subject: TransformerSubject, resources: ValueMap): Promise<readonly PluginDiagnostic[]> {
  const { transformer, context, answerMs: deadlineMs } = subject
  const { abstractResourceTypeNames } = await transformer.define({ abstractResourceTypes: [] }, { deadlineMs })
  const found = await Promise.all(
    Object.entries(resources).map(async ([resourceName, written]) => {
      const resource = nodeOf(written)
      const type = textAt(resource, 'type')
      if (resource.kind !== 'map' || !abstractResourceTypeNames.includes(type)) return []
      return await transformer.validateResource({ type, resourceName, resource, context }, { deadlineMs })
    }),
  )
  const request = await requestOf(subject, resources)
  const own = new Set(abstractResourceTypeNames)
  const links = request.graph.links.filter(({ fromType, toType }) => own.has(fromType) || own.has(toType))
  if (links.length === 0) return found.flat()
  const asked = { ...request, graph: { ...request.graph, links } }
  return [...found.flat(), ...(await transformer.validateLinks(asked, { deadlineMs }))]
}

async function transformed(subject: TransformerSubject, resources: ValueMap): Promise<Transformed> {
  const { transformer, answerMs: deadlineMs } = subject
  return await transformer.transform(await requestOf(subject, resources), { deadlineMs })
}

async function requestOf(
  { transformer, context, answerMs: deadlineMs }: TransformerSubject,
  resources: ValueMap,
): Promise<TransformRequest> {
  const { abstractResourceTypeNames } = await transformer.define({ abstractResourceTypes: [] }, { deadlineMs })
  const version: DocumentNode = { kind: 'scalar', value: '2025-11-02' }
  const blueprint: DocumentMap = {
    kind: 'map',
    entries: [
      { key: 'version', value: version },
      { key: 'resources', value: nodeOf(resources) },
    ],
  }
  return { blueprint, graph: linkGraphOf(resources, new Set(abstractResourceTypeNames)), context }
}

function typesIn(blueprint: DocumentMap): ReadonlyMap<string, string> {
  const made = documentAt(blueprint, 'resources')
  return new Map((made?.kind === 'map' ? made.entries : []).map(({ key, value }) => [key, textAt(value, 'type')]))
}

function textAt(node: DocumentNode, key: string): string {
  const found = documentAt(node, key)
  return found?.kind === 'scalar' ? String(found.value) : ''
}

function nodeOf(value: Value): DocumentNode {
  if (isList(value)) return { kind: 'list', items: value.map(nodeOf) }
  if (!isMap(value)) return { kind: 'scalar', value: value as Scalar }
  return { kind: 'map', entries: Object.entries(value).map(([key, member]) => ({ key, value: nodeOf(member) })) }
}

function plain(node: DocumentNode): unknown {
  switch (node.kind) {
    case 'map': {
      const members = node.entries.map(({ key, value }) => [key, plain(value)] as const)
      return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    }
    case 'list':
      return node.items.map(plain)
    case 'text':
      return node.parts
    case 'scalar':
      return node.value
  }
}
