/** The calls that a user's commands make to the plugins of whole.ts, and the number of retries. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../../cases.ts'
import { machine, type Machine } from '../machine.ts'
import { providerMethods, transformerMethods } from './table.ts'
import { oneFile } from '../../one-file.ts'

const limit = { timeout: 240_000 }

/** A blueprint with one of everything that the plugins have. */
const blueprint = `version: 2025-11-02
transform: pairs-2026
variables:
  how: { type: whole/size, default: 9 }
datasources:
  known:
    type: whole/fact
    filter: { field: about, operator: "=", search: ropes }
    exports: { text: { type: string } }
resources:
  one:
    type: whole/thing
    linkSelector: { byLabel: { tied: "yes" } }
    spec: { name: "\${twice(datasources.known.text)} \${variables.how}" }
  two:
    type: whole/thing
    metadata: { labels: { tied: "yes" } }
    spec: { name: end }
  ann:
    type: whole/pair
    linkSelector: { byLabel: { wed: "yes" } }
    spec: { name: ann }
  ben:
    type: whole/pair
    metadata: { labels: { wed: "yes" } }
    spec: { name: ben }
`

function whole(t: TestContext): Machine {
  const box = machine(t)
  const script = `exec ${process.execPath} ${oneFile(join(import.meta.dirname, 'serve-whole.ts'))}`
  box.installScript(script, 'acme/whole')
  box.installScript(`${script} transformer`, 'acme/pairs', { kind: 'transformer' })
  box.write('app.blueprint.yaml', blueprint)
  return box
}

async function succeeds(box: Machine, line: string, env?: NodeJS.ProcessEnv): Promise<void> {
  const { code, stdout, stderr } = await box.slipway(line, env)
  assert.equal(code, 0, `${line}: ${stdout}${stderr}`)
}

function expected(table: typeof providerMethods | typeof transformerMethods): string[] {
  return Object.entries(table).flatMap(([name, { never }]) => (never === undefined ? [name] : []))
}

test('the commands of a user call every method of the dialect', limit, async (t) => {
  const box = whole(t)
  const called = new Map<string, Set<string>>()
  for (const line of ['up --yes', 'up --yes --refresh', 'destroy --yes']) {
    const record = join(box.folder, 'calls')
    await succeeds(box, line, { SLIPWAY_PLUGINS_RECORD: record })
    for (const { pluginId, method } of linesOf(readFileSync(record, 'utf8')))
      called.set(pluginId, (called.get(pluginId) ?? new Set()).add(method))
  }
  assert.deepEqual([...(called.get('acme/whole') ?? [])].toSorted(), expected(providerMethods).toSorted())
  assert.deepEqual([...(called.get('acme/pairs') ?? [])].toSorted(), expected(transformerMethods).toSorted())
})

interface Trouble {
  /** The part of whole.ts that fails. */
  readonly part: string
  readonly method: string
  /** The command that fails, after an `up` that works; absent: the `up` itself. */
  readonly line?: string
}

/** The eight calls that the requirements list, and their settings: each is made to a provider with two retries. */
const retried: readonly Trouble[] = [
  { part: 'deploy', method: 'provider.Resource.Deploy' },
  { part: 'stabilised', method: 'provider.Resource.HasStabilised' },
  { part: 'read', method: 'provider.Resource.GetExternalState', line: 'up --yes --refresh' },
  { part: 'destroy', method: 'provider.Resource.Destroy', line: 'destroy --yes' },
  { part: 'link-a', method: 'provider.Link.UpdateResourceA' },
  { part: 'link-b', method: 'provider.Link.UpdateResourceB' },
  { part: 'link-between', method: 'provider.Link.UpdateIntermediaryResources' },
  { part: 'data-fetch', method: 'provider.DataSource.Fetch' },
]

const others: readonly Trouble[] = [
  { part: 'validate', method: 'provider.Resource.CustomValidate' },
  { part: 'link-validate', method: 'provider.Link.ValidateLink' },
  { part: 'link-plan', method: 'provider.Link.StageChanges' },
  { part: 'link-read', method: 'provider.Link.GetIntermediaryExternalState', line: 'up --yes --refresh' },
  { part: 'data-validate', method: 'provider.DataSource.CustomValidate' },
  { part: 'function', method: 'provider.Function.Call' },
  { part: 'abstract-validate', method: 'transformer.CustomValidateAbstractResource' },
  { part: 'links-validate', method: 'transformer.ValidateLinks' },
  { part: 'expand', method: 'transformer.Transform' },
]

interface Attempt {
  readonly type?: string
  readonly name: string
  readonly pluginId: string
  readonly method: string
  readonly attempt: number
  readonly code: string
  readonly reasons: readonly string[]
  readonly durationMs: number
  readonly retryInMs?: number
}

describe('a failed call', { ...limit, concurrency: 2 }, () => {
  test('is retried on TRANSIENT for exactly these methods', () => {
    const promised = Object.values(providerMethods).flatMap(({ retriedAs = [] }) => retriedAs)
    assert.deepEqual(retried.map(({ method }) => method).toSorted(), promised.toSorted())
  })

  for (const trouble of retried)
    test(`is tried three times on TRANSIENT, each reported, logged and recorded: ${trouble.method}`, (t) =>
      fails(t, trouble, 'TRANSIENT', 3))
  for (const trouble of others)
    test(`fails at once on TRANSIENT: ${trouble.method}`, (t) => fails(t, trouble, 'TRANSIENT', 1))

  for (const code of ['BAD_INPUT', 'UNEXPECTED'])
    test(`fails with ${code}`, (t) => fails(t, { part: 'deploy', method: 'provider.Resource.Deploy' }, code, 1))
})

async function fails(
  t: TestContext,
  { part, method, line = 'up --yes' }: Trouble,
  code: string,
  attempts: number,
): Promise<void> {
  const box = whole(t)
  if (line !== 'up --yes') await succeeds(box, 'up --yes')
  const failed = await box.slipway(`${line} --json`, { WHOLE_TROUBLE: `${part}:${code}` })
  assert.notEqual(failed.code, 0, failed.stdout)
  const told = linesOf(failed.stdout).filter((event) => event.type === 'attempt-failed' && event.method === method)
  assert.ok(told.length > 0, failed.stdout + failed.stderr)
  for (const [name, ofName] of Map.groupBy(told, (event) => event.name)) {
    assert.deepEqual(
      ofName.map((event) => [event.attempt, event.code, event.reasons, event.retryInMs !== undefined]),
      Array.from({ length: attempts }, (_, index) => [index + 1, code, ['one', 'two'], index + 1 < attempts]),
      name,
    )
  }
  const [run] = JSON.parse((await box.slipway('history --json')).stdout) as { attempts?: readonly Attempt[] }[]
  const kept = (run?.attempts ?? []).filter((attempt) => attempt.method === method)
  assert.deepEqual(kept.map(keyOf).toSorted(), told.map(keyOf).toSorted())
  const id = method.startsWith('transformer.') ? 'acme/pairs' : 'acme/whole'
  const { stdout: log } = await box.slipway(`logs --plugin ${id} --lines 200`)
  for (const { name, attempt } of told)
    assert.match(log, new RegExp(`${method} for ${name} failed \\(${code}, attempt ${attempt}, .*: one; two`))
}

function keyOf({ name, method, attempt, code, reasons, durationMs }: Attempt): string {
  return [name, method, attempt, code, ...reasons, durationMs].join(' ')
}

function linesOf(text: string): readonly Attempt[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Attempt)
}
