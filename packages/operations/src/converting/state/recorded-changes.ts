import type { Ports } from '@slipway/engine'
import { mayExist } from '@slipway/engine'
import { Failure, shellWord, valueMap } from '@slipway/model'
import { processIdentity } from '@slipway/processes'
import type { InstanceState, ResourceRecord, StateChange } from '@slipway/stores'
import type { ProgramFile } from '../../project/find-program.ts'
import { pulumiRecords } from '../../state/transfer/pulumi-records.ts'
import type { ImportPlan } from './import-plan.ts'

interface Recording {
  readonly program: ProgramFile | undefined
  /** The present state of the instance. Absent: the instance has no state yet. */
  readonly state: InstanceState | undefined
  readonly env: NodeJS.ProcessEnv
  readonly runId: string
  readonly ports: Pick<Ports, 'clock'>
}

/**
 * Returns the changes that record a plan. Existing records stay as they are.
 *
 * @throws Failure `cli/already-recorded`
 */
export function recordedChanges(
  { instance, deployment }: ImportPlan,
  { program, state, env, runId, ports }: Recording,
): {
  readonly changes: readonly StateChange[]
  readonly records: readonly ResourceRecord[]
  readonly told: readonly string[]
} {
  const { changes, told } = pulumiRecords(deployment, { instance, program, env })
  const records = changes.flatMap((change) => (change.kind === 'resource' ? [change.resource] : []))
  if (state !== undefined) refuseRecorded(state, records, program !== undefined)
  const made = changes.flatMap((change) => (change.kind === 'instance' ? [change.instance] : []))[0]
  const now = ports.clock.now()
  const { user, host } = processIdentity()
  const counts = { create: 0, update: 0, replace: 0, delete: 0, import: records.length }
  const run = { id: runId, operation: 'import', outcome: 'succeeded', user, host, counts, reasons: [] } as const
  const whole: readonly StateChange[] = [
    ...(state === undefined
      ? changes
      : [
          {
            kind: 'instance',
            instance: {
              ...state.instance,
              version: state.instance.version + 1,
              ...(made?.configured !== undefined && {
                configured: valueMap([
                  ...Object.entries(made.configured),
                  ...Object.entries(state.instance.configured ?? {}),
                ]),
              }),
              updatedAt: now,
            },
          } as const,
          ...changes.filter(({ kind }) => kind !== 'instance'),
        ]),
    { kind: 'run', run: { ...run, startedAt: now, finishedAt: now } },
  ]
  return { changes: whole, records, told }
}

/** Refuses names that are taken, and things that are already recorded. A stack of a program must be new, because its records name each other. */
function refuseRecorded(
  { instance: { name }, resources }: InstanceState,
  records: readonly ResourceRecord[],
  isProgram: boolean,
): void {
  const there = resources.filter(mayExist)
  if (isProgram && there.length > 0)
    throw new Failure('cli/already-recorded', `${name} has ${there.length} resources already`, {
      hint: 'import into a new stack: --stack NAME; the program can be moved there afterwards',
    })
  const names = new Set(there.map((each) => each.name))
  const things = new Map(there.map((each) => [thing(each), each.name]))
  for (const record of records) {
    const same = things.get(thing(record))
    if (same !== undefined && record.spec['id'] !== undefined)
      throw new Failure('cli/already-recorded', `${record.name} is already recorded as ${same}`, {
        hint: `slipway state rm ${shellWord(same)} forgets it`,
      })
    if (names.has(record.name))
      throw new Failure('cli/already-recorded', `${record.name} is already recorded as something else`, {
        hint: `slipway state mv ${shellWord(record.name)} NEW gives it another name`,
      })
  }
}

function thing({ type, spec }: ResourceRecord): string {
  return JSON.stringify([type, typeof spec['id'] === 'string' ? spec['id'] : ''])
}
