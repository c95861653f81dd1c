import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { compiled } from '../../../../test/compiled.ts'
import { corePluginRoot, type OperationEvent, up } from '../index.ts'

const text = `import { secret, stack } from 'slipway'

const schema = (type) => ({ '~standard': { version: 1, vendor: 'ours', validate: (value) => {
  console.log('checks', value)
  return typeof value === type ? { value } : { issues: [{ message: 'other' }] }
} } })

export default stack({ variables: { token: secret(schema('string')), login: secret(schema('object')) } }, async (s, v) => {
  const token = await v.token.known()
  const { password } = await v.login.known()
  console.log('uses', token, password)
  s.check('open', false, 'refused: ' + token)
})
`

test('secrets that a stack prints are shown nowhere, whether a schema, the function or a check says them', async (t) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-printed-secrets-')))
  t.after(() => rmSync(cwd, { recursive: true, force: true }))
  const file = join(cwd, 'shop.stack.ts')
  writeFileSync(file, text)
  const env = { ...compiled, HOME: cwd, PATH: process.env['PATH'] }
  const events: OperationEvent[] = []
  const variables = { token: 'hunter2-hunter2', login: '{ password: open-sesame }' }
  await up({ env, cwd, ownPlugins: corePluginRoot() }, { file, approve: true, variables }, (event) =>
    events.push(event),
  )
  const printed = events.flatMap((event) => (event.type === 'program-message' ? [event.message] : []))
  assert.deepEqual(printed.toSorted(), [
    'checks (secret)',
    'checks (secret)',
    "checks { password: '(secret)' }",
    'uses (secret) (secret)',
  ])
  const warnings = events.flatMap((event) => (event.type === 'warnings' ? event.diagnostics : []))
  assert.deepEqual(
    warnings.map(({ message }) => message),
    ['refused: (secret)'],
  )
  assert.doesNotMatch(JSON.stringify(events), /hunter2|open-sesame/)
})
