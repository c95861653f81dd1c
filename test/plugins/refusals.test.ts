/** Refusals of plugins before any step are shown with the plugin's name, kept in the history, logged, and sent as an event. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from '../cases.ts'
import { machine } from './machine.ts'
import { oneFile } from '../one-file.ts'

interface Run {
  readonly outcome: string
  readonly reasons: readonly string[]
  readonly attempts?: readonly { readonly method: string; readonly code: string; readonly reasons: readonly string[] }[]
}

const said = ['nobody is called so', 'it is too short']

const limit = { timeout: 240_000 }

test('a failed validation is recorded', limit, async (t) => {
  const box = machine(t)
  box.installScript(`exec ${process.execPath} ${oneFile(join(import.meta.dirname, 'refusing.ts'))}`, 'acme/picky')
  const write = (text: string) => box.write('app.blueprint.yaml', `version: 2025-11-02\n${text}\n`)
  const refused = async (method: string, subject: string): Promise<void> => {
    const up = await box.slipway('up --yes --json')
    assert.equal(up.code, 1, up.stdout)
    const events = up.stdout.split('\n').filter(Boolean)
    const failed = events.map((line) => JSON.parse(line) as Record<string, unknown>)
    const event = failed.find(({ type }) => type === 'attempt-failed')
    assert.deepEqual(
      [event?.['pluginId'], event?.['method'], event?.['code'], event?.['reasons']],
      ['acme/picky', method, 'BAD_INPUT', said],
    )
    assert.match(up.stdout, new RegExp(`${subject} \\(acme/picky, ${method}\\): nobody is called so`))
    const log = await box.slipway('logs --plugin acme/picky')
    assert.match(log.stdout, new RegExp(`${method} for .* failed \\(BAD_INPUT, .*nobody is called so; it is too short`))
    assert.match((await box.slipway('up --yes')).stderr, /hint: ask your parents/)
  }
  const [resource, source, link] = ['Resource.CustomValidate', 'DataSource.CustomValidate', 'Link.ValidateLink'].map(
    (method) => `provider.${method}`,
  ) as [string, string, string]

  write('resources: { it: { type: picky/thing, spec: { name: bad } } }')
  await refused(resource, 'it')
  write('resources: { it: { type: picky/thing, spec: { name: good } } }')
  const good = await box.slipway('up --yes')
  assert.equal(good.code, 0, good.stderr)
  write(
    'datasources: { p: { type: picky/place, filter: { field: name, operator: "=", search: bad }, exports: { id: { type: string } } } }\n' +
      'resources: { it: { type: picky/thing, spec: { name: "${datasources.p.id}" } } }',
  )
  await refused(source, 'the data source p')
  const a = 'it: { type: picky/thing, linkSelector: { byLabel: { to: other } }, spec: { name: good } }'
  const b = 'other: { type: picky/thing, metadata: { labels: { to: other } }, spec: { name: end } }'
  write(`resources: { ${a}, ${b} }`)
  await refused(link, 'the link it::other')

  const history = JSON.parse((await box.slipway('history --json')).stdout) as readonly Run[] | { runs: readonly Run[] }
  const runs = 'runs' in history ? history.runs : history
  assert.deepEqual(
    runs.map(({ outcome, attempts = [] }) => [outcome, ...attempts.map(({ method, code }) => `${method} ${code}`)]),
    [
      ...[link, link, source, source].map((method) => ['failed', `${method} BAD_INPUT`]),
      ['succeeded'],
      ...[resource, resource].map((method) => ['failed', `${method} BAD_INPUT`]),
    ],
  )
  for (const { outcome, reasons, attempts = [] } of runs) {
    if (outcome === 'succeeded') continue
    assert.deepEqual(attempts[0]?.reasons, said)
    assert.deepEqual(
      reasons.map((reason) => said.find((one) => reason.endsWith(one))),
      said,
    )
  }
})

test('a failed call shows the plugin’s next step', limit, async (t) => {
  const box = machine(t)
  box.installScript(`exec ${process.execPath} ${oneFile(join(import.meta.dirname, 'refusing.ts'))}`, 'acme/picky')
  box.write(
    'app.blueprint.yaml',
    'version: 2025-11-02\nresources: { it: { type: picky/thing, spec: { name: late } } }\n',
  )
  const { stdout, stderr } = await box.slipway('up --yes')
  assert.match(stdout + stderr, /the register is closed[^]*hint: come on Monday/)
})

const shop = (owner: string) =>
  `version: 2025-11-02\ntransform: shops-2026\nresources: { tea: { type: shops/shop, spec: { owner: ${owner}, goods: [] } } }\n`

test('a refusal or failure of a transformer is recorded', limit, async (t) => {
  const box = machine(t)
  box.installScript(`exec ${process.execPath} ${oneFile(join(import.meta.dirname, 'shops.ts'))}`, 'acme/shops', {
    kind: 'transformer',
  })
  const failed = async (owner: string) => {
    box.write('app.blueprint.yaml', shop(owner))
    const up = await box.slipway('up --yes --json')
    assert.equal(up.code, 1, up.stdout)
    const events = up.stdout.split('\n').filter(Boolean)
    const { name, pluginId, method, code, reasons } =
      events.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ type }) => type === 'attempt-failed') ??
      {}
    return [name, pluginId, method, code, reasons]
  }
  const [check, transform] = ['transformer.CustomValidateAbstractResource', 'transformer.Transform']
  assert.deepEqual(await failed('nobody'), ['tea', 'acme/shops', check, 'BAD_INPUT', ['a shop needs an owner']])
  assert.deepEqual(await failed('thief'), [
    'shops-2026',
    'acme/shops',
    transform,
    'TRANSIENT',
    ['the street is closed'],
  ])
  const { stdout } = await box.slipway('logs --plugin acme/shops')
  assert.match(
    stdout,
    /transformer\.CustomValidateAbstractResource for tea failed \(BAD_INPUT, .*a shop needs an owner/,
  )
  assert.match(stdout, /transformer\.Transform for shops-2026 failed \(TRANSIENT, attempt 1, .*the street is closed/)
  const history = await box.slipway('history --json')
  for (const method of [check, transform]) assert.match(history.stdout, new RegExp(`"method": *"${method}"`))
  assert.match((await box.slipway('plan')).stderr, /the street is closed[^]*hint: go by bicycle/)
})
