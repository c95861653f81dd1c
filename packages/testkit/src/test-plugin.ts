import { endsOfLinkType, type Scalar, valueMap, type ValueMap } from '@slipway/model'
import { dataSourceCheck, type DataSourceExercise, functionCheck, type FunctionExercise } from './checks/answers.ts'
import { faultChecks, knowsItsHost } from './checks/faults.ts'
import { interruptCheck } from './checks/interrupt.ts'
import { introductionOf, launchChecks, type Launch } from './checks/launch.ts'
import { Life, type Exercise } from './checks/life.ts'
import { lifeChecks } from './checks/lifecycle.ts'
import { type LinkExercise, LinkLife, linkLifeChecks } from './checks/link-life.ts'
import { linkChecks, linkTypesOf } from './checks/links.ts'
import { definitionOf, providerChecks, type ProviderSubject } from './checks/provider.ts'
import { transformerChecks } from './checks/transformer.ts'
import { strangerCheck } from './checks/strangers.ts'
import { transformChecks, type TransformExercise } from './checks/transforms.ts'
import { variableCheck, variableExercise, type VariableTypeExercise } from './checks/variables.ts'
import { triedUpgrades, upgradeCheck, upgradeChecks, type UpgradeExercise } from './checks/upgrades.ts'
import { executableAt } from './executable-at.ts'
import { startHarness, type Harness } from './harness.ts'
import { LaunchedPlugin } from './launched-plugin.ts'
import { expect, make, type Check, type CheckResult, type Introduction, type PluginReport } from './report.ts'

export interface TestPluginOptions {
  /** How long it may take to register, and to answer calls that make nothing, in milliseconds. Default: 15 s, as in the host. */
  readonly deadlineMs?: number
  /** Resources to be made for real. Default: none, and nothing is made. */
  readonly exercises?: readonly Exercise[]
  /** Data sources to be read. */
  readonly dataSources?: readonly DataSourceExercise[]
  /** Functions to be called. */
  readonly functions?: readonly FunctionExercise[]
  /** Links to be made for real, between resources that are made for them. */
  readonly links?: readonly LinkExercise[]
  /** Types of variables, with their options. */
  readonly variableTypes?: readonly VariableTypeExercise[]
  /** Blueprints to be transformed. */
  readonly transforms?: readonly TransformExercise[]
  /** States that earlier versions of types have recorded, for upgrades. */
  readonly upgrades?: readonly UpgradeExercise[]
  /** The provider's settings. */
  readonly config?: Readonly<Record<string, Scalar>>
  /** Words about the deployment. `blueprintDir` is a folder that goes with the test, unless said otherwise. */
  readonly variables?: Readonly<Record<string, Scalar>>
  /** Whether it is also called by those that do not behave: byte by byte, cut short, with garbage. */
  readonly faults?: boolean
  /** Told of each check when it is made. */
  readonly onCheck?: (result: CheckResult) => void
}

/**
 * Tests a plugin of the deploy-engine dialect, in any language, against the duties of every plugin.
 * @param path the executable, the version folder that contains it, or a plugin directory with no other plugin
 * @throws Failure `testkit/no-plugin` when there is nothing to run; all faults of the plugin are in the report
 */
export async function testPlugin(path: string, options: TestPluginOptions = {}): Promise<PluginReport> {
  const file = executableAt(path)
  const checks: CheckResult[] = []
  const run = async <Subject>(check: Check<Subject>, subject: Subject): Promise<boolean> => {
    const result = await make(check, subject)
    checks.push(result)
    options.onCheck?.(result)
    return result.ok
  }
  const plugin = await checkLaunch(file, options, run)
  if (plugin !== undefined) await checkBelowHost(file, plugin, options, run)
  if (plugin !== undefined && options.faults === true) await checkFaults(file, plugin, options, run)
  const ok = checks.every((check) => check.ok || check.level === 'should')
  return { file, ...(plugin !== undefined && { plugin }), ok, checks }
}

type Run = <Subject>(check: Check<Subject>, subject: Subject) => Promise<boolean>

/** Checks it as a process. Without a registration there is nothing more to be seen. */
async function checkLaunch(file: string, options: TestPluginOptions, run: Run): Promise<Introduction | undefined> {
  const process = await LaunchedPlugin.start(file)
  const launch: Launch = { process, deadlineMs: options.deadlineMs ?? 15_000 }
  try {
    for (const check of launchChecks) {
      await run(check, launch)
      if (launch.registration === undefined) return undefined
    }
    return introductionOf(launch)
  } finally {
    await process.close()
  }
}

/** As a bare process, so that nothing else suffers from the faults of its connections. */
async function checkFaults(
  file: string,
  { kind }: Introduction,
  { deadlineMs: answerMs = 15_000 }: TestPluginOptions,
  run: Run,
): Promise<void> {
  const process = await LaunchedPlugin.start(file)
  try {
    const { port, unixSocket } = await process.registered
    const address = unixSocket === '' ? { port } : { socketPath: unixSocket }
    const subject = { process, kind, address, answerMs }
    await knowsItsHost(subject)
    for (const check of faultChecks) await run(check, subject)
  } finally {
    await process.close()
  }
}

async function checkBelowHost(file: string, plugin: Introduction, options: TestPluginOptions, run: Run): Promise<void> {
  let harness: Harness | undefined
  const start: Check<undefined> = {
    name: 'is accepted by the host',
    async run() {
      harness = await startHarness(file, plugin, options)
      return `process ${harness.running.pid}`
    },
  }
  await run(start, undefined)
  if (harness === undefined) return
  try {
    if (plugin.kind === 'provider') await checkProvider(harness, options, run)
    else await checkTransformer(harness, options, run)
    await run(interruptCheck, harness)
  } finally {
    await harness.close()
  }
}

async function checkTransformer(harness: Harness, options: TestPluginOptions, run: Run): Promise<void> {
  const variables = { blueprintDir: harness.folder, ...options.variables }
  const answerMs = options.deadlineMs ?? 15_000
  const subject = { ...harness, answerMs, context: { config: options.config ?? {}, variables } }
  for (const check of transformerChecks) await run(check, subject)
  for (const exercise of options.transforms ?? [])
    for (const check of transformChecks(exercise)) await run(check, subject)
}

async function checkProvider(harness: Harness, options: TestPluginOptions, run: Run): Promise<void> {
  const variables = { blueprintDir: harness.folder, ...options.variables }
  const answerMs = options.deadlineMs ?? 15_000
  const subject: ProviderSubject = { ...harness, answerMs, context: { config: options.config ?? {}, variables } }
  for (const check of providerChecks) await run(check, subject)
  for (const check of [...linkChecks, ...upgradeChecks, variableCheck, strangerCheck]) await run(check, subject)
  for (const exercise of options.variableTypes ?? []) await run(variableExercise(exercise), subject)
  for (const exercise of options.dataSources ?? []) await run(dataSourceCheck(exercise), subject)
  for (const exercise of options.functions ?? []) await run(functionCheck(exercise), subject)
  for (const exercise of options.upgrades ?? []) await run(upgradeCheck(exercise), subject)
  const exercises = options.exercises ?? []
  for (const [number, exercise] of exercises.entries()) await live(subject, exercise, number, run)
  for (const exercise of options.links ?? []) await link(subject, exercise, run)
  await run(triedCheck(exercises), subject)
  await run(triedUpgrades(options.upgrades ?? []), subject)
}

/** A type's promises about calls in doubt show only when something of it is made. */
function triedCheck(exercises: readonly Exercise[]): Check<ProviderSubject> {
  const tried = new Set(exercises.map(({ type }) => type))
  return {
    name: 'shows that it keeps its promises of "find"',
    level: 'should',
    async run(subject) {
      const types = Object.values((await definitionOf(subject)).resourceTypes)
      const untried = types.filter(({ type, settlement }) => settlement === 'find' && !tried.has(type))
      expect(
        untried.length === 0,
        `nothing was made of ${untried.map(({ type }) => type).join(', ')}: give an exercise of each (--exercises FILE)`,
      )
      return 'every type that promises it was tried'
    },
  }
}

async function link(subject: ProviderSubject, exercise: LinkExercise, run: Run): Promise<void> {
  let life: LinkLife | undefined
  const known: Check<undefined> = {
    name: `${exercise.type}: is known`,
    async run() {
      const types = (await linkTypesOf(subject)).map(({ type }) => type)
      expect(types.includes(exercise.type), 'the plugin has no such link')
      const { resourceTypes } = await definitionOf(subject)
      const end = (type: string, spec: ValueMap, id: string): Life => {
        const definition = resourceTypes[type]
        expect(definition !== undefined, `${type} is of another plugin: such a link is tried in a blueprint`)
        return new Life(subject, { type, spec }, definition, id)
      }
      const [a = '', b = ''] = endsOfLinkType(exercise.type) ?? []
      life = new LinkLife(exercise, end(a, exercise.a, 'testkit-a'), end(b, exercise.b, 'testkit-b'))
      return 'it has both ends'
    },
  }
  await run(known, undefined)
  if (life === undefined) return
  for (const check of linkLifeChecks(exercise)) await run(check, life)
}

async function live(subject: ProviderSubject, exercise: Exercise, number: number, run: Run): Promise<void> {
  const spec = valueMap(Object.entries(exercise.spec))
  let life: Life | undefined
  const known: Check<undefined> = {
    name: `${exercise.type}: is known`,
    async run() {
      const definition = (await definitionOf(subject)).resourceTypes[exercise.type]
      expect(definition !== undefined, 'the plugin has no such resource type')
      life = new Life(subject, { ...exercise, spec }, definition, `testkit-${number}`)
      return `a call in doubt is settled by "${definition.settlement}"`
    },
  }
  await run(known, undefined)
  if (life === undefined) return
  for (const check of lifeChecks(life)) await run(check, life)
}
