import {
  type CheckedBlueprint,
  evaluate,
  EvaluationFailure,
  isCore,
  loneExpression,
  scopeOf,
  Unchecked,
  untilAnswered,
  viewOf,
  withLoneExpression,
} from '@slipway/engine'
import { DiagnosticsFailure, Failure, isList, isUnknown, someValue, Unknown, type Value } from '@slipway/model'
import { type InstanceState, isWholeLink } from '@slipway/stores'
import { assureInstance } from '../instance/new-instance.ts'
import { CoreProvider } from '../core-provider/core-provider.ts'
import { ignore, type Observer } from '../events.ts'
import { loadBlueprint } from '../loading/load-blueprint.ts'
import type { BlueprintRequest } from '../project/blueprint-request.ts'
import { openProject } from '../project/project.ts'
import { whichInstance } from '../project/which-instance.ts'
import type { Slipway } from '../slipway.ts'
import { lookWithEngine } from '../with-engine.ts'

/**
 * Returns the value of an expression in a blueprint, with its variables and values, the recorded resources and, as `exports.NAME`, its exports.
 * Changes nothing and asks no provider.
 *
 * @throws DiagnosticsFailure; Failure `cli/new-instance` if the name of the instance is probably misspelt, `cli/not-known-yet` if only a deployment
 * gives the value
 */
export async function evaluateInBlueprint(
  slipway: Slipway,
  expression: string,
  request: Omit<BlueprintRequest, 'ask'> = {},
  observe: Observer = ignore,
): Promise<Value> {
  const project = await openProject(slipway, request, 'looks')
  await assureInstance(slipway, project, {})
  const unchecked = new Unchecked()
  const extended = (blueprint: Parameters<typeof withLoneExpression>[0]) => withLoneExpression(blueprint, expression)
  return await lookWithEngine(slipway, project, observe, async (engine) => {
    const { blueprint, variables } = await loadBlueprint(slipway, project, { ...request, extended }, observe, unchecked)
    const { checked, diagnostics } = await engine.check(blueprint, variables, { unchecked })
    if (checked === undefined) throw new DiagnosticsFailure(diagnostics)
    const state = await engine.load(await whichInstance(engine.store, project, 'new'))
    const core = new CoreProvider({ cwd: slipway.cwd, folder: project.blueprint.directory })
    const value = await untilAnswered(
      (name, args) => core.answer(name, args, {}),
      (call) => valueIn(checked, state, call),
    )
    return known(value, state)
  })
}

type Call = NonNullable<Parameters<typeof scopeOf>[1]['call']>

/** Returns the value of an expression. @throws DiagnosticsFailure */
function valueIn(checked: CheckedBlueprint, state: InstanceState | undefined, call: Call): Value {
  const views = new Map<string, Value>((checked.absent ?? []).map((name) => [name, null]))
  // Computed values are known only if they are recorded.
  for (const record of state?.resources ?? []) if (!record.replaced) views.set(record.name, viewOf(record, untyped))
  const scope = scopeOf(checked, {
    resource: (name) => views.get(name) ?? (views.has(name) ? null : new Unknown(`resources.${name}`)),
    dataSource: (name) => new Unknown(`datasources.${name}`),
    call: (name, args, origin) => (isCore(name) ? call(name, args, origin) : undefined),
    link: (a, b) => state?.links?.find((link) => link.name === `${a}::${b}` && isWholeLink(link))?.data,
  })
  const origin = { start: 0, end: 0 }
  const list = evaluated(checked, () =>
    evaluate({ kind: 'reference', to: 'value', name: loneExpression, path: [], origin }, scope),
  )
  return isList(list) ? (list[0] ?? null) : list
}

const untyped = { type: () => undefined }

function evaluated({ source }: CheckedBlueprint, work: () => Value): Value {
  try {
    return work()
  } catch (thrown) {
    if (!(thrown instanceof EvaluationFailure) || source === undefined) throw thrown
    const { code, origin, message, hint } = thrown
    const place = { file: source.fileAt(origin.start), range: source.range(origin.start, origin.end) }
    throw new DiagnosticsFailure([{ code, severity: 'error', message, ...place, ...(hint !== undefined && { hint }) }])
  }
}

function known(value: Value, state: InstanceState | undefined): Value {
  let until: string | undefined
  someValue(value, (part) => {
    if (isUnknown(part)) until ??= part.until
    return until !== undefined
  })
  if (until === undefined) return value
  const isVariable = until.startsWith('variables.')
  const notYet = state === undefined ? 'this instance has no record' : 'it is not recorded'
  throw new Failure('cli/not-known-yet', `this needs ${until}, which is not known here`, {
    hint: isVariable
      ? `set a value: --var ${until.slice('variables.'.length)}=…`
      : `${notYet}; eval asks no provider: "slipway plan" and "slipway up" do`,
  })
}
