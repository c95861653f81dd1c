import { Failure, Secret, valueMap } from '@slipway/model'
import type { Lease, Sealer, StateStore } from './port.ts'
import type {
  ChildRecord,
  InstanceRecord,
  Intent,
  LinkRecord,
  LockHolder,
  ResourceRecord,
  RunRecord,
  TaskRecord,
} from './records.ts'
import type { StoreClock } from './lock.ts'
import { freshPair } from './seal/team/key-pair.ts'
import { labelOf, type Place } from './seal/place.ts'
import { openTeam } from './seal/team/team.ts'
import type { TeamOpener } from './seal/team/team.ts'

/** Records like an engine's, for tests of drivers. Times count up from a fixed one. */
export function sampleInstance(name: string, changes: Partial<InstanceRecord> = {}): InstanceRecord {
  return {
    id: `id-${name}`,
    name,
    version: 1,
    status: 'deploying',
    exports: valueMap([['url', 'http://localhost']]),
    createdAt: 1_000,
    updatedAt: 1_000,
    ...changes,
  }
}

export function sampleResource(name: string, changes: Partial<ResourceRecord> = {}): ResourceRecord {
  return {
    id: `id-${name}`,
    name,
    type: 'local/file',
    pluginId: 'slipway/local',
    pluginVersion: '0.1.0',
    status: 'created',
    spec: valueMap([
      ['path', `/srv/${name}`],
      ['token', new Secret(`token of ${name}`)],
    ]),
    metadata: { displayName: name, labels: { app: 'site' }, custom: [1, 2n ** 64n, valueMap()] },
    dependsOn: ['folder'],
    reads: ['id-folder'],
    removalPolicy: 'delete',
    replaced: false,
    failureReasons: [],
    createdAt: 2_000,
    updatedAt: 2_000,
    ...changes,
  }
}

export function sampleIntent(id: string, changes: Partial<Intent> = {}): Intent {
  return {
    id,
    runId: 'run-1',
    action: 'create',
    resource: sampleResource(id, { status: 'creating' }),
    startedAt: 3_000,
    ...changes,
  }
}

export function sampleLink(a: string, b: string, changes: Partial<LinkRecord> = {}): LinkRecord {
  return {
    id: `id-${a}::${b}`,
    name: `${a}::${b}`,
    type: 'local/file::local/file',
    pluginId: 'slipway/local',
    pluginVersion: '0.1.0',
    status: 'created',
    a: { resourceId: `id-${a}`, name: a },
    b: { resourceId: `id-${b}`, name: b },
    data: valueMap([['token', new Secret(`token of ${a}::${b}`)]]),
    intermediaries: [
      { resourceId: 'pass-1', type: 'local/pass', status: 'created', spec: valueMap([['n', 2n ** 64n]]) },
    ],
    mappings: { [`${a}::spec.token`]: 'token' },
    phases: { a: { status: 'done', attempts: [3, 4], startedAt: 2_000, durationMs: 9 } },
    failureReasons: [],
    createdAt: 2_000,
    updatedAt: 2_000,
    ...changes,
  }
}

export function sampleRun(id: string, changes: Partial<RunRecord> = {}): RunRecord {
  return {
    id,
    operation: 'up',
    outcome: 'succeeded',
    startedAt: 1_000,
    user: 'ada',
    host: 'loom',
    counts: { create: 1 },
    reasons: [],
    ...changes,
  }
}

export function sampleTask(id: string, changes: Partial<TaskRecord> = {}): TaskRecord {
  return {
    id,
    deploymentId: 'run-1',
    runId: 'run-1',
    stage: 'post_deployment/100',
    plugin: 'plugin1',
    pluginVersion: '1.0.0',
    task: id,
    node: 'local',
    fingerprint: 'f',
    outcome: 'running',
    startedAt: 4_000,
    ...changes,
  }
}

export function sampleChild(name: string, changes: Partial<ChildRecord> = {}): ChildRecord {
  return {
    name,
    status: 'deployed',
    blueprintFile: `/srv/${name}.blueprint.yaml`,
    blueprintHash: 'h',
    exports: valueMap([['token', new Secret(`token of ${name}`)]]),
    createdAt: 2_000,
    updatedAt: 2_000,
    ...changes,
  }
}

export function sampleHolder(runId: string, changes: Partial<LockHolder> = {}): LockHolder {
  return {
    runId,
    pid: 1,
    processStart: 1,
    bootId: 'boot',
    host: 'loom',
    user: 'ada',
    command: 'slipway up',
    since: 1_000,
    ...changes,
  }
}

/** The lock of an instance, which must be free. */
export async function takeLock(store: StateStore, instance: string, runId = 'run-1'): Promise<Lease> {
  const answer = await store.lock(instance, sampleHolder(runId), { leaseMs: 30_000, isGone: () => false })
  if (!answer.acquired) throw new Error(`the lock of ${instance} is held by ${answer.holder.runId}`)
  return answer.lease
}

/** A sealer whose key can get lost and reappear. */
export class LosableSealer implements Sealer {
  readonly keyId = 'test-key'
  /** Opens the keys of teams. */
  pair = freshPair()
  isLost = false

  readonly openTeam: TeamOpener = (team, state) =>
    team && openTeam(team, state, (publicKey) => (publicKey === this.pair.publicKey.text ? this.pair : undefined))

  seal(plain: string, place: Place): string {
    return `2:${this.keyId}:${Buffer.from(JSON.stringify([labelOf(place), plain])).toString('base64url')}`
  }

  unseal(sealed: string, place: Place): string {
    const [label, plain] = JSON.parse(this.#opened(sealed)) as readonly [label: string, plain: string]
    if (label !== labelOf(place)) throw new Failure('state/damaged-record', `sealed for ${label}, and not here`)
    return plain
  }

  unsealUnbound(sealed: string): string {
    return this.#opened(sealed)
  }

  #opened(sealed: string): string {
    if (this.isLost) throw new Failure('state/wrong-key', 'the key is lost')
    return Buffer.from(sealed.slice(`2:${this.keyId}:`.length), 'base64url').toString()
  }
}

/** A clock that moves only when it is told to, with separate wall and monotonic time. */
export class ManualClock implements StoreClock {
  wall = 1_000_000
  sinceBoot = 5_000

  now(): number {
    return this.wall
  }

  monotonic(): number {
    return this.sinceBoot
  }

  pass(ms: number): void {
    this.wall += ms
    this.sinceBoot += ms
  }
}
