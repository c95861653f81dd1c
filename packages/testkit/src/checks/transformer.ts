import {
  documentAt,
  type DocumentMap,
  type DocumentNode,
  type ProviderContext,
  type ResourceTypeDefinition,
  type TransformerDefinition,
} from '@slipway/model'
import type { Harness } from '../harness.ts'
import { expect, type Check } from '../report.ts'
import { expectSoundLink } from './links.ts'
import { answered } from './provider.ts'
import { expectSoundDefinition } from './schema.ts'

/** A transformer below a host. */
export interface TransformerSubject extends Harness {
  readonly context: ProviderContext
  /** How long a call may take, in milliseconds. */
  readonly answerMs: number
}

const graph = { links: [], resources: {} }

/** Duties of every transformer. */
export const transformerChecks: readonly Check<TransformerSubject>[] = [
  {
    name: 'says what it transforms',
    async run(subject) {
      const { transformName, abstractResourceTypeNames: names } = await definitionOf(subject)
      expect(transformName !== '', 'it has no transform name')
      expect(new Set(names).size === names.length, `a type is named twice: ${names.join(', ')}`)
      return `${transformName}, ${names.length} abstract resource types`
    },
  },
  {
    name: 'defines what it names',
    async run(subject) {
      const { abstractResourceTypeNames, abstractResourceTypes } = await definitionOf(subject)
      const absent = abstractResourceTypeNames.filter((name) => !(name in abstractResourceTypes))
      expect(absent.length === 0, `there is no definition of ${absent.join(', ')}`)
      const counts = Object.values(abstractResourceTypes).map((type) => expectSoundDefinition(withoutId(type)))
      return `${counts.reduce((sum, count) => sum + count, 0)} properties of ${counts.length} abstract resource types`
    },
  },
  {
    name: 'defines its links',
    async run(subject) {
      const { abstractLinkTypeNames: names = [], abstractLinkTypes = {} } = await definitionOf(subject)
      const absent = names.filter((name) => !(name in abstractLinkTypes))
      expect(absent.length === 0, `there is no definition of ${absent.join(', ')}`)
      Object.values(abstractLinkTypes).forEach(expectSoundLink)
      return `${names.length} links between abstract resources`
    },
  },
  {
    name: 'leaves alone what is not its own',
    async run({ transformer, context, answerMs: deadlineMs }) {
      const spec = mapOf({ text: scalar('as it was'), list: { kind: 'list', items: [scalar('a')] } })
      const foreign = mapOf({ type: scalar('nobody/none'), spec })
      const before = mapOf({ version: scalar('2025-11-02'), resources: mapOf({ foreign }) })
      const { blueprint, diagnostics } = await transformer.transform(
        { blueprint: before, graph, context },
        { deadlineMs },
      )
      const wrong = diagnostics.find(({ severity }) => severity === 'error')
      expect(wrong === undefined, `it refuses a blueprint without abstract resources: ${wrong?.message}`)
      const after = documentAt(documentAt(blueprint, 'resources'), 'foreign')
      expect(valueAt(after, 'type') === 'nobody/none', 'a resource of another type is gone, or of another type')
      expect(
        valueAt(documentAt(after, 'spec'), 'text') === 'as it was',
        'the spec of a resource of another type is changed',
      )
      return 'a resource of another type stays as it is'
    },
  },
  {
    name: 'checks its resources, and fails for types that it does not have',
    async run(subject) {
      const { transformer, context, answerMs: deadlineMs } = subject
      const { abstractResourceTypeNames } = await definitionOf(subject)
      const check = (type: string) => {
        const resource = mapOf({ type: scalar(type), spec: mapOf({}) })
        const asked = { type, resourceName: 'testkit', resource, context }
        return answered(`the check of a ${type}`, transformer.validateResource(asked, { deadlineMs }))
      }
      await Promise.all(abstractResourceTypeNames.map(check))
      const stranger = await check('nobody/no-such-type-of-the-testkit')
      expect(stranger !== undefined, 'it checks a resource of a type that it does not have')
      return `${abstractResourceTypeNames.length} abstract resource types answer about an empty spec`
    },
  },
]

export async function definitionOf({ transformer }: Pick<Harness, 'transformer'>): Promise<TransformerDefinition> {
  const { abstractResourceTypeNames, abstractLinkTypeNames = [] } = await transformer.define({
    abstractResourceTypes: [],
  })
  return transformer.define({
    abstractResourceTypes: abstractResourceTypeNames,
    abstractLinkTypes: abstractLinkTypeNames,
  })
}

function scalar(value: string): DocumentNode {
  return { kind: 'scalar', value }
}

function mapOf(members: Readonly<Record<string, DocumentNode>>): DocumentMap {
  return { kind: 'map', entries: Object.entries(members).map(([key, value]) => ({ key, value })) }
}

function valueAt(node: DocumentNode | undefined, key: string): unknown {
  const found = documentAt(node, key)
  return found?.kind === 'scalar' ? found.value : undefined
}

/** A type of which nothing is made needs nothing that identifies it. */
function withoutId(type: ResourceTypeDefinition): ResourceTypeDefinition {
  const { idField: _, ...definition } = type
  return definition
}
