import { Unknown, type ValueMap } from '@slipway/model'
import type { CheckedBlueprint, CheckedDataSource, CheckedResource } from '../../check/checked.ts'
import { resolveSpec } from '../../check/resources/resolve-spec.ts'
import { dataQuestion } from '../../evaluate/data-question.ts'
import { Answers, Questions } from '../../providers/questions/answers.ts'
import { scopeOfPlan, type Views } from './scope-of-plan.ts'

/** The requests of a blueprint, as far as a check knows them. */
export interface OpenSpecs {
  /** The resources with their specs. Values that only a plan or a deployment knows are unknown. */
  readonly resources: readonly { readonly resource: CheckedResource; readonly spec: ValueMap }[]
  /** The data sources whose questions are completely known. */
  readonly dataSources: readonly {
    readonly source: CheckedDataSource
    readonly question: Exclude<ReturnType<typeof dataQuestion>, Unknown>
  }[]
}

const nothingYet: Views = { get: () => undefined, isPending: () => true }

/** The requests that a checked blueprint makes to its providers, without any answer from outside. */
export function openSpecs(blueprint: CheckedBlueprint): OpenSpecs {
  const scope = scopeOfPlan(blueprint, nothingYet, new Answers(), new Questions())
  return {
    resources: [...blueprint.resources.values()].flatMap((resource) => {
      const { spec, diagnostics } = resolveSpec(resource, scope)
      return diagnostics.length > 0 ? [] : [{ resource, spec }]
    }),
    dataSources: [...blueprint.dataSources.values()].flatMap((source) => {
      const question = dataQuestion(source, scope)
      return question instanceof Unknown ? [] : [{ source, question }]
    }),
  }
}
