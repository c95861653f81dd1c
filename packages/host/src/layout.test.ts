import { describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { launchAttemptLimit, pluginExecutable, pluginLogDir, pluginLogFile, pluginRoots } from './layout.ts'

const home = '/home/ada'
const paths = (env: Record<string, string>, bundledRoot?: string): string[] =>
  pluginRoots({ env, home, ...(bundledRoot !== undefined && { bundledRoot }) }).map((root) => root.path)

describe('plugin roots', () => {
  const standard = '/home/ada/.celerity/deploy-engine/plugins/bin'

  test("are the document's default if the variable is unset or empty", () => {
    assert.equal(paths({})[0], standard)
    assert.equal(paths({ CELERITY_DEPLOY_ENGINE_PLUGIN_PATH: '' })[0], standard)
  })

  test('are the entries of the variable, from left to right, each once', () => {
    const list = `${standard}:/path/to/custom/plugins::/path/to/custom/plugins/`
    assert.deepEqual(paths({ CELERITY_DEPLOY_ENGINE_PLUGIN_PATH: list }), [standard, '/path/to/custom/plugins'])
  })

  test('may name the home directory as a shell does', () => {
    const list = '$HOME/a:~/b:${HOME}/c:/d$HOME'
    assert.deepEqual(paths({ CELERITY_DEPLOY_ENGINE_PLUGIN_PATH: list }), [
      '/home/ada/a',
      '/home/ada/b',
      '/home/ada/c',
      '/d$HOME',
    ])
  })

  test('may be given by three variables, of which ours comes first', () => {
    const env = { BLUELINK_DEPLOY_ENGINE_PLUGIN_PATH: '/b', CELERITY_DEPLOY_ENGINE_PLUGIN_PATH: '/c' }
    assert.deepEqual(paths({ BLUELINK_DEPLOY_ENGINE_PLUGIN_PATH: '/b' }), ['/b'])
    assert.deepEqual(paths(env), ['/c'])
    assert.deepEqual(paths({ ...env, SLIPWAY_DEPLOY_ENGINE_PLUGIN_PATH: '/s' }), ['/s'])
  })

  test('end with the bundled one', () => {
    assert.deepEqual(paths({ CELERITY_DEPLOY_ENGINE_PLUGIN_PATH: '/c' }, '/opt/slipway'), ['/c', '/opt/slipway'])
  })
})

describe('the limit of launches', () => {
  test('is 5 or the value of the variable', () => {
    assert.equal(launchAttemptLimit({}), 5)
    assert.equal(launchAttemptLimit({ CELERITY_DEPLOY_ENGINE_PLUGIN_LAUNCH_ATTEMPT_LIMIT: '2' }), 2)
    assert.equal(launchAttemptLimit({ BLUELINK_DEPLOY_ENGINE_PLUGIN_LAUNCH_ATTEMPT_LIMIT: ' 9 ' }), 9)
  })

  for (const value of ['0', '-1', 'many', '1.5', '1e9']) {
    test(`is not ${value}, which is reported with the variable’s name`, () => {
      const env = { CELERITY_DEPLOY_ENGINE_PLUGIN_LAUNCH_ATTEMPT_LIMIT: value }
      assert.throws(() => launchAttemptLimit(env), {
        code: 'host/bad-attempt-limit',
        message: /CELERITY_DEPLOY_ENGINE_PLUGIN_LAUNCH_ATTEMPT_LIMIT is/,
      })
    })
  }
})

test('plugins and logs are in the documented folders', () => {
  assert.equal(
    pluginExecutable('/r', 'provider', 'registry.customhost.com/celerity/azure', '1.0.0'),
    '/r/providers/registry.customhost.com/celerity/azure/1.0.0/plugin',
  )
  assert.equal(pluginExecutable('/r', 'transformer', 'a/b', '1.0.0'), '/r/transformers/a/b/1.0.0/plugin')
  assert.equal(pluginLogFile('/logs', 'celerity/aws'), '/logs/celerity/aws/plugin.log')
  assert.equal(pluginLogDir({ BLUELINK_DEPLOY_ENGINE_PLUGIN_LOG_FILE_ROOT_DIR: '/l' }), '/l')
})
