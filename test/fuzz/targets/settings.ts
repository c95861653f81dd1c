import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSettings } from '../../../packages/operations/src/settings/load.ts'
import { mutatedText } from '../mutate.ts'
import { refusedInOrder, type Target } from '../target.ts'

const files = [
  'parallelism: 8\nplugins:\n  path: [./plugins, /opt/plugins]\n  require: used\n  env: listed\n  pin:\n    celerity/aws: 1.0.0\nproviders:\n  aws:\n    region: eu-west-1\n    retries: 3\n',
  '{\n  // for everybody\n  "parallelism": 8,\n  "plugins": { "callMs": 1000, "require": "all" },\n  "variables": { "name": "x" }\n}\n',
]
const tokens = [
  ':',
  ': ',
  '\n',
  '\n  ',
  '\n    ',
  '- ',
  '[',
  ']',
  '{',
  '}',
  ',',
  '"',
  "'",
  '&a',
  '*a',
  '<<: ',
  '!!int ',
  '|',
  '>',
  '\t',
  '\0',
  '__proto__',
  'constructor',
  'plugins',
  'providers',
  'parallelism',
  'state',
  '-1',
  '1e400',
  '0.5',
  'null',
  'true',
  '*',
  '.',
  '/*',
  '//',
]

/** Takes inputs one at a time, because they share the thread's file. */
async function take(input: Buffer): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'slipway-fuzz-'))
  try {
    const isJson = /^\s*[{/]/.test(input.toString('utf8', 0, 100))
    writeFileSync(join(directory, isJson ? 'slipway.config.jsonc' : 'slipway.config.yaml'), input)
    const env = { XDG_CONFIG_HOME: join(directory, 'nobody') }
    await refusedInOrder(() => loadSettings({ directory, env }))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

export const settings: Target = { name: 'settings', make: (random) => mutatedText(random, files, tokens), take }
