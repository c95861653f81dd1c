import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Diagnostic, Failure, PluginFailure, DiagnosticsFailure } from '@slipway/model'
import { pluginReasons } from './failed-start.ts'

const diagnostic = (code: string, message: string, severity: Diagnostic['severity'] = 'error'): Diagnostic => ({
  code,
  message,
  severity,
})

test('a plugin’s objection to the start is kept with every reason, also a transformer’s', () => {
  for (const code of [
    'cli/refused-by-plugin',
    'engine/refused-data-source',
    'blueprint/refused-by-transformer',
    'blueprint/transform-failed',
  ])
    assert.deepEqual(
      pluginReasons(
        new DiagnosticsFailure([
          diagnostic(code, 'no'),
          diagnostic(code, 'well', 'warning'),
          diagnostic(code, 'never'),
        ]),
      ),
      ['no', 'never'],
    )
  const details = { pluginId: 'a/b', method: 'm', pluginErrorCode: 'UNEXPECTED', reasons: ['it broke', 'wet'] } as const
  assert.deepEqual(pluginReasons(new PluginFailure('x', 'web: it broke', details)), ['web: it broke', 'wet'])
})

test('mistakes of a blueprint are no failure of a plugin', () => {
  assert.equal(pluginReasons(new DiagnosticsFailure([diagnostic('blueprint/unknown-type', 'no such type')])), undefined)
  assert.equal(pluginReasons(new Failure('engine/stale-plan', 'too late')), undefined)
})
