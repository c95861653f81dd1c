import {
  containsSecret,
  Failure,
  namespaceOf,
  type ResourceDiff,
  type Secret,
  secretFrom,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { said } from '../failures/about-subject.ts'
import type { CheckedBlueprint, CheckedDataSource } from '../../check/checked.ts'
import type { ProviderCalls } from '../calls/provider-calls.ts'
import { metadataValue } from '../../spec/metadata-value.ts'
import type { Answers, DataQuestion, Question } from './answers.ts'
import type { AskedAhead } from './asked-ahead.ts'
import { type AskComposed, type Composed, nobodyComposes } from './composed.ts'
import { withSecretsMarked } from './link-secrets.ts'
import { concurrently } from '../waiting/concurrently.ts'
import { atPlace, saidOfDataSource } from '../failures/refused-data-source.ts'
import { withEmpty } from '../../spec/untravelled.ts'

/**
 * Answers questions, and keeps the answers. Reads data sources after their plugins have validated them, calls functions of providers, and asks
 * providers about changes.
 *
 * @param ahead questions that were asked before all were known
 * @throws PluginFailure of the first question that fails; Failure `engine/refused-data-source` when a plugin refuses a data source
 */
export function answerQuestions(
  questions: readonly Question[],
  blueprint: CheckedBlueprint,
  calls: ProviderCalls,
  answers: Answers,
  parallelism: number,
  askComposed: AskComposed = nobodyComposes,
  ahead?: AskedAhead,
): Promise<void> {
  const isComposed = (name: string): boolean => blueprint.resources.get(name)?.definition.isComposed === true
  return concurrently(questions, parallelism, async (question) => {
    if (question.kind === 'link') {
      const { name, request } = question
      const changes = await said(`the link ${name}`, calls.links.stage(request))
      const { a, b, current } = request
      const given = [a.spec, b.spec, ...(current === undefined ? [] : [current.data])]
      answers.keep(question, withSecretsMarked(changes, given))
      return
    }
    if (question.kind === 'remedy') {
      answers.keep(question, await calls.remedied(question.resource))
      return
    }
    if (question.kind === 'diff') {
      const { request } = question
      const { resourceName: name } = request
      const asked = isComposed(name)
        ? askComposed(request).then(diffOfParts)
        : (ahead?.take(question) ?? calls.diff(request))
      answers.keep(question, await said(`the change of ${name}`, asked))
      return
    }
    if (question.kind === 'preview') {
      const { request } = question
      const { resourceName: name } = request
      const asked = isComposed(name) ? askComposed(request).then(({ computed }) => computed) : calls.preview(request)
      answers.keep(question, (await said(`the preview of ${name}`, asked)) ?? 'unable')
      return
    }
    if (question.kind !== 'data') {
      // A function that was returned by a function of a provider carries the name of the provider.
      const [, provider, plain = question.name] = /^([^:]+)::(.+)$/.exec(question.name) ?? []
      const namespace = blueprint.functions?.get(question.name)?.namespace ?? provider
      if (namespace === undefined) {
        throw new Failure('engine/no-function', `no provider has the function ${question.name}`, {
          hint: 'check the blueprint again: slipway validate',
        })
      }
      const { name, args, origin } = question
      const asked = said(`the function ${name}`, calls.callFunction(namespace, plain, args))
      const answer = await atPlace('it is called', origin, blueprint, asked)
      if (question.kind === 'drawn') answers.keepDrawn(question.key, answer)
      else answers.functions.keep(name, args, answer)
      return
    }
    await readDataSource(question, blueprint, calls, answers)
  })
}

async function readDataSource(
  question: DataQuestion,
  blueprint: CheckedBlueprint,
  calls: ProviderCalls,
  answers: Answers,
): Promise<void> {
  const { name, filters, metadata, settings } = question
  const source = blueprint.dataSources.get(name)
  if (source === undefined) return
  const { type, exports } = source
  const options = settings === undefined ? source.options : { ...source.options, settings }
  const beside = Object.keys(metadata).length === 0 ? {} : { metadata }
  const asked = { type, dataSourceName: name, filters, exports, options, ...beside }
  const words = await said(`the data source ${name}`, calls.validateDataSource(asked))
  answers.keepWarnings(saidOfDataSource(words, source, blueprint, calls.pluginId(namespaceOf(type))))
  const values = await atPlace(
    'it is declared',
    source.origin,
    blueprint,
    said(`the data source ${name}`, calls.fetch(asked)),
  )
  const given = [...filters.flatMap(({ search }) => search), metadataValue(metadata)]
  answers.keep(question, marked(source, values, given.filter(containsSecret)))
}

/** The changes of a composed resource: each change of a part is a change of the whole. */
function diffOfParts({ changed }: Composed): ResourceDiff {
  return { replaceBecause: [], destroyFirst: false, ...(changed.length > 0 && { differs: changed }) }
}

/** Marks secrets: the fields that the schema calls sensitive, or all fields if the question contained secrets. */
function marked({ definition, exports }: CheckedDataSource, values: ValueMap, secrets: readonly Value[]): ValueMap {
  const map = valueMap()
  for (const name of Object.keys(exports)) {
    const field = definition.fields[exports[name]?.aliasFor ?? name]
    const value: Value | Secret = withEmpty(field, values[name] ?? null)
    map[name] = secrets.length > 0 || field?.sensitive === true ? secretFrom(secrets, value) : value
  }
  return map
}
