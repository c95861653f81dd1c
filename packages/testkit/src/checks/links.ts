import { endsOfLinkType, type LinkedResource, type LinkTypeDefinition, valueMap } from '@slipway/model'
import { expect, type Check } from '../report.ts'
import { answered, definitionOf, type ProviderSubject } from './provider.ts'

export const noChanges = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] }
export const noLinkChanges = { modified: [], added: [], removed: [], unchanged: [], knownOnDeploy: [] }

/** Duties of every provider that has links. Makes nothing. */
export const linkChecks: readonly Check<ProviderSubject>[] = [
  {
    name: 'defines its links',
    async run(subject) {
      const types = await linkTypesOf(subject)
      types.forEach(expectSoundLink)
      return `${types.length} links`
    },
  },
  {
    name: 'stages its links without making anything',
    async run(subject) {
      const types = await linkTypesOf(subject)
      const { provider, answerMs: deadlineMs } = subject
      const staged = types.map(async ({ type }) => {
        const [a = '', b = ''] = endsOfLinkType(type) ?? []
        const request = {
          ...identityOf(type),
          a: blank(a),
          b: blank(b),
          changes: { a: noChanges, b: noChanges },
          context: linkContextOf(subject),
        }
        // A refusal is an answer, too: these resources are empty.
        await answered(`staging a ${type}`, provider.links?.stage(request, { deadlineMs }) ?? Promise.resolve())
      })
      await Promise.all(staged)
      return `${types.length} links answer about empty resources`
    },
  },
  {
    name: 'fails for links that it does not have',
    async run(subject) {
      const { provider, running, answerMs: deadlineMs } = subject
      const { links } = provider
      const end = `${running.namespace}/no-such-type-of-the-testkit`
      const type = `${end}::${end}`
      const about = { ...identityOf(type), context: linkContextOf(subject) }
      const [a, b] = [blank(end), blank(end)]
      const change = { action: 'create', changes: noLinkChanges } as const
      if (links === undefined) return 'it has none'
      const calls = [
        links.stage({ ...about, a, b, changes: { a: noChanges, b: noChanges } }, { deadlineMs }),
        links.updateResource({ ...about, ...change, end: 'a', resource: a, other: b }, { deadlineMs }),
        links.updateResource({ ...about, ...change, end: 'b', resource: b, other: a }, { deadlineMs }),
        links.updateIntermediaries({ ...about, ...change, a, b }, { deadlineMs }),
      ]
      const failures = await Promise.all(calls.map((call) => answered(`a call about "${type}"`, call)))
      expect(!failures.includes(undefined), `a call about "${type}" succeeds`)
      return 'with an error in the answer'
    },
  },
]

export async function linkTypesOf(subject: ProviderSubject): Promise<readonly LinkTypeDefinition[]> {
  const { linkTypeNames = [] } = await definitionOf(subject)
  const asked = { resourceTypes: [], dataSourceTypes: [], functions: [], linkTypes: linkTypeNames }
  const { linkTypes = {} } = await subject.provider.define(asked, { deadlineMs: subject.answerMs })
  const absent = linkTypeNames.filter((name) => !(name in linkTypes))
  expect(absent.length === 0, `there is no definition of ${absent.join(', ')}`)
  return Object.values(linkTypes)
}

export function expectSoundLink({ type, kind, priority, annotations, cardinality }: LinkTypeDefinition): void {
  const ends = endsOfLinkType(type)
  expect(ends !== undefined, `"${type}" is not A::B`)
  expect(kind === 'soft' || priority !== undefined, `${type} is hard, and does not say which end comes first`)
  for (const { name, allowedValues, default: usual } of Object.values(annotations))
    expect(
      allowedValues === undefined || allowedValues.length === 0 || usual === undefined || allowedValues.includes(usual),
      `the default of ${name}, an annotation of ${type}, is not one of its allowed values`,
    )
  for (const { min, max } of [cardinality.a, cardinality.b])
    expect(max === 0 || min <= max, `${type} must be at least ${min} and at most ${max}`)
}

export function identityOf(type: string) {
  return {
    type,
    linkId: 'testkit-link',
    linkName: 'testkit-a::testkit-b',
    instanceId: 'testkit',
    instanceName: 'testkit',
  }
}

/** The settings of the plugin are those of its own namespace. */
export function linkContextOf({ context, running }: ProviderSubject) {
  return { config: { [running.namespace]: context.config }, variables: context.variables }
}

function blank(type: string): LinkedResource {
  return { type, resourceId: 'testkit', resourceName: 'testkit', instanceId: 'testkit', spec: valueMap() }
}
