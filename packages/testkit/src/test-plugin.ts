import { randomBytes } from 'node:crypto'
import { deployEngine } from '@slipway/host'
import { endsOfLinkType, Failure, type PluginErrorCode, type Scalar, valueMap, type ValueMap } from '@slipway/model'
import { dataSourceCheck, type DataSourceExercise, functionCheck, type FunctionExercise } from './checks/answers.ts'
import { faultChecks, knowsItsHost } from './checks/faults.ts'
import { interruptCheck } from './checks/interrupt.ts'
import { introductionOf, launchChecks, type Launch } from './checks/launch.ts'
import { Life, type Exercise } from './checks/life.ts'
import { lifeChecks } from './checks/lifecycle.ts'
import { type LinkExercise, LinkLife, linkLifeChecks } from './checks/link-life.ts'
import { linkChecks, linkTypesOf } from './checks/links.ts'
import { definitionOf, manyCallsCheck, providerChecks, type ProviderSubject } from './checks/provider.ts'
import { Remains, remainsCheck } from './checks/remains.ts'
import { transformerChecks } from './checks/transformer.ts'
import { strangerCheck } from './checks/strangers.ts'
import { transformChecks, type TransformExercise } from './checks/transforms.ts'
import { variableCheck, variableExercise, type VariableTypeExercise } from './checks/variables.ts'
import { triedUpgrades, upgradeCheck, upgradeChecks, type UpgradeExercise } from './checks/upgrades.ts'
import { executableAt, terraformProviderAt } from './executable-at.ts'
import { startHarness, type Harness } from './harness.ts'
import { LaunchedPlugin } from './launched-plugin.ts'
import { patientProvider, type RetryOf } from './patient-provider.ts'
import { expect, make, type Check, type CheckResult, type Introduction, type PluginReport } from './report.ts'

export interface TestPluginOptions {
  /** How long it may take to register, and to answer calls that make nothing, in milliseconds. Default: 15 s, as in the host. */
  readonly deadlineMs?: number
  /** Resources that are really made. Default: none, and nothing is made. */
  readonly exercises?: readonly Exercise[]
  /** Data sources that are read. */
  readonly dataSources?: readonly DataSourceExercise[]
  /** Functions that are called. */
  readonly functions?: readonly FunctionExercise[]
  /** Links that are really made, between resources that are made for them. */
  readonly links?: readonly LinkExercise[]
  /** Types of variables, with their options. */
  readonly variableTypes?: readonly VariableTypeExercise[]
  /** Blueprints that are transformed. */
  readonly transforms?: readonly TransformExercise[]
  /** States that earlier versions of types have recorded, for upgrades. */
  readonly upgrades?: readonly UpgradeExercise[]
  /** The provider's settings. */
  readonly config?: Readonly<Record<string, Scalar>>
  /** Facts about the deployment. `blueprintDir` is a folder that is removed after the test, unless it is given. */
  readonly variables?: Readonly<Record<string, Scalar>>
  /** Whether misbehaving callers call it, too: byte by byte, cut short, with garbage. */
  readonly faults?: boolean
  /** Ends the test: everything made is removed, and no further check is made. */
  readonly signal?: AbortSignal | undefined
  /** A word for ids that only this test uses. Default: a new one for each test. */
  readonly run?: string
  /** How calls that fail with TRANSIENT are repeated. Default: not at all. */
  readonly retry?: RetryOf
  /** Called with the result of each check. */
  readonly onCheck?: (result: CheckResult) => void
}

/**
 * Tests a plugin of the deploy-engine dialect, in any language, or a provider of Terraform against the duties of every plugin.
 * @param path the executable, the version folder that contains it, or a plugin directory with no other plugin
 * @throws Failure `testkit/no-plugin` when there is nothing to run, `testkit/other-protocol` for tests that another protocol has; all
 *   faults of the plugin are in the report
 */
export async function testPlugin(path: string, options: TestPluginOptions = {}): Promise<PluginReport> {
  const file = executableAt(path)
  const checks: CheckResult[] = []
  const run = async <Subject>(check: Check<Subject>, subject: Subject): Promise<boolean> => {
    if (options.signal?.aborted === true && check.isAlways !== true) return false
    const result = await make(check, subject)
    // The plugin was ended in the middle of it, which says nothing about the plugin.
    if (options.signal?.aborted === true && check.isAlways !== true && !result.ok) return false
    checks.push(result)
    options.onCheck?.(result)
    return result.ok
  }
  const ofTerraform = terraformProviderAt(file)
  if (ofTerraform !== undefined) refuseOwnTests(file, options)
  const plugin = ofTerraform ?? (await checkLaunch(file, options, run))
  if (plugin !== undefined) await checkBelowHost(file, plugin, options, run)
  if (plugin !== undefined && options.faults === true) await checkFaults(file, plugin, options, run)
  const ok = checks.every((check) => check.ok || check.level === 'should')
  return { file, ...(plugin !== undefined && { plugin }), ok, checks }
}

/** The exercises that need something a provider of Terraform does not have. */
const ownExercises = ['links', 'upgrades', 'variableTypes', 'transforms'] as const

function refuseOwnTests(file: string, { faults = false, ...options }: TestPluginOptions): void {
  const own = ownExercises.find((name) => (options[name] ?? []).length > 0)
  if (own === undefined && !faults) return
  const what = own === undefined ? '--faults sends wrong messages' : `"${own}" exercises something`
  throw new Failure(
    'testkit/other-protocol',
    `${file} is a provider of Terraform, and ${what} of Slipway's own protocol`,
    { hint: `leave out ${own === undefined ? '--faults' : `"${own}"`}` },
  )
}

type Run = <Subject>(check: Check<Subject>, subject: Subject) => Promise<boolean>

/** Checks it as a process. Without a registration, nothing more can be checked. */
async function checkLaunch(file: string, options: TestPluginOptions, run: Run): Promise<Introduction | undefined> {
  const process = await LaunchedPlugin.start(file)
  const launch: Launch = { process, deadlineMs: options.deadlineMs ?? 15_000 }
  const stop = (): void => void process.close()
  options.signal?.addEventListener('abort', stop)
  try {
    for (const check of launchChecks) {
      await run(check, launch)
      if (launch.registration === undefined) return undefined
    }
    return introductionOf(launch)
  } finally {
    options.signal?.removeEventListener('abort', stop)
    await process.close()
  }
}

/** Checks it as a bare process, so that the faults of its connections harm nothing else. */
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
  const remains = new Remains()
  const { run: word = randomBytes(4).toString('hex') } = options
  const context = { config: options.config ?? {}, variables }
  const subject: ProviderSubject = { ...harness, answerMs, context, remains, run: word }
  for (const check of providerChecks) await run(check, subject)
  const isOwn = harness.dialect === deployEngine
  if (isOwn) for (const check of ownProtocolChecks) await run(check, subject)
  for (const exercise of options.variableTypes ?? []) await run(variableExercise(exercise), subject)
  const { retryPolicy } = await definitionOf(subject).catch(() => ({ retryPolicy: undefined }))
  const retry = options.retry?.(retryPolicy)
  // A caller that expects a failure wants to see the first one, without retries.
  const asEngine = ({ fails }: { readonly fails?: PluginErrorCode }): ProviderSubject =>
    retry === undefined || fails !== undefined
      ? subject
      : { ...subject, provider: patientProvider(subject.provider, retry) }
  for (const exercise of options.dataSources ?? []) await run(dataSourceCheck(exercise), asEngine(exercise))
  for (const exercise of options.functions ?? []) await run(functionCheck(exercise), subject)
  for (const exercise of options.upgrades ?? []) await run(upgradeCheck(exercise), subject)
  const exercises = options.exercises ?? []
  for (const [number, exercise] of exercises.entries()) await live(asEngine(exercise), exercise, number, run)
  for (const exercise of options.links ?? []) await link(asEngine(exercise), exercise, run)
  const removal = await remains.removeAll()
  if (removal.removed.length + removal.left.length > 0) await run(remainsCheck(removal), undefined)
  if (!isOwn) return
  await run(triedCheck(exercises), subject)
  await run(triedUpgrades(options.upgrades ?? []), subject)
}

const ownProtocolChecks: readonly Check<ProviderSubject>[] = [
  manyCallsCheck,
  ...linkChecks,
  ...upgradeChecks,
  variableCheck,
  strangerCheck,
]

/** Whether a type keeps its promises about calls in doubt shows only when something of the type is made. */
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
      life = new LinkLife(
        exercise,
        end(a, exercise.a, `testkit-${subject.run}-a`),
        end(b, exercise.b, `testkit-${subject.run}-b`),
      )
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
      life = new Life(subject, { ...exercise, spec }, definition, `testkit-${subject.run}-${number}`)
      return `a call in doubt is settled by "${definition.settlement}"`
    },
  }
  await run(known, undefined)
  if (life === undefined) return
  for (const check of lifeChecks(life)) await run(check, life)
}
