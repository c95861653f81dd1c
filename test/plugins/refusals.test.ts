/** What plugins refuse before anything is done is told with who refuses, kept in the history, logged, and an event. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { machine } from './machine.ts'

interface Run {
  readonly outcome: string
  readonly reasons: readonly string[]
  readonly attempts?: readonly { readonly method: string; readonly code: string; readonly reasons: readonly string[] }[]
}

const said = ['nobody is called so', 'it is too short']

test('a failed validation is not lost with the output', { timeout: 120_000 }, async (t) => {
  const box = machine(t)
  box.installScript(`exec ${process.execPath} ${join(import.meta.dirname, 'refusing.ts')}`, 'acme/picky')
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
      ['failed', `${link} BAD_INPUT`],
      ['failed', `${source} BAD_INPUT`],
      ['succeeded'],
      ['failed', `${resource} BAD_INPUT`],
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
